// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { showPage, signIn } from '../../../../test/show.tsx'
import { StatisticsPage } from './statistics-page.tsx'

test('the statistics of reviews name the company they are for', async () => {
  await signIn({ role: 'qa', adminCompanies: ['rail'] }, (path) =>
    path.includes('getClientInfo') ? Response.json({ company: 'rail', name: 'Kestrel Rail' }) : Promise.race([]),
  )
  showPage(StatisticsPage, { client: queryClient })
  expect(await screen.findByRole('heading', { name: 'Reviews for Kestrel Rail' })).not.toBeNull()
})
