// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { BacklogPage } from './backlog-page.tsx'
import { validateBacklogSearch } from './backlog-search.ts'
import { showPage, signIn } from '../../../../test/show.tsx'

const at = '2026-11-01T00:00:00Z'
const of = (company: string, companyName: string, title: string) => ({
  company,
  companyName,
  id: `id of ${title}`,
  source: 'Domain',
  title,
  threatType: 'Look-alike domain',
  severity: 'High',
  score: 80,
  firstSeen: at,
  queuedAt: at,
  promisedAt: '2026-11-01T08:00:00Z',
})
const rows = [of('rail', 'Rail', 'rail-tickets.example'), of('bank', 'Bank', 'bank-login.example')]
const backlog = [
  { company: 'rail', name: 'Rail', waiting: 12, critical: 2, oldest: at, overdue: 4, dueSoon: 1, nextDue: null },
  { company: 'bank', name: 'Bank', waiting: 3, critical: 0, oldest: at, overdue: 0, dueSoon: 0, nextDue: null },
]
/** The paragraph with the total, whose number is explained. */
const totalOf = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === text
const toutBacklog = [{ ...backlog[0], waiting: 25, overdue: 0 }]
let asked: string[] = []

beforeEach(async () => {
  asked = []
  await signIn({ role: 'qa', adminCompanies: ['bank', 'rail'] }, (path) => {
    asked.push(path)
    if (path.includes('/qa/backlog')) return Response.json(path.includes('tout') ? toutBacklog : backlog)
    return Response.json(rows)
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open() {
  showPage(BacklogPage, { client: queryClient, validateSearch: validateBacklogSearch })
}

test('what waits in all companies is one list, each row with its company', async () => {
  open()
  const table = await screen.findByRole('table')
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(cells).toEqual([
    expect.stringContaining('rail-tickets[.]example'),
    expect.stringContaining('bank-login[.]example'),
  ])
  expect(cells[0]).toContain('Rail')
  // On phones too, where a column of its own was left out.
  within(within(table).getByRole('rowheader', { name: /rail-tickets/ })).getByText('Domain, Look-alike domain')
  expect(cells[0]).toMatch(/ d overdueUnassigned$/)
})

test('the list is limited to a company by what waits there, and sorted by another order', async () => {
  open()
  const rail = await screen.findByRole('button', { name: 'Rail 12 waiting 4 overdue 2 critical' })
  fireEvent.click(rail)
  await waitFor(() => expect(asked.at(-1)).toContain('company=rail'))
  fireEvent.click(screen.getByRole('radio', { name: 'Oldest first' }))
  await waitFor(() => expect(asked.at(-1)).toContain('order=oldest'))
  expect(asked.at(-1)).toContain('company=rail')
})

test('on a phone the order is picked from a list, because four choices do not fit', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => ({ media, matches: true, addEventListener() {}, removeEventListener() {} }) as never,
  )
  open()
  const order = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(screen.queryByRole('radio')).toBeNull()
  fireEvent.change(order, { target: { value: 'promised' } })
  await waitFor(() => expect(asked.at(-1)).toContain('order=promised'))
})

test('the list is limited to overdue records and sorted by when their review is due', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Overdue only' }))
  await waitFor(() => expect(asked.at(-1)).toContain('overdue=true'))
  fireEvent.click(screen.getByRole('radio', { name: 'Review due' }))
  await waitFor(() => expect(asked.at(-1)).toContain('order=promised'))
  expect(asked.at(-1)).toContain('overdue=true')
})

test('the total of all companies is above the list, or that of the chosen ones', async () => {
  open()
  await screen.findByText(totalOf('15 waiting · the first 2 are listed'))
  fireEvent.click(screen.getByRole('button', { name: /^Bank/ }))
  await screen.findByText(totalOf('3 waiting · the first 2 are listed'))
  fireEvent.click(screen.getByRole('button', { name: /^Rail/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Overdue only' }))
  await screen.findByText(totalOf('4 overdue · the first 2 are listed'))
})

test('the queues of touts are counted next to those of threats, and listed instead of them', async () => {
  open()
  await screen.findByRole('radio', { name: 'Threats 15' })
  fireEvent.click(await screen.findByRole('radio', { name: 'Touts 25' }))
  await screen.findByText(totalOf('25 waiting · the first 2 are listed'))
  expect(asked.find((path) => path.includes('queueOfCompanies') && path.includes('kind=tout'))).toBeDefined()
  screen.getByRole('columnheader', { name: 'Tout' })
})

test('a phone shows too who has a record', async () => {
  open()
  const table = await screen.findByRole('table')
  for (const cell of within(table).getAllByText('Unassigned')) expect(cell.hasAttribute('data-wide')).toBe(false)
})
