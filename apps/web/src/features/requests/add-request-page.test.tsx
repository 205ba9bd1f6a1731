// @vitest-environment happy-dom
import { openRequestStatuses } from '@signet/contract/requests/requests'
import type { Role } from '@signet/contract/access/permissions'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newQueryClient, serverError, showPage, signIn } from '../../../test/show.tsx'
import { AddRequestPage, ReportThreatPage } from './add-request-page.tsx'
import { badges } from './badge.ts'
import { emptyDraft, keepDraft } from './request-draft.ts'

const sentence = /your role can't add them\. Users of .+, admins and sub-admins can\./

test('a role that only reads requests sees who can add one, and has no form', async () => {
  await signIn({ role: 'subAdminPeekerTwo', adminCompanies: ['bank'] }, () =>
    Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 }),
  )
  showPage(() => <AddRequestPage />)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a row ends its status line with its age, and the switch of the order says what it is', async () => {
  const request = {
    id: 'r',
    kind: 'takedown',
    subject: 'A signed letter',
    status: 'waiting',
    steps: [{ key: 'sent', label: 'Sent', state: 'active' }],
    due: { on: '2026-01-05', state: 'overdue' },
    updatedAt: '2026-01-02T00:00:00Z',
    messageCount: 3,
    assignedTo: { id: 'u', name: 'Sofia' },
    outcomes: { received: 1, reviewed: 0, takedown: 0, takenDown: 2, notScam: 0, fix: 0, fixed: 0 },
  }
  await signIn({ role: 'subAdminPeekerTwo', adminCompanies: ['bank'] }, () =>
    Response.json({ items: [request], total: 1, pageNumber: 1, limit: 20 }),
  )
  showPage(() => <AddRequestPage />)
  const row = (await screen.findByRole('link', { name: 'A signed letter' })).closest('li')
  const [status, details] = [...(row?.children ?? [])].slice(1)
  expect(status?.lastElementChild?.querySelector('time')).toBeTruthy()
  expect(status?.textContent).toContain('Waiting for the client')
  expect(status?.textContent).toContain('2 of 3 taken down')
  expect([...(details?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Takedown support',
    '3 messages',
    'Was due 5 January 2026',
    'Assignee: Sofia',
  ])
  expect(screen.getByText('Sort').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByRole('group', { name: 'Sort requests by' })).toBeTruthy()
})

test('the badge of staff counts the statuses of the list of open requests', async () => {
  const asked: string[] = []
  await signIn({ role: 'admin', adminCompanies: ['bank'] }, (path) => {
    asked.push(decodeURIComponent(path))
    return Response.json({ items: [], total: 3, pageNumber: 1, limit: 1 })
  })
  const [badge] = badges
  const count = badge && (await newQueryClient().fetchQuery(badge.query('bank', 'u')))
  expect(count).toBe(3)
  expect(asked.at(-1)).toContain(`status=${openRequestStatuses.join(',')}`)
})

test('the page that takes reports of threats lists those, whatever else was requested', async () => {
  const asked: string[] = []
  await signIn({ role: 'client' }, (path) => {
    asked.push(decodeURIComponent(path))
    return Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 })
  })
  showPage(() => <ReportThreatPage />)
  await screen.findByRole('region', { name: 'Reported threats' })
  await screen.findByText(/No requests yet/)
  const lists = asked.filter((path) => path.includes('/requests?'))
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.every((path) => path.includes('kind=threat'))).toBe(true)
  expect(screen.getByRole('heading', { name: 'Add threats' })).toBeTruthy()
})

test('the list of requests begins with the open ones, for clients too', async () => {
  const asked: string[] = []
  await signIn({ role: 'client' }, (path) => {
    asked.push(decodeURIComponent(path))
    return Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 })
  })
  showPage(() => <AddRequestPage />)
  await screen.findByText('No requests in this view.')
  const lists = asked.filter((path) => path.includes('/requests?') && path.includes('limit=20'))
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.every((path) => path.includes(`status=${openRequestStatuses.join(',')}`))).toBe(true)
})

test('the files of a report are a labelled group like the other fields, with no heading of their own', async () => {
  await signIn({ role: 'client' }, () => Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 }))
  showPage(() => <ReportThreatPage />)
  expect(await screen.findByRole('group', { name: 'Files (optional)' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Files (optional)' })).toBeNull()
})

/** The list of requests is empty, and what is sent to it is collected. */
function collectSent() {
  const sent: FormData[] = []
  const answer = (_: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 })
    if (body instanceof FormData) sent.push(body)
    return serverError()
  }
  return { sent, answer }
}

test('a screenshot alone is a report, and one with neither a text nor a file says what to add', async () => {
  const { sent, answer } = collectSent()
  await signIn({ role: 'client' }, answer)
  showPage(() => <ReportThreatPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Report threats' }))
  expect(screen.getByText('Enter what you found, or add a screenshot or an email.')).toBeTruthy()
  const png = new File([new Uint8Array([1])], 'page.png', { type: 'image/png' })
  const group = screen.getByRole('group', { name: 'Files (optional)' })
  fireEvent.change(group.querySelector('input') ?? group, { target: { files: [png] } })
  await screen.findByText(/page\.png/)
  fireEvent.click(screen.getByRole('button', { name: 'Report threats' }))
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.get('subject')).toBe('page.png')
  expect(sent[0]?.get('text')).toBe('')
})

/** Three open requests, one of which waits for the client, and one that nobody handles. */
function answerThree(path: string, kind = 'question'): Response {
  if (path.includes('getClientInfo')) return serverError()
  if (path.includes('getDueDates'))
    return Response.json({ open: 3, overdue: 1, met: 0, metLater: 0, missed: 0, medianMs: null })
  const request = {
    id: 'r',
    kind,
    subject: 'A closed post',
    status: 'open',
    steps: [],
    due: { on: '2026-01-05', state: 'pending' },
    updatedAt: '2026-01-02T00:00:00Z',
    messageCount: 0,
  }
  const total = path.includes('status=waiting') ? 1 : 3
  return Response.json({ items: [request], total, pageNumber: 1, limit: 20 })
}

test('a link to what is due within a day finds exactly that, and its filter says so', async () => {
  const asked: string[] = []
  await signIn({ role: 'admin', adminCompanies: ['bank'] }, (path) => {
    asked.push(path)
    return answerThree(path)
  })
  showPage(() => <AddRequestPage />, { address: '/?view=open&due=dueSoon' })
  await screen.findByText('A closed post')
  expect(asked.some((path) => path.includes('/requests?') && path.includes('due=dueSoon'))).toBe(true)
  screen.getByRole('button', { name: 'Due: within 24 hours' })
})

test('requests that are filtered by due date are sorted by it, unless the reader sorts them otherwise', async () => {
  const asked: string[] = []
  await signIn({ role: 'admin', adminCompanies: ['bank'] }, (path) => {
    if (path.includes('due=dueSoon')) asked.push(path)
    return answerThree(path)
  })
  const router = showPage(() => <AddRequestPage />, { address: '/?due=dueSoon' })
  await screen.findByText('A closed post')
  expect(asked.every((path) => path.includes('sortField=dueAt') && path.includes('sortDirection=asc'))).toBe(true)
  const sorts = within(screen.getByRole('group', { name: 'Sort requests by' }))
  expect(sorts.getByRole('radio', { name: 'Due date' }).matches(':checked')).toBe(true)
  fireEvent.click(sorts.getByRole('radio', { name: 'Last updated' }))
  await expect.poll(() => router.state.location.search).toMatchObject({ sort: 'updatedAt' })
  await expect.poll(() => asked.at(-1)).not.toContain('sortField')
})

test.each(['client', 'subAdmin'] as const)('a report is called the same in the list of a %s', async (role) => {
  await signIn({ role, adminCompanies: ['bank'] }, (path) => answerThree(path, 'threat'))
  showPage(() => <AddRequestPage />)
  const row = (await screen.findByRole('link', { name: 'A closed post' })).closest('li')
  expect(row?.textContent).toContain('Reported threats')
})

test('when no request matches, the filters are named and can be cleared', async () => {
  await signIn({ role: 'subAdmin', adminCompanies: ['bank'] }, (path) =>
    path.includes('getClientInfo')
      ? serverError()
      : Response.json({ items: [], total: 0, pageNumber: 1, limit: 20, open: 0, overdue: 0 }),
  )
  const router = showPage(() => <AddRequestPage />, { address: '/?assigned=me&due=dueSoon' })
  await screen.findByRole('heading', { name: 'No requests match these filters' })
  screen.getByText('Filtered by Assignee: Assigned to me; Due: within 24 hours.')
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await screen.findByText('No requests in this view.')
  expect(router.state.location.search).toEqual({})
})

test('the list says how many requests are open, and to a client how many wait for it, as its badge does', async () => {
  await signIn({ role: 'client' }, (path) => answerThree(path))
  showPage(() => <AddRequestPage />)
  expect((await screen.findByText('1 overdue')).parentElement?.textContent).toBe(
    '3 open, 1 waiting for you · 1 overdue',
  )
  expect(screen.queryByText('Unassigned')).toBeNull()
  expect(badges[0]?.kind).toBe('waiting')
  cleanup()
  await signIn({ role: 'admin', adminCompanies: ['bank'] }, (path) => answerThree(path))
  showPage(() => <AddRequestPage />)
  expect((await screen.findByText('1 overdue')).parentElement?.textContent).toBe('3 open · 1 overdue')
  expect(screen.getByText('Unassigned')).toBeTruthy()
  expect(badges[0]?.kind).toBe('open')
})

const kindsShown = () =>
  within(screen.getByRole('group', { name: 'Type' }))
    .getAllByRole('radio')
    .map((radio) => (radio.parentElement?.textContent ?? '') + (radio.matches(':checked') ? ' (chosen)' : ''))
const others = ['Takedown support', 'Analysis', 'Report']

/** The portal of a company, which may have the page that takes reports of threats. */
async function signInAt(company: string, addThreats: boolean, role: Role = 'client'): Promise<void> {
  const config = { pages: [], navigation: 'standard', qaNavigation: 'touts', addThreats }
  const info = { company, name: 'The bank', config, modules: {}, threatSources: [], setUpSources: [], toutSources: [] }
  await signIn({ role, company, adminCompanies: [company] }, (path) =>
    Response.json(path.includes('getClientInfo') ? info : { items: [], total: 0, pageNumber: 1, limit: 20 }),
  )
}

test.each(['client', 'subAdmin'] as const)(
  'where threats are reported on a page of their own, the request of a %s leads there and asks for something else',
  async (role) => {
    await signInAt('reporting', true, role)
    showPage(() => <AddRequestPage />)
    const link = await screen.findByRole('link', { name: 'Report it under Add Threats' })
    expect(link.getAttribute('href')).toBe('/addThreats')
    expect(kindsShown()).toEqual([...others, 'Question (chosen)', 'Other'])
  },
)

test('without such a page a threat is reported with a request, which asks a question at first', async () => {
  await signInAt('asking', false)
  showPage(() => <AddRequestPage />)
  await screen.findByRole('group', { name: 'Type' })
  expect(screen.queryByRole('link', { name: /Add Threats/ })).toBeNull()
  expect(kindsShown()).toEqual(['Report a threat', ...others, 'Question (chosen)', 'Other'])
})

test('a draft that reports a threat is not lost where threats are reported on a page of their own', async () => {
  await signInAt('reporting', true)
  keepDraft('reporting', { ...emptyDraft, kind: 'threat', addresses: 'evil.example', text: 'From June' })
  showPage(() => <AddRequestPage />)
  await screen.findByRole('link', { name: /Add Threats/ })
  expect(kindsShown()).toContain('Takedown support (chosen)')
  expect(screen.getByDisplayValue('evil.example')).toBeTruthy()
  expect(screen.getByDisplayValue('From June')).toBeTruthy()
})

const bookmarked = '/?address=https%3A%2F%2Fevil.example%2Fa'

test('the bookmark of the browser opens the page that takes reports of threats', async () => {
  await signInAt('reporting', true)
  const router = showPage(() => <AddRequestPage />, { address: bookmarked })
  await expect.poll(() => router.state.location.pathname).toBe('/addThreats')
  expect(router.state.location.search).toMatchObject({ address: 'https://evil.example/a' })
})

test('without such a page the bookmark of the browser begins a report', async () => {
  await signInAt('asking', false)
  showPage(() => <AddRequestPage />, { address: bookmarked })
  await screen.findByDisplayValue('https://evil.example/a')
  expect(kindsShown()).toContain('Report a threat (chosen)')
})

const threatOf = (word: string) => ({
  word,
  threats: [{ id: `id-${word}`, number: 'T-7', source: 'Domain', title: word, status: 'open' }],
  hasMore: false,
})

/** Types a report of which these are known. Returns what is sent. */
async function typeReport(text: string, ...known: string[]) {
  const sent: unknown[] = []
  await signIn({ role: 'client' }, (path, { method, body }) => {
    if (path.includes('knownThreats')) return Response.json(known.map(threatOf))
    if (method !== 'POST') return Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 })
    if (body instanceof FormData) sent.push(body.get('text'))
    return serverError()
  })
  showPage(() => <ReportThreatPage />)
  fireEvent.change(await screen.findByRole('textbox', { name: 'What did you find?' }), { target: { value: text } })
  return sent
}

test('of a report that is partly known, the main button sends what is new, and another one sends all', async () => {
  const text = 'Seen today:\nevil.example\na.example\nb.example'
  const sent = await typeReport(text, 'evil.example')
  fireEvent.click(await screen.findByRole('button', { name: 'Report only the 2 new ones' }))
  await expect.poll(() => sent).toEqual(['Seen today:\na.example\nb.example'])
  expect(screen.queryByRole('button', { name: 'Report threats' })).toBeNull()
  const all = await screen.findByRole('button', { name: 'Report all' })
  await expect.poll(() => all.matches(':disabled')).toBe(false)
  fireEvent.click(all)
  await expect.poll(() => sent[1]).toBe(text)
})

test('of a report that is known as a whole, the main thing is its threat, and it can be reported again', async () => {
  const sent = await typeReport('evil.example', 'evil.example')
  const link = await screen.findByRole('link', { name: 'Open T-7' })
  expect(link.getAttribute('href')).toContain('id=id-evil.example')
  expect(screen.queryByRole('button', { name: /^Report (only|threats|all)/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Report again' }))
  await expect.poll(() => sent).toEqual(['evil.example'])
})

test('a report that is sent before it is known what is known of it waits for the decision', async () => {
  const sent = await typeReport('evil.example\na.example', 'evil.example')
  fireEvent.click(screen.getByRole('button', { name: 'Report threats' }))
  await screen.findByRole('button', { name: 'Report only the new one' })
  expect(sent).toEqual([])
})

test('where a request reports the threat, only the new addresses are sent too', async () => {
  const links: unknown[] = []
  const config = { pages: [], navigation: 'standard', qaNavigation: 'touts', addThreats: false }
  const info = {
    company: 'asks',
    name: 'The bank',
    config,
    modules: {},
    threatSources: [],
    setUpSources: [],
    toutSources: [],
  }
  await signIn({ role: 'client', company: 'asks' }, (path, { method, body }) => {
    if (path.includes('getClientInfo')) return Response.json(info)
    if (path.includes('knownThreats')) return Response.json([threatOf('evil.example')])
    if (method !== 'POST') return Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 })
    if (body instanceof FormData) links.push(body.getAll('links'))
    return serverError()
  })
  const addresses = 'evil.example\nnew.example'
  keepDraft('asks', { ...emptyDraft, kind: 'threat', subject: 'Two shops', addresses })
  showPage(() => <AddRequestPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Report only the new one' }))
  await expect.poll(() => links).toEqual([['https://new.example']])
  // A takedown is requested of what is known.
  fireEvent.click(screen.getByRole('radio', { name: 'Takedown support' }))
  await screen.findByRole('button', { name: 'Send request' })
  keepDraft('asks', null)
})

test('what waits for a client is named above the form, and is one click away', async () => {
  await signIn({ role: 'client' }, (path) => answerThree(path))
  showPage(() => <AddRequestPage />)
  fireEvent.click(await screen.findByRole('button', { name: '1 request is waiting for you' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your requests' }))
})

test('above the closed requests no open ones are counted', async () => {
  await signIn({ role: 'client' }, (path) =>
    path.includes('getDueDates')
      ? Response.json({ open: 3, overdue: 1, met: 2, metLater: 0, missed: 0, medianMs: null })
      : answerThree(path),
  )
  showPage(() => <AddRequestPage />, { address: '/?view=closed' })
  const figures = await screen.findByText(/^Done in the last 90 days: 2 on time/)
  expect(figures.parentElement?.textContent).not.toMatch(/open|overdue/)
})

test('the kinds of files are named in a few words, each ending of which is taken', async () => {
  await signIn({ role: 'client' }, () => Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 }))
  showPage(() => <ReportThreatPage />)
  const group = await screen.findByRole('group', { name: 'Files (optional)' })
  expect(group.textContent).toContain('images, PDF, HTML, Office, text, emails, up to 20 MB')
  expect(group.querySelector('input')?.accept).toContain('.eml')
})
