// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { validateStageSearch } from './stage-search.ts'
import { DeletedPage, DeletedToutsPage, DeletionQueuePage, PublishedPage, WatchlistPage } from './stage-list-page.tsx'

const at = '2026-11-01T00:00:00Z'
const rowOf = (id: string, stage: string) => ({
  id,
  source: 'Domain',
  title: `${id}.test`,
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage,
  stagedAt: at,
  stagedBy: 'Rita',
  stageReason: 'Wait for the shop to open',
  isOwnRequest: false,
  autoFiltered: false,
  score: 72,
  reasons: [],
  firstSeen: at,
  lastSeen: at,
  dueAt: at,
  version: 1,
})
const detailOf = (id: string, stage: string) => ({
  ...rowOf(id, stage),
  domain_name: `${id}.test`,
  official: [],
  officialBrand: null,
  indicators: [{ name: 'Phishing keywords', value: 'login', contribution: 11 }],
  verdict: null,
  evidence: [],
  proofs: [],
  sightingList: [],
  sightings: 1,
  history: [{ id: 'h', at, by: 'Rita', action: 'qa.watch', text: 'Moved to the watchlist' }],
  remarks: [],
  related: [],
  merged: [],
  captureRefusal: null,
})

beforeEach(() => void vi.stubGlobal('scrollTo', () => undefined))

/** Opens the page of a stage with the records a, b and c; those with a finished step leave it. */
async function open(page: () => React.ReactNode, stage: string, address = '/') {
  const asked: string[] = []
  let ids = ['a', 'b', 'c']
  await signIn({ role: 'qa' }, (path, { method = 'GET' }) => {
    asked.push(path)
    const id = /\/qa\/(?:threats|touts)\/(\w+)\?/.exec(path)?.[1]
    if (method !== 'GET') {
      const [, done = ''] = /\/(\w)\/\w+\?/.exec(path) ?? []
      ids = ids.filter((other) => other !== done)
      return Response.json({ ...rowOf(done, 'published'), version: 2 })
    }
    if (id) return Response.json(detailOf(id, stage))
    if (path.includes('/sharers?')) return Response.json({ total: 0, groups: [], waiting: [] })
    if (path.includes('/qa/getQA') && !/Sources|Types|Severities|Users/.test(path))
      return Response.json({
        items: ids.map((one) => rowOf(one, stage)),
        total: ids.length,
        pageNumber: 1,
        limit: 100,
      })
    if (path.includes('getClientInfo'))
      return Response.json({ name: 'Bank', config: {}, modules: {}, threatSources: [], toutSources: [] })
    if (path.includes('/reviewPolicy')) return Response.json({ graceMinutes: 10 })
    return Response.json(path.includes('/lookUps') ? { providers: [], answers: [] } : [])
  })
  const router = showPage(page, { validateSearch: validateStageSearch, address })
  await screen.findAllByText(/a\[[.]\]/)
  return { asked, router }
}

const press = (key: string) => fireEvent.keyDown(document.body, { key })
const panelOf = (id: string, kind = 'Threat') =>
  waitFor(() => {
    const panel = screen.getByRole('region', { name: kind })
    expect(panel.querySelector('h2')?.textContent).toBe(`${id}[.]test`)
    return panel
  })
const titleOf = (id: string) => screen.getByTitle(`${id}[.]test`).closest('button') as HTMLElement

test.each([
  [WatchlistPage, 'watchlist', 'Added by'],
  [DeletionQueuePage, 'deletionPending', 'Requested by'],
  [DeletedPage, 'deleted', 'Deleted by'],
  [PublishedPage, 'published', 'Published by'],
])('the title of a row opens why it is there, what flagged it, and its history', async (page, stage, by) => {
  const { router, asked } = await open(page, stage)
  fireEvent.click(titleOf('b'))
  const panel = await panelOf('b')
  expect(router.state.location.search).toMatchObject({ id: 'b' })
  await within(panel).findByText('Phishing keywords')
  await within(panel).findByText('Moved to the watchlist')
  within(panel).getByText('Wait for the shop to open')
  expect(within(panel).getByText(by).nextElementSibling?.textContent).toBe('Rita')
  expect(asked.filter((path) => path.includes('/qa/getQA') && path.includes('pageNumber=1'))).toHaveLength(1)
})

test('touts open, too', async () => {
  const { asked } = await open(DeletedToutsPage, 'deleted')
  fireEvent.click(titleOf('a'))
  await panelOf('a', 'Tout')
  expect(asked.some((path) => path.includes('/qa/touts/a?'))).toBe(true)
})

test('Enter opens the current row, J and K move the panel along, and Esc closes it', async () => {
  const { router } = await open(WatchlistPage, 'watchlist')
  press('j')
  press('Enter')
  await panelOf('a')
  press('j')
  await panelOf('b')
  press('k')
  await panelOf('a')
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Threat' })).toBeNull())
  expect(router.state.location.search).not.toHaveProperty('id')
})

test('a link opens its record, and a step by key is on that one', async () => {
  const { asked } = await open(WatchlistPage, 'watchlist', '/?id=b')
  const panel = await panelOf('b')
  await within(panel).findByText('2 of 3')
  press('p')
  await waitFor(() => expect(asked.some((path) => path.includes('/b/publish?'))).toBe(true))
})

test('once a step has taken the open record off the list, the next one is opened, and the last one closes the panel', async () => {
  const { router } = await open(WatchlistPage, 'watchlist', '/?id=b')
  const panel = await panelOf('b')
  const publish = (id: string, detail: number) =>
    fireEvent.click(within(panel).getByRole('button', { name: `Publish: ${id}[.]test` }), { detail })
  publish('b', 1)
  await panelOf('c')
  // The rest of a double click.
  fireEvent.click(screen.getAllByRole('button', { name: 'Publish: c[.]test' }).at(-1)!, { detail: 2 })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: 'c' }))
  press('p')
  await panelOf('a')
  press('p')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Threat' })).toBeNull())
})
