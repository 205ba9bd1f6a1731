// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { refreshSession } from '../../../session/session-store.ts'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { SecondReviewPage } from './second-review-page.tsx'

const at = '2026-11-01T00:00:00Z'
const threat = {
  id: '00000000-0000-4000-8000-000000000001',
  source: 'Domain',
  title: 'login-bank.example',
  domain_name: 'login-bank.example',
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage: 'queued',
  stagedAt: at,
  stagedBy: null,
  autoFiltered: false,
  score: 80,
  reasons: [],
  firstSeen: at,
  lastSeen: at,
  number: 'T-1',
  publishedAt: null,
  sightings: 1,
  bookmarked: false,
  takedown: null,
  deeperAnalysis: null,
  isDemo: false,
  version: 1,
  official: [],
  officialBrand: null,
  markedName: null,
  indicators: [],
  verdict: null,
  evidence: [],
  proofs: [],
  sightingList: [],
  history: [],
  remarks: [],
  related: [],
  merged: [],
}

let sent: { path: string; body: unknown }[] = []
let waiting: object[] = []

beforeEach(async () => {
  sent = []
  waiting = [threat]
  const person = { id: 'u', name: 'Sam', email: 'sam@x.test', role: 'qa' }
  const user = { ...person, company: 'bank', adminCompanies: ['bank'], accessToken: 't' }
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path.startsWith('/api/auth/session'))
      return Promise.resolve(Response.json({ user, expires: '2099-01-01T00:00:00Z' }))
    if (init.method === 'POST') {
      sent.push({ path, body: JSON.parse(typeof init.body === 'string' ? init.body : '{}') })
      waiting = []
      const first = { verdict: 'threat', by: 'Rita', at }
      return Promise.resolve(Response.json({ first, agrees: false }))
    }
    if (path.includes('/sharers?')) return Promise.resolve(Response.json({ total: 0, groups: [], waiting: [] }))
    if (path.includes('/lookUps?')) return Promise.resolve(Response.json({ providers: [], answers: [] }))
    return Promise.resolve(Response.json({ waiting: waiting.length, threat: waiting[0] ?? null }))
  })
  await refreshSession()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show() {
  const router = createRouter({
    routeTree: createRootRoute({ component: SecondReviewPage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('a reviewer decides by key without knowing the first decision, and then sees it', async () => {
  show()
  await screen.findByRole('heading', { name: 'login-bank[.]example' })
  screen.getByText('1 waiting')
  expect(document.body.textContent).not.toContain('Rita')
  fireEvent.keyDown(document.body, { key: '2' })
  await screen.findByText('No second reviews waiting')
  expect(sent).toMatchObject([{ body: { verdict: 'harmless' } }])
  expect(sent[0]?.path).toContain(`/qa/secondReviews/${threat.id}`)
  await waitFor(() =>
    expect(snackbars.current().map(({ text }) => text)).toEqual(['Rita published login-bank[.]example']),
  )
})
