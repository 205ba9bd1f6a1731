// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../../session/session-store.ts'
import { snackbars, toasts } from '../../../ui/feedback/messages/toasts.ts'
import { ReviewPage } from './review-page.tsx'
import { validateReviewSearch } from '../review-search.ts'

const newThreat = (number: number, title: string) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  source: 'Domain',
  title,
  domain_name: title,
  threatType: 'Phishing site',
  severity: 'High',
  status: 'open',
  score: 80,
  reasons: ['Added word'],
  firstSeen: '2026-11-20T10:00:00Z',
  lastSeen: '2026-11-20T10:00:00Z',
  number: 'T-1',
  publishedAt: null,
  sightings: 1,
  bookmarked: false,
  takedown: null,
  deeperAnalysis: null,
  isDemo: true,
  version: 1,
  stage: 'queued',
  stagedAt: '2026-11-20T10:00:00Z',
  stagedBy: null,
  autoFiltered: false,
  allowEntry: { kind: 'domain', value: title },
})
const threats = [newThreat(1, 'one.test'), newThreat(2, 'two.test'), newThreat(3, 'three.test')]
const detail = {
  official: [],
  officialBrand: null,
  indicators: [],
  evidence: [],
  proofs: [],
  sightingList: [],
  history: [],
  remarks: [],
  related: [],
  merged: [],
}
const counts = {
  waiting: 3,
  watched: 0,
  publishedToday: 4,
  reviewedTodayByMe: 5,
  deletionsWaiting: 0,
  overdue: 1,
  oldest: null,
  bySource: [],
}
const backlog = [
  { company: 'bank', name: 'Bank', waiting: 0, critical: 0, oldest: null, overdue: 0, dueSoon: 0, nextDue: null },
  {
    company: 'rail',
    name: 'Rail',
    waiting: 12,
    critical: 0,
    oldest: '2026-11-01T00:00:00Z',
    overdue: 0,
    dueSoon: 0,
    nextDue: null,
  },
]
const user = {
  id: 'u',
  name: 'Q',
  email: 'q@x.test',
  role: 'qa',
  company: 'bank',
  adminCompanies: ['bank'],
  accessToken: 't',
}

interface Sent {
  method: string
  path: string
  body: unknown
}
let claims: object[] = []
let sent: Sent[] = []
let answers: Record<string, () => Response> = {}

const json = (body: unknown, status = 200) => Response.json(body, { status })

/** A server with three threats. A test can override the response of a path. */
function answer(path: string, body: { ids?: string[] }): Response {
  const own = Object.entries(answers).find(([part]) => path.includes(part))
  if (own) return own[1]()
  if (path.startsWith('/api/auth/session')) return json({ user, expires: '2027-01-01T00:00:00Z' })
  if (path.includes('/qa/getQAThreats')) {
    return json({ items: threats, total: threats.length, pageNumber: 1, limit: 200 })
  }
  if (path.includes('/qa/getQAClaims')) return json(claims)
  if (path.includes('/qa/getDashboard')) return json(counts)
  if (path.includes('/qa/backlog')) return json(backlog)
  if (path.includes('/qa/undo')) {
    const ids = body.ids ?? []
    return json({ done: ids, versions: Object.fromEntries(ids.map((id) => [id, 3])), failed: [] })
  }
  if (path.includes('/lookUps?')) return json({ providers: [], answers: [] })
  if (path.includes('/sharers?')) return json({ total: 0, groups: [], waiting: [] })
  if (path.includes('/client/getClientInfo'))
    return json({
      company: 'bank',
      name: 'Bank',
      config: { pages: [] },
      modules: {},
      threatSources: [],
      toutSources: [],
    })
  const threat = threats.find(({ id }) => path.includes(id)) ?? threats[0]
  if (/\/(?:publish|watch|unwatch|whitelist|recall|requestDeletion)\?/.test(path))
    return json({ ...threat, version: 2, stage: 'published' })
  return json({ ...threat, ...detail })
}

beforeEach(async () => {
  for (const { messageId } of snackbars.current()) snackbars.close(messageId)
  sent = []
  claims = []
  answers = {}
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { ids?: string[] }
    if (method !== 'GET' && !path.includes('/qa/open')) sent.push({ method, path, body })
    return Promise.resolve(answer(path, body))
  })
  await refreshSession()
})
function show(address: string) {
  const root = createRootRoute()
  const review = createRoute({
    getParentRoute: () => root,
    path: '/QA/dashboard',
    validateSearch: validateReviewSearch,
    component: ReviewPage,
  })
  const router = createRouter({
    routeTree: root.addChildren([review]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

async function open(address = '/QA/dashboard') {
  show(address)
  await screen.findByRole('list', { name: 'Threats to review' })
}

const rows = () => within(screen.getByRole('list', { name: 'Threats to review' })).getAllByRole('listitem')
const current = () =>
  screen.getByRole('list', { name: 'Threats to review' }).querySelector('[aria-current=true]')?.textContent
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

/** The newest message with this text. */
const messageOf = (text: string) =>
  snackbars.current().findLast((message) => message.text === text && message.phase !== 'closing')

test('J and K move through the queue', async () => {
  await open()
  expect(current()).toContain('one[.]test')
  press('j')
  expect(current()).toContain('two[.]test')
  press('k')
  expect(current()).toContain('one[.]test')
})

test('P publishes, moves to the next threat and announces how many are waiting', async () => {
  await open()
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(current()).toContain('two[.]test')
  expect(announced()).toContain('Published one[.]test, 2 waiting')
  await waitFor(() => expect(sent.at(-1)?.path).toContain('/publish'))
})

test('a double click on Publish decides on one threat, once', async () => {
  await open()
  const publish = screen.getByRole('button', { name: /^Publish to client/ })
  fireEvent.click(publish, { detail: 1 })
  fireEvent.click(publish, { detail: 2 })
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(announced()).toContain('Published one[.]test, 2 waiting'))
  expect(sent.map(({ path }) => path.includes('/publish'))).toEqual([true])
})

test('a second start of a step that is under way is dropped', async () => {
  await open()
  const publish = screen.getByRole('button', { name: /^Publish to client/ })
  act(() => {
    publish.click()
    publish.click()
  })
  await waitFor(() => expect(announced()).toContain('Published one[.]test, 2 waiting'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(rows()).toHaveLength(2)
})

test('a severity chosen by its number is saved before publishing', async () => {
  await open()
  answers = { [`${threats[0]!.id}?`]: () => json({ ...threats[0], severity: 'Critical', version: 2 }) }
  press('1')
  expect(screen.getByRole('radio', { name: /Critical/ })).toHaveProperty('checked', true)
  press('p')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]).toMatchObject({ method: 'PATCH', body: { severity: 'Critical', version: 1 } })
  expect(sent[1]).toMatchObject({ body: { version: 2 } })
})

test('a refused step brings the threat back with the reason', async () => {
  await open()
  answers = {
    '/publish': () => json({ code: 'CONFLICT', message: 'Somebody reviewed this threat in the meantime.' }, 409),
  }
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(3))
  const reason = "Couldn't publish one[.]test. Somebody reviewed this threat in the meantime."
  expect(rows()[0]?.textContent).toContain(reason)
  expect(announced()).toContain(reason)
})

test('deleting asks for a remark first', async () => {
  await open()
  press('Delete')
  const dialog = await screen.findByRole('dialog', { name: 'Request deletion' })
  expect(sent).toHaveLength(0)
  fireEvent.click(within(dialog).getByRole('radio', { name: /Inaccurate/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Request deletion' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ body: { remark: { kind: 'Inaccurate Information' }, version: 1 } })
})

test('W whitelists with a reason that the client reads, and Z takes it back', async () => {
  await open()
  fireEvent.change(screen.getByRole('textbox', { name: 'Remark' }), { target: { value: 'ok' } })
  press('w')
  const dialog = await screen.findByRole('dialog', { name: 'Whitelist one[.]test?' })
  expect(dialog.textContent).toContain('this domain and every name below it')
  expect(dialog.textContent).toContain('on its allow list')
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
  expect(document.activeElement).toBe(reason)
  expect(reason).toHaveProperty('value', 'ok')
  fireEvent.keyDown(reason, { key: 'Enter' })
  await within(dialog).findByText('Enter a reason of at least 3 characters.')
  expect(sent).toHaveLength(0)
  fireEvent.change(reason, { target: { value: 'The shop of a reseller' } })
  fireEvent.keyDown(reason, { key: 'Enter' })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.path).toContain('/whitelist')
  expect(sent[0]).toMatchObject({ body: { remark: { kind: 'custom', text: 'The shop of a reseller' }, version: 1 } })
  await waitFor(() => expect(announced()).toContain('Whitelisted one[.]test, 2 waiting'))
  expect(rows()).toHaveLength(2)
  answers = {
    '/qa/bulk': () => json({ done: [threats[0]!.id], versions: { [threats[0]!.id]: 3 }, failed: [] }),
    '/qa/getQAThreats': () =>
      json({ items: [{ ...threats[0], version: 3 }, threats[1], threats[2]], total: 3, pageNumber: 1, limit: 200 }),
  }
  press('z')
  const ids = [threats[0]!.id]
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ body: { ids, action: 'recall', versions: { [threats[0]!.id]: 2 } } }),
  )
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('what the allow list has nothing to recognise by stays in the queue, with the reason', async () => {
  const message = 'This has no domain, address or account that the allow list could recognise.'
  answers = { '/whitelist?': () => json({ code: 'CONFLICT', message, details: [] }, 409) }
  await open()
  fireEvent.click(screen.getByRole('button', { name: /^Whitelist/ }))
  const dialog = await screen.findByRole('dialog', { name: /^Whitelist/ })
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Our own app' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Whitelist' }))
  await waitFor(() => expect(announced().join(' ')).toContain(`Couldn't whitelist one[.]test. ${message}`))
  expect(rows()).toHaveLength(3)
})

test('Z undoes the last move to the watchlist', async () => {
  await open()
  press('l')
  await waitFor(() => expect(sent.at(-1)?.path).toContain('/watch'))
  await waitFor(() => expect(rows()).toHaveLength(2))
  answers = {
    '/qa/getQAThreats': () =>
      json({ items: [{ ...threats[0], version: 3 }, threats[1], threats[2]], total: 3, pageNumber: 1, limit: 200 }),
  }
  press('z')
  await waitFor(() => expect(sent.at(-1)?.path).toContain('/qa/undo'))
  expect(sent.at(-1)?.body).toEqual({ kind: 'threat', ids: [threats[0]!.id], versions: { [threats[0]!.id]: 2 } })
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test.each(['Z', 'the Undo of its message'])(
  'a step that %s undoes is named as undone, and is the current threat again',
  async (way) => {
    await open()
    press('j')
    press('l')
    const text = 'Moved two[.]test to the watchlist'
    await waitFor(() => expect(messageOf(text)).toBeTruthy())
    expect(current()).toContain('three[.]test')
    answers = {
      '/qa/getQAThreats': () =>
        json({ items: [threats[0], { ...threats[1], version: 3 }, threats[2]], total: 3, pageNumber: 1, limit: 200 }),
    }
    if (way === 'Z') press('z')
    else messageOf(text)?.action?.run()
    await waitFor(() => expect(toasts.current().map((toast) => toast.text)).toContain(`Undone: ${text}`))
    await waitFor(() => expect(current()).toContain('two[.]test'))
    expect(rows()).toHaveLength(3)
  },
)

test('several threats that the Undo of their message returns are named as undone, and the first is current again', async () => {
  await open()
  const ids = [threats[1]!.id, threats[2]!.id]
  const answerWith = (version: number) =>
    json({ done: ids, versions: Object.fromEntries(ids.map((id) => [id, version])), failed: [] })
  answers = { '/qa/bulk': () => answerWith(2) }
  press('j')
  press('x')
  press('j')
  press('x')
  await screen.findByText('2 selected')
  press('l')
  const text = 'Moved 2 threats to the watchlist'
  await waitFor(() => expect(messageOf(text)).toBeTruthy())
  expect(current()).toContain('one[.]test')
  const back = threats.map((threat) => (ids.includes(threat.id) ? { ...threat, version: 3 } : threat))
  answers = { '/qa/undo': () => answerWith(3), '/qa/getQAThreats': list(back) }
  messageOf(text)?.action?.run()
  await waitFor(() => expect(toasts.current().map((toast) => toast.text)).toContain(`Undone: ${text}`))
  await waitFor(() => expect(current()).toContain('two[.]test'))
})

test('Z undoes what was published last, and says why when that is no longer possible', async () => {
  await open()
  press('p')
  await waitFor(() => expect(sent.at(-1)?.path).toContain('/publish'))
  await waitFor(() => expect(rows()).toHaveLength(2))
  const failed = [{ id: threats[0]!.id, code: 'DECIDED' }]
  answers = { '/qa/undo': () => json({ done: [], versions: {}, failed }) }
  press('z')
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { versions: { [threats[0]!.id]: 2 } } }))
  expect(sent.at(-1)?.path).toContain('/qa/undo')
  await waitFor(() => expect(announced().join(' ')).toContain('The client has already decided on it.'))
  expect(rows()).toHaveLength(2)
})

test('Z undoes a decision on several threats, and says which cannot be undone', async () => {
  await open()
  const ids = [threats[0]!.id, threats[1]!.id]
  const versions = { [threats[0]!.id]: 2, [threats[1]!.id]: 2 }
  answers = { '/qa/bulk': () => json({ done: ids, versions, failed: [] }) }
  press('x')
  press('j')
  press('x')
  await screen.findByText('2 selected')
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(1))
  answers = {
    '/qa/undo': () =>
      json({ done: [ids[0]], versions: { [threats[0]!.id]: 3 }, failed: [{ id: ids[1], code: 'DECIDED' }] }),
    '/qa/getQAThreats': () =>
      json({ items: [{ ...threats[0], version: 3 }, threats[2]], total: 2, pageNumber: 1, limit: 200 }),
  }
  press('z')
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { ids, versions } }))
  expect(sent.at(-1)?.path).toContain('/qa/undo')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(announced().join(' ')).toContain('The client has already decided on it.'))
})

test('selected threats are decided together, and those that fail stay with the reason', async () => {
  await open()
  answers = {
    '/qa/bulk': () =>
      json({
        done: [threats[0]!.id],
        versions: { [threats[0]!.id]: 2 },
        failed: [{ id: threats[1]!.id, code: 'CONFLICT' }],
      }),
  }
  press('x')
  press('j')
  press('x')
  expect(await screen.findByText('2 selected')).toBeTruthy()
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(sent[0]).toMatchObject({ body: { ids: [threats[0]!.id, threats[1]!.id], action: 'publish' } })
  expect(rows()[0]?.textContent).toContain('Another reviewer changed it first.')
  expect(screen.getByText('1 selected')).toBeTruthy()
})

const list = (items: object[]) => () => json({ items, total: 5, pageNumber: 1, limit: 200 })

test('an address in the queue has no scheme; it has two lines, its first reason too', async () => {
  const address = { ...threats[1], source: 'URL', title: 'https://bank-sign-in.example/account/update' }
  const items = [threats[0], address]
  answers = { '/qa/getQAThreats': () => json({ items, total: 2, pageNumber: 1, limit: 200 }) }
  await open()
  const [short, long] = rows().map((row) => within(row))
  const title = rows()[1]?.querySelector('.clamp')
  expect(title?.textContent).toBe('bank-sign-in[.]example/account/update')
  // It breaks after a dot or slash, not at a hyphen.
  expect([...(title?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'bank-sign-in[.]',
    'example/',
    'account/',
    'update',
  ])
  expect(long?.getByText(/Added word/).className).toBe('clamp')
  expect(short?.getByText(/Added word/).className).toBe('clamp')
})

test('a row names its whole reason at the pointer, and begins no line with a dot', async () => {
  const accented = {
    ...threats[0],
    domain_name: 'xn--bnk-rla.test',
    title: 'xn--bnk-rla.test',
    unicode_name: 'bänk.test',
    publicReports: 2,
    reasons: ['Look-alike letters'],
  }
  answers = { '/qa/getQAThreats': list([accented]) }
  await open()
  const [row] = rows()
  const reason = row?.querySelector('[title]')
  expect(reason?.getAttribute('title')).toBe('Reported by 2 people · Look-alike letters · xn--bnk-rla[.]test')
  expect(reason?.textContent).toBe('Reported by 2 people\u00A0· Look-alike lettersxn--bnk-rla[.]test')
  expect(reason?.querySelector('br')?.nextSibling?.textContent).toBe('xn--bnk-rla[.]test')
})

test('the reason of a look-alike name in the queue is its letters, not that it reads like the brand', async () => {
  const accented = { ...threats[0], reasons: ['Exact brand name', 'Look-alike letters'] }
  answers = { '/qa/getQAThreats': list([accented]) }
  await open()
  expect(rows()[0]?.textContent).toContain('Look-alike letters')
  expect(rows()[0]?.textContent).not.toContain('Exact brand name')
})

test('everything that the filters find is selected, loaded or not, and undone with one message', async () => {
  answers = { '/qa/getQAThreats': list(threats) }
  await open()
  const all = [...threats, newThreat(4, 'four.test'), newThreat(5, 'five.test')]
  const ids = all.map(({ id }) => id)
  const versions = Object.fromEntries(ids.map((id) => [id, 2]))
  press('x')
  answers = { '/qa/getQAThreats': list(all), '/qa/bulk': () => json({ done: ids, versions, failed: [] }) }
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 5' }))
  await screen.findByText('5 selected')
  press('p')
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ body: { ids, action: 'publish' } }))
  await waitFor(() => expect(announced().join(' ')).toContain('Published 5 threats'))
  press('z')
  await waitFor(() => expect(sent.at(-1)?.path).toContain('/qa/undo'))
  expect(sent.at(-1)).toMatchObject({ body: { ids } })
})

test('the queue is searched by text, which / focuses', async () => {
  await open('/QA/dashboard?q=two')
  const search = await screen.findByRole('searchbox', { name: 'Search threats' })
  expect(search).toHaveProperty('value', 'two')
  expect(await screen.findByText('3 matches')).toBeTruthy()
  press('/')
  expect(document.activeElement).toBe(search)
})

test('the number of matches is that of what is left, and none is not shown', async () => {
  answers = { 'searchQuery=two': () => json({ items: [threats[1], threats[2]], total: 2, pageNumber: 1, limit: 200 }) }
  await open('/QA/dashboard?q=two')
  await screen.findByText('2 matches')
  press('p')
  const line = await screen.findByText('1 match')
  await within(line).findByRole('button', { name: 'Select all 1' })
  press('p')
  await screen.findByText('No threats match these filters')
  expect(screen.queryByText(/^\d+ match/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
})

test('the menu names the second reviews before their number, which reads as seconds otherwise', async () => {
  answers = { '/qa/getDashboard': () => json({ ...counts, secondReviews: 3 }) }
  await open()
  await screen.findByText('3 waiting')
  const menu = await screen.findByRole('dialog', { name: 'More', hidden: true })
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  await screen.findByRole('link', { name: 'Second reviews (3)', hidden: true })
})

test('overdue records are filtered by a button with their number', async () => {
  await open()
  const overdue = await screen.findByRole('button', { name: '1 overdue' })
  fireEvent.click(overdue)
  await waitFor(() => expect(overdue.getAttribute('aria-pressed')).toBe('true'))
})

test('a row past its promised time says for how long it has been overdue', async () => {
  const promisedAt = new Date(Date.now() - 2.5 * 86_400_000).toISOString()
  answers = { '/qa/getQAThreats': list([{ ...threats[0], promisedAt }, threats[1]!]) }
  await open()
  const [late, other] = rows().map((row) => within(row).getByRole('time'))
  expect(late?.textContent).toBe('2 d overdue')
  expect(late?.dataset['state']).toBe('overdue')
  expect(other?.textContent).not.toContain('overdue')
})

test('the age of the oldest is a sentence of its own', async () => {
  const oldest = new Date(Date.now() - 6.5 * 86_400_000).toISOString()
  answers = { '/qa/getDashboard': () => json({ ...counts, oldest }) }
  await open()
  await screen.findByText('Oldest 6 days ago')
})

test('the figures of today name whose they are', async () => {
  await open()
  await screen.findByText('You today: 5 decisions')
  screen.getByText('Team today: 4 published')
})

test('the figures of today count no decision that was undone, and are read again', async () => {
  await open()
  await screen.findByText('You today: 5 decisions')
  press('p')
  await screen.findByText('You today: 6 decisions')
  screen.getByText('Team today: 5 published')
  press('z')
  await screen.findByText('You today: 5 decisions')
  screen.getByText('Team today: 4 published')
  answers = { '/qa/getDashboard': () => json({ ...counts, publishedToday: 7 }) }
  await screen.findByText('Team today: 7 published', undefined, { timeout: 4000 })
})

test('the check for duplicates leads to them; without any there is no card for them', async () => {
  const [one, two] = threats
  const related = [{ ...two, match: 'title' }]
  answers = { [`${one!.id}?`]: () => json({ ...one, ...detail, related }) }
  await open()
  await screen.findByRole('heading', { name: 'Possible duplicates' })
  fireEvent.click(await screen.findByRole('button', { name: '1 possible duplicate to compare' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Possible duplicates' }))
  press('j')
  await screen.findByText('No possible duplicates')
  expect(screen.queryByRole('heading', { name: 'Possible duplicates' })).toBeNull()
  expect(screen.queryByRole('button', { name: /possible duplicate/ })).toBeNull()
})

test.each([
  ['among the others', 'Other indicators', 0],
  ['next to the only ones', 'Why flagged', 1],
])('the check for what speaks against a threat leads to it: %s', async (_, heading, most) => {
  const [one] = threats
  const reasons = ['Brand as a separate word', 'Phishing keywords', 'New domain', 'Many sightings']
  const indicators = [
    { name: 'Short brand name', value: 'bank', contribution: -2 },
    ...reasons.slice(0, most || reasons.length).map((name) => ({ name, value: '', contribution: 20 })),
  ]
  answers = { [`${one!.id}?`]: () => json({ ...one, ...detail, indicators }) }
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '1 indicator speaks against a threat' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: heading }))
})

test('steps of the same kind share one message', async () => {
  await open()
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(2))
  press('p')
  await waitFor(() =>
    expect(
      snackbars
        .current()
        .filter(({ phase }) => phase !== 'closing')
        .map(({ text }) => text),
    ).toContain('Published 2 threats'),
  )
})

test('an empty queue shows what was reviewed today, and leads to the next company', async () => {
  answers = { '/qa/getQAThreats': () => json({ items: [], total: 0, pageNumber: 1, limit: 200 }) }
  show('/QA/dashboard')
  expect(await screen.findByText('All reviewed')).toBeTruthy()
  expect(screen.getByText("You've reviewed 5 today. Published today: 4.")).toBeTruthy()
  await screen.findByRole('button', { name: 'Next: Rail, 12 waiting' })
})

test('filters that match nothing can be cleared, and lead to the next company', async () => {
  answers = { 'searchQuery=kiosk': () => json({ items: [], total: 0, pageNumber: 1, limit: 200 }) }
  show('/QA/dashboard?q=kiosk')
  await screen.findByText(/Filtered by .*kiosk.*\. 0 of 3 in the queue match\./)
  await screen.findByRole('button', { name: 'Next: Rail, 12 waiting' })
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findAllByText('one[.]test')).not.toEqual([])
})

test('a queue that fails to load offers a retry', async () => {
  answers = { '/qa/getQAThreats': () => json({ code: 'INTERNAL', message: 'x', requestId: 'r-1' }, 500) }
  show('/QA/dashboard')
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('a threat another reviewer has open says so and cannot be decided', async () => {
  const until = '2026-11-21T10:05:00Z'
  claims = [{ id: threats[0]!.id, by: 'Ada', isMine: false, isOpened: true, until }]
  await open()
  expect(await screen.findByText('Ada is reviewing')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Publish to client/ })).toHaveProperty('disabled', true)
  press('p')
  expect(rows()).toHaveLength(3)
  expect(sent).toHaveLength(0)
})

test('M compares a possible duplicate, merging removes it from the queue, and Z brings it back', async () => {
  const [one, two] = threats
  const related = [{ ...two, firstSeen: '2026-11-01T10:00:00Z', match: 'title' }]
  answers = {
    '/merge?': () => json({ ...one, version: 2, stage: 'merged', mergedInto: two!.id }),
    [`${one!.id}?`]: () => json({ ...one, ...detail, related }),
    [`${two!.id}?`]: () => json({ ...two, ...detail, firstSeen: '2026-11-01T10:00:00Z' }),
  }
  await open()
  await screen.findByRole('button', { name: 'Merge two[.]test' })
  press('m')
  const dialog = await screen.findByRole('dialog', { name: 'Merge duplicates' })
  expect((await within(dialog).findAllByRole('radio', { name: /Keep this one/ }))[1]).toHaveProperty('checked', true)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ body: { into: two!.id, version: 1 } })
  await waitFor(() => expect(announced()).toContain('Merged one[.]test into two[.]test, 2 waiting'))
  answers = {
    '/unmerge?': () => json({ ...one, version: 3 }),
    '/qa/getQAThreats': () =>
      json({ items: [{ ...one, version: 3 }, threats[1], threats[2]], total: 3, pageNumber: 1, limit: 200 }),
  }
  press('z')
  await waitFor(() => expect(sent.at(-1)?.path).toContain('/unmerge'))
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('Z after unmerging merges again, and leaves the step before it alone', async () => {
  const [one, two, three] = threats
  const part = {
    ...three!,
    id: '00000000-0000-4000-8000-000000000009',
    title: 'part.test',
    by: 'Q',
    at: one!.firstSeen,
    version: 4,
  }
  answers = { [`${two!.id}?`]: () => json({ ...two, ...detail, merged: [part] }) }
  await open()
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(2))
  answers = {
    ...answers,
    '/unmerge?': () => json({ ...part, stage: 'queued', version: 5 }),
    '/merge?': () => json({ ...part, stage: 'merged', version: 6 }),
    '/qa/getQAThreats': () =>
      json({ items: [two, three, { ...part, stage: 'queued', version: 5 }], total: 3, pageNumber: 1, limit: 200 }),
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Unmerge part[.]test' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  await waitFor(() => expect(announced()).toContain('Unmerged part[.]test'))
  press('z')
  await waitFor(() => expect(sent.at(-1)?.path).toContain(`${part.id}/merge`))
  expect(sent.at(-1)).toMatchObject({ body: { into: two!.id, version: 5 } })
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(sent.some(({ path }) => path.includes('/qa/undo'))).toBe(false)
})

test('threats that share traits are listed by what they share, and reviewed together', async () => {
  const [one, two] = threats as [(typeof threats)[number], (typeof threats)[number]]
  const { id, source, title, severity, firstSeen } = two
  const shared = [{ kind: 'registration', value: 'Harbor Registrar, 2026-11-01 10:03' }]
  const items = [{ id, source, title, severity, firstSeen, stage: 'queued' }]
  answers = {
    '/sharers?': () => json({ total: 1, groups: [{ shared, total: 1, items }], waiting: [one.id, id] }),
    'sharesWith=': () => json({ items: [one, two], total: 2, pageNumber: 1, limit: 200 }),
  }
  await open()
  await screen.findByRole('region', { name: '1 other with the same registrar and registration time' })
  fireEvent.click(screen.getByRole('button', { name: 'Review all 2 together' }))
  await screen.findByText('2 selected')
  await waitFor(() => expect(rows()).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Show full queue' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('counts of the queue that could not be loaded are named, and are loaded on Retry', async () => {
  answers = { '/qa/getDashboard': () => json({ code: 'INTERNAL', message: 'down' }, 500) }
  await open()
  await screen.findByText("Couldn't load the counts.")
  answers = {}
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { name: /^3 waiting/ })
  expect(screen.queryByText("Couldn't load the counts.")).toBeNull()
})
