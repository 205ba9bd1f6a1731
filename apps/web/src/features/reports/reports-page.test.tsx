// @vitest-environment happy-dom
import type { Export } from '@signet/contract/reports/exports'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { ReportsPage } from './reports-page.tsx'
import { validateReportsSearch } from './reports-search.ts'

const fileOf = (id: string, name: string, type: string): Export['file'] => ({
  id,
  name,
  type,
  size: 9000,
  createdAt: '2026-06-01T10:00:00Z',
  href: `/api/files/${id}`,
})
const older: Export = {
  id: 'older',
  kind: 'takedowns',
  format: 'csv',
  filters: {},
  status: 'done',
  progress: { rows: 3, total: 3 },
  createdAt: '2026-05-01T10:00:00Z',
  file: fileOf('older', 'takedowns.csv', 'text/csv'),
}
const requested: Export = {
  id: 'new',
  kind: 'threats',
  format: 'pdf',
  filters: {},
  status: 'queued',
  createdAt: '2026-06-01T10:00:00Z',
}

/** A server with one export; a requested one is first in its list, and changes as the test says. */
async function openReports(made: Export[] = [older]) {
  const asked: unknown[] = []
  await signIn({ role: 'client' }, async (path, init) => {
    if (init.method === 'POST') {
      asked.push(JSON.parse(typeof init.body === 'string' ? init.body : '{}'))
      made.unshift(requested)
      return Response.json({ id: requested.id }, { status: 202 })
    }
    if (path.includes('/export/reports')) return Response.json({ items: [...made], total: made.length, pageNumber: 1 })
    if (path.includes('/export/schedules')) return Response.json([])
    if (path.includes('getClientInfo'))
      return Response.json({ config: {}, modules: {}, threatSources: ['Domain'], toutSources: [] })
    return Response.json({ items: [], total: 0, pageNumber: 1 })
  })
  showPage(() => <ReportsPage />, { validateSearch: validateReportsSearch })
  await vi.waitUntil(() => screen.queryByRole('table') ?? screen.queryByText(/You haven't created any/))
  return { made, asked }
}

/** The headings of the page from top to bottom. */
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
/** The rows of the list of files. */
const files = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test("the reader's own files come first, also those that were made earlier", async () => {
  await openReports()
  expect([headings()[0], headings()[1]]).toEqual(['Your reports and exports', 'Published reports'])
})

test('without own files, the published reports come first', async () => {
  await openReports([])
  await screen.findByText(/You haven't created any reports yet/)
  expect([headings()[0], headings().at(-1)]).toEqual(['Published reports', 'Your reports and exports'])
})

test('a requested report is first on the page at once, with its progress, and stays there when it is ready', async () => {
  const { made, asked } = await openReports()
  fireEvent.click(screen.getByRole('button', { name: 'Create report' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create report' })
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Takedowns' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  await vi.waitUntil(() => screen.queryByRole('dialog') === null)
  expect(asked).toMatchObject([{ kind: 'threats', format: 'pdf' }])
  expect(headings()[0]).toBe('Your reports and exports')
  expect(files()).toEqual([expect.stringMatching(/threats.*Queued/i), expect.stringMatching(/takedowns.*Ready/i)])

  made[0] = { ...requested, status: 'running', progress: { rows: 1200, total: 3456 } }
  await screen.findByText('1,200 of 3,456 rows', undefined, { timeout: 4000 })
  expect(headings()[0]).toBe('Your reports and exports')

  const file = fileOf('new', 'threats.pdf', 'application/pdf')
  made[0] = { ...requested, status: 'done', progress: { rows: 3456, total: 3456 }, file }
  await screen.findAllByRole('link', { name: /Download/ })
  await vi.waitUntil(() => screen.queryByText('1,200 of 3,456 rows') === null, { timeout: 4000 })
  expect(files()[0]).toMatch(/Ready/)
  expect(headings()[0]).toBe('Your reports and exports')
})

test('a report that is still being made when the page opens is first on it', async () => {
  await openReports([{ ...requested, status: 'running' }, older])
  await vi.waitUntil(() => headings()[0] === 'Your reports and exports')
})

test('the search is below the heading of the published reports, which are all that it finds', async () => {
  await openReports()
  const heading = screen.getByRole('heading', { name: 'Published reports' })
  const search = screen.getByRole('searchbox', { name: 'Search reports' })
  expect(heading.compareDocumentPosition(search)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(heading.parentElement?.contains(search)).toBe(true)
})
