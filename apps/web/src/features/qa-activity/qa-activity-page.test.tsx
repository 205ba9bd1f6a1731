// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { showPage, signIn } from '../../../test/show.tsx'
import { QaActivityPage } from './qa-activity-page.tsx'

test('the activity of reviewers names the company it is for', async () => {
  await signIn({ role: 'superAdmin', adminCompanies: ['rail'] }, (path) =>
    path.includes('getClientInfo')
      ? Response.json({ company: 'rail', name: 'Kestrel Rail' })
      : path.includes('getTeamActivity')
        ? Promise.race([])
        : Response.json([]),
  )
  showPage(QaActivityPage, { client: queryClient })
  expect(await screen.findByRole('heading', { name: '0 reviews for Kestrel Rail in the last 30 days' })).not.toBeNull()
})
