// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { currentCompany } from '../../../session/company.ts'
import { showPage, signIn } from '../../../../test/show.tsx'
import { AcrossQueues } from './across-queues.tsx'
import { BacklogPage } from './backlog-page.tsx'
import { validateBacklogSearch } from './backlog-search.ts'
import { beginWalk } from './walk.ts'

const at = '2026-11-01T00:00:00Z'
const of = (company: string, companyName: string, id: string) => ({
  company,
  companyName,
  id,
  source: 'Domain',
  title: `${id}.example`,
  threatType: 'Look-alike domain',
  severity: 'High',
  score: 80,
  firstSeen: at,
  queuedAt: at,
  promisedAt: at,
})
let rows: object[] = []
let asked: string[] = []

beforeEach(async () => {
  rows = [of('bank', 'Bank', 'one'), of('bank', 'Bank', 'two'), of('rail', 'Rail', 'three')]
  asked = []
  beginWalk([])
  await signIn({ role: 'qa', company: 'bank', adminCompanies: ['bank', 'rail'] }, (path) => {
    asked.push(path)
    if (path.includes('/qa/backlog')) return Response.json([])
    if (path.includes('/qa/queueOfCompanies')) return Response.json(rows)
    return Response.json({ company: 'rail', config: { pages: [] }, modules: {}, threatSources: [], toutSources: [] })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** The queue of the bank, with the first record under the cursor. */
const show = (decided: string[], companies?: string[]) => {
  const items = [{ id: 'one' }, { id: 'two' }]
  const queue = {
    company: 'bank',
    kind: 'threat',
    search: { companies },
    ids: items.map(({ id }) => id).filter((id) => !decided.includes(id)),
    cursor: { currentId: 'one' },
    list: { data: { items } },
  }
  return showPage(() => <AcrossQueues queue={queue as never} order="oldest" />, { client: queryClient })
}
const addressOf = (router: ReturnType<typeof show>) => router.state.location.href

test('N opens the next record of all queues, in its company, and the way goes on from there', async () => {
  const router = show(['two'])
  await screen.findByRole('button', { name: 'Next: Rail' })
  fireEvent.keyDown(document.body, { key: 'n' })
  await waitFor(() => expect(addressOf(router)).toBe('/QA/dashboard?id=three&across=oldest'))
  await waitFor(() => expect(currentCompany()).toBe('rail'))
  expect(asked.some((path) => path.includes('three') && path.includes('company=rail'))).toBe(true)
})

test('the record on screen and those just decided are passed over, one that an undo brings back is not', async () => {
  const router = show([], ['bank', 'rail'])
  fireEvent.click(await screen.findByRole('button', { name: 'Next: Bank' }))
  await waitFor(() =>
    expect(decodeURIComponent(addressOf(router))).toBe('/QA/dashboard?id=two&across=oldest&companies=bank,rail'),
  )
})

test('when nothing else waits anywhere, it is said, and the way back stays', async () => {
  rows = [of('bank', 'Bank', 'one')]
  show([])
  await screen.findByText('Nothing else waits')
  expect(screen.getByRole('link', { name: 'All review queues' }).getAttribute('href')).toBe(
    '/QA/dashboard/companies?order=oldest',
  )
})

test('a row of all queues opens in its company, and the review knows the list that it came from', async () => {
  const router = showPage(BacklogPage, {
    client: queryClient,
    validateSearch: validateBacklogSearch,
    address: '/?order=promised&companies=rail',
  })
  fireEvent.click(await screen.findByRole('button', { name: /three/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/QA/dashboard?id=three&across=promised&companies=rail'))
  await waitFor(() => expect(currentCompany()).toBe('rail'))
})
