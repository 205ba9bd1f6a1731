// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serverError, showPage, signIn } from '../../../test/show.tsx'
import { LogsPage } from './logs-page.tsx'

const request = {
  at: '2026-11-01T10:00:00Z',
  method: 'GET',
  path: '/threats',
  status: 500,
  ms: 12,
  ip: '192.0.2.7',
  user: 'ada@x.test',
  company: 'bank',
  requestId: 'r',
}
const change = {
  id: 'c',
  at: '2026-11-01T10:00:00Z',
  by: null,
  ip: null,
  company: 'bank',
  action: 'takedown.requested',
  target: { type: 'takedown', id: '0123456789' },
  before: { status: 'draft' },
  after: { status: 'authorised' },
  requestId: null,
}
const page = (total: number, ...items: unknown[]) => ({ items, total, pageNumber: 1, limit: 50 })

const asked: URLSearchParams[] = []
/** Opens the page at an address, with the rows that the server has for a table; figures fail. */
async function open(table: 'getLogs' | 'getSignInLogs' | 'audit', rows: object | null, address = '/') {
  asked.length = 0
  await signIn({ role: 'superAdmin' }, (path) => {
    const { pathname, searchParams } = new URL(path, 'https://signet.test')
    if (!pathname.endsWith(table) || !rows) return serverError()
    asked.push(searchParams)
    return Response.json(rows)
  })
  return showPage(() => <LogsPage />, { address })
}

test("a table and figures that couldn't be loaded say so", async () => {
  await open('getLogs', null)
  for (const what of ['Requests', 'requests per day', 'averages', 'methods', 'endpoints'])
    await screen.findByRole('heading', { name: new RegExp(`^Couldn't load ${what}$`, 'i') })
  expect(screen.queryByText('No log records match these filters')).toBeNull()
})

test('a table without rows says what to change', async () => {
  await open('getSignInLogs', page(0), '/?tab=signIns&result=refused')
  await screen.findByText('Clear a filter or choose a longer period.')
})

test('an address in a row narrows the table to it, and the filter is cleared again', async () => {
  const router = await open('getLogs', page(1, request))
  const row = within(await screen.findByRole('region', { name: 'Requests' }))
  row.getByText('500')
  fireEvent.click(row.getByRole('button', { name: 'Show only 192.0.2.7' }))
  await expect.poll(() => asked.at(-1)?.get('ip')).toBe('192.0.2.7')
  expect(router.state.location.search).toMatchObject({ ip: '192.0.2.7' })
  fireEvent.click(await screen.findByRole('button', { name: 'Clear IP address' }))
  await expect.poll(() => asked.at(-1)?.has('ip')).toBe(false)
})

test('a long log is read page by page, and says that more than the counted rows exist', async () => {
  await open('getLogs', { ...page(10_000, request), totalIsCapped: true })
  await screen.findByText('1–1 of 10,000+')
  expect(screen.getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Older' }))
  await expect.poll(() => asked.at(-1)?.get('pageNumber')).toBe('2')
})

test('a change shows who made it, and what was there before', async () => {
  await open('audit', page(1, change), '/?tab=audit')
  const row = within(await screen.findByRole('region', { name: 'Audit log' }))
  row.getByText('takedown.requested')
  row.getByText('Signet')
  row.getByText('{"status":"draft"} → {"status":"authorised"}')
})

test('the charts and the log each have a range of their own, which names its value', async () => {
  await open('getLogs', page(1, request))
  await screen.findByRole('button', { name: 'Charts: Last 30 days' })
  await screen.findByRole('button', { name: 'Log: Any time' })
  expect(screen.getByRole('heading', { name: 'Top endpoints' }).nextSibling?.textContent).toBe('Last 30 days')
})

test('a range of the charts leaves the log as it is', async () => {
  await open('getLogs', page(1, request), '/?from=2026-10-01&to=2026-10-01')
  await screen.findByRole('button', { name: 'Charts: 1 October 2026' })
  await screen.findByRole('button', { name: 'Log: Any time' })
  expect(screen.queryByText('Last 30 days')).toBeNull()
  await expect.poll(() => asked.at(-1)?.has('fromDate')).toBe(false)
})

test('a range of the log leaves the charts as they are', async () => {
  await open('getLogs', page(1, request), '/?logFrom=2026-10-01&logTo=2026-10-02')
  await screen.findByRole('button', { name: 'Charts: Last 30 days' })
  await expect
    .poll(() => [asked.at(-1)?.get('fromDate'), asked.at(-1)?.get('toDate')])
    .toEqual(['2026-10-01', '2026-10-02'])
})

test.each([
  [11, undefined],
  [90, 'worse'],
])('%i failed requests of 8,105 are marked only as a share that needs attention', async (failed, tone) => {
  await signIn({ role: 'superAdmin' }, (path) =>
    path.includes('getLogsByDate')
      ? Response.json([{ date: '2026-11-01', count: 8105, by: { done: 8105 - failed, refused: 0, failed } }])
      : serverError(),
  )
  showPage(() => <LogsPage />)
  const sentence = await screen.findByText(`${failed} of 8,105 requests failed.`)
  expect(sentence.dataset['tone']).toBe(tone)
})
