// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { ToutsPage } from './touts-page.tsx'
import { showPage, signIn } from '../../../test/show.tsx'

test.each([
  ['lottery', 'Ticket Re-sellers'],
  ['standard', 'Touts'],
])('with the %s menu, the page of touts has the name that the menu gives it', async (navigation, name) => {
  await signIn({ role: 'client', threatSources: [], toutSources: [] }, () =>
    Response.json({
      name: 'Bank',
      config: { navigation },
      modules: { touts: true },
      threatSources: [],
      toutSources: [],
    }),
  )
  showPage(() => (
    <>
      <h1>{usePageTitle()}</h1>
      <ToutsPage />
    </>
  ))
  expect(await screen.findByRole('heading', { level: 1, name })).not.toBeNull()
})
