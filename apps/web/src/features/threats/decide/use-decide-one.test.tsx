// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { type AnyThreat, RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { useDecideOne } from './use-decide-one.ts'

const newThreat = (id: string): AnyThreat => ({
  id,
  source: 'Domain',
  title: `${id}.test`,
  domain_name: `${id}.test`,
  threatType: 'Phishing site',
  severity: 'High',
  status: 'open',
  score: 80,
  reasons: [],
  reasonCount: 0,
  firstSeen: '2026-11-20T10:00:00Z',
  lastSeen: '2026-11-20T10:00:00Z',
  number: 'T-1',
  publishedAt: '2026-11-20T10:00:00Z',
  sightings: 1,
  bookmarked: false,
  takedown: null,
  deeperAnalysis: null,
  isDemo: false,
  version: 1,
})

let sent: { path: string; action: string; version: number }[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { action: string; version: number }
    sent.push({ path, ...body })
    const id = ['one', 'two', 'three'].find((each) => path.includes(`/${each}/`)) ?? 'one'
    const status = body.action === 'reopen' ? 'open' : body.action
    return Promise.resolve(Response.json({ ...newThreat(id), status, version: body.version + 1 }))
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await waitFor(() => {
    for (const { messageId, phase } of snackbars.current()) if (phase !== 'closing') snackbars.close(messageId)
    expect(snackbars.current()).toEqual([])
  })
})

function start() {
  const store = createGridStore()
  const client = new QueryClient()
  return renderHook(() => useDecideOne(store), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <RecordsContext value={threatRecords}>{children}</RecordsContext>
      </QueryClientProvider>
    ),
  }).result
}
const open = () => snackbars.current().filter(({ phase }) => phase !== 'closing')
const texts = () => open().map(({ text }) => text)

test('decisions of the same kind one after another share one message, whose Undo takes back all of them', async () => {
  const result = start()
  for (const id of ['one', 'two', 'three']) await act(() => result.current.decide(newThreat(id), 'whitelist'))
  expect(texts()).toEqual(['3 threats whitelisted'])
  act(() => open()[0]?.action?.run())
  await waitFor(() => expect(sent.filter(({ action }) => action === 'reopen')).toHaveLength(3))
  await waitFor(() => expect(texts()).toEqual(['Decision on 3 threats undone']))
})

test('a decision of another kind, or with another end, has a message of its own', async () => {
  const result = start()
  await act(() => result.current.decide(newThreat('one'), 'whitelist'))
  await act(() => result.current.decide(newThreat('two'), 'whitelist', { until: '2099-01-31' }))
  await act(() => result.current.decide(newThreat('three'), 'falsePositive'))
  expect(texts()).toHaveLength(3)
  act(() => result.current.undoLast())
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ action: 'reopen', version: 2 }))
  expect(sent.at(-1)?.path).toContain('/three/')
})
