import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { refreshSession } from '../src/session/session-store.ts'
import { snackbars } from '../src/ui/feedback/messages/toasts.ts'
import { ReviewPage } from '../src/features/qa/queue/review-page.tsx'
import { validateReviewSearch } from '../src/features/qa/review-search.ts'

export const newThreat = (number: number, title: string) => ({
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
export const threats = [newThreat(1, 'one.test'), newThreat(2, 'two.test'), newThreat(3, 'three.test')]
export const detail = {
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
export const counts = {
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
/** What the server was sent, and what a test has it answer. */
export const server = {
  claims: [] as object[],
  sent: [] as Sent[],
  answers: {} as Record<string, () => Response>,
}

export const json = (body: unknown, status = 200) => Response.json(body, { status })

/** A server with three threats. A test can override the response of a path. */
function answer(path: string, body: { ids?: string[] }): Response {
  const own = Object.entries(server.answers).find(([part]) => path.includes(part))
  if (own) return own[1]()
  if (path.startsWith('/api/auth/session')) return json({ user, expires: '2027-01-01T00:00:00Z' })
  if (path.includes('/qa/getQAThreats')) {
    return json({ items: threats, total: threats.length, pageNumber: 1, limit: 200 })
  }
  if (path.includes('/qa/getQAClaims')) return json(server.claims)
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
  Object.assign(server, { sent: [], claims: [], answers: {} })
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { ids?: string[] }
    if (method !== 'GET' && !path.includes('/qa/open')) server.sent.push({ method, path, body })
    return Promise.resolve(answer(path, body))
  })
  await refreshSession()
})
export function show(address: string) {
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

export async function open(address = '/QA/dashboard') {
  show(address)
  await screen.findByRole('list', { name: 'Threats to review' })
}

export const rows = () => within(screen.getByRole('list', { name: 'Threats to review' })).getAllByRole('listitem')
export const current = () =>
  screen.getByRole('list', { name: 'Threats to review' }).querySelector('[aria-current=true]')?.textContent
export const press = (key: string) => fireEvent.keyDown(document.body, { key })
export const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

/** The newest message with this text. */
export const messageOf = (text: string) =>
  snackbars.current().findLast((message) => message.text === text && message.phase !== 'closing')

export const list = (items: object[]) => () => json({ items, total: 5, pageNumber: 1, limit: 200 })
