// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serverError, showPage, signIn } from '../../../../test/show.tsx'
import type { CompanyWork } from './work-figures.ts'
import { CompanyTable } from './company-table.tsx'
import { WorkTiles } from './work-tiles.tsx'

const work: CompanyWork = {
  company: 'bank',
  name: 'Meridian Bank',
  isDemo: false,
  criticalOpen: 3,
  oldestUndecided: null,
  takedowns: { overdue: 0, unassigned: 4, mine: 0 },
  analyses: { overdue: 0, unassigned: 0, mine: 0 },
  requests: { open: 0, overdue: 0, unassigned: 0, mine: 0 },
  reviews: { overdue: 0, dueSoon: 0 },
  qaBacklog: 46,
  lastSignIn: null,
  troubledSources: 0,
}

const labels = async () =>
  within(await screen.findByRole('list', { name: 'Open work' }))
    .getAllByRole('listitem')
    .map((card) => card.textContent)

test('only what is to do is a card, and one sentence says what else was checked', async () => {
  await signIn({ role: 'superAdmin' }, (path) =>
    Response.json(path.split('?')[0]?.endsWith('/diagnostics') ? [] : { items: [], total: 0, pageNumber: 1, limit: 1 }),
  )
  showPage(() => <WorkTiles works={[work]} only={undefined} onOnly={() => undefined} />)
  const sentence = await screen.findByText(/No review overdue or due soon.*no failing system check\.$/)
  expect(sentence.textContent).toContain('no open request, nothing assigned to you, no source with a problem')
  expect(await labels()).toEqual(['Critical threats to decide3', 'Overdue takedowns0Unassigned takedowns4'])
})

test('figures that are not known are cards, and are not said to be zero', async () => {
  await signIn({ role: 'superAdmin' }, () => serverError())
  showPage(() => <WorkTiles works={[{ ...work, troubledSources: null }]} only={undefined} onOnly={() => undefined} />)
  expect(await screen.findByText('Failed jobs')).toBeTruthy()
  expect(screen.getByText('Sources with problems')).toBeTruthy()
  expect(screen.queryByText(/no source with|no failed job/)).toBeNull()
})

test('a column in which no company has anything is left out, and the queue says what its number counts', async () => {
  await signIn({ role: 'admin' }, () => Response.json([]))
  const quiet = { ...work, company: 'rail', name: 'Kestrel Rail', criticalOpen: 0 }
  showPage(() => <CompanyTable rows={[work, quiet]} current="bank" />)
  const headers = (await screen.findAllByRole('columnheader')).map((cell) => cell.textContent)
  expect(headers).toEqual(['Company', 'Open threats', 'Oldest open decision', 'Takedowns', 'Review queue'])
  expect(screen.getAllByText('46 waiting')).toHaveLength(2)
  expect(screen.queryByText('\u2013')).toBeNull()
})
