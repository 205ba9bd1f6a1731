// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { validateThreatSearch } from './threat-search.ts'
import { ToutsPage } from './touts-page.tsx'
import { showPage, signIn } from '../../../test/show.tsx'

test.each([
  ['lottery', 'Ticket Re-sellers', '19 ticket re-sellers', 'Ticket Re-seller'],
  ['standard', 'Touts', '19 touts', 'Tout'],
])(
  'with the %s menu, the page of touts, their number and their column have its name',
  async (navigation, name, count, one) => {
    await signIn({ role: 'client', threatSources: [], toutSources: ['APK'] }, (path) => {
      if (!path.includes('getClientInfo') && !path.includes('/touts/APK?')) return Response.json([])
      if (path.includes('/touts/APK?'))
        return Response.json({ items: [], total: 19, matching: 19, pageNumber: 1, limit: 50 })
      return Response.json({
        name: 'Bank',
        config: { navigation },
        modules: { touts: true },
        threatSources: [],
        toutSources: ['APK'],
      })
    })
    showPage(
      () => (
        <>
          <h1>{usePageTitle()}</h1>
          <ToutsPage />
        </>
      ),
      { path: '/touts/$source', address: '/touts/APK', validateSearch: validateThreatSearch },
    )
    expect(await screen.findByRole('heading', { level: 1, name })).not.toBeNull()
    // Digits of one width would set the hyphen of the words as wide as a digit.
    expect([...(await screen.findByText(count)).classList]).not.toContain('num')
    expect(await screen.findByRole('columnheader', { name: one })).not.toBeNull()
  },
)
