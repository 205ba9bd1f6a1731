// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import { type AnyThreat, RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { useDecideMany } from './use-decide-many.ts'
import { useDecideOne } from './use-decide-one.ts'

interface Sent {
  action: string
  selection: { ids?: string[] }
  versions?: Record<string, number>
}
let sent: Sent[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (_path: string, init: RequestInit = {}) => {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Sent
    sent.push(body)
    if (body.action === 'reopen') {
      return Promise.resolve(
        Response.json({ done: ['b'], versions: { b: 5 }, failed: [{ id: 'a', code: 'CONFLICT' }] }),
      )
    }
    return Promise.resolve(Response.json({ done: ['a', 'b'], versions: { a: 8, b: 4 }, failed: [] }))
  })
})
const rows: PagedRows<AnyThreat> = {
  total: 2,
  totalIsCapped: false,
  matching: 2,
  at: () => undefined,
  loaded: [],
  show: () => undefined,
  error: null,
  isOld: false,
  readAt: 0,
  refetch: () => undefined,
}

function start() {
  const store = createGridStore()
  const client = new QueryClient()
  return renderHook(
    () => {
      const one = useDecideOne(store)
      return { one, many: useDecideMany(store, rows, one, () => ({})) }
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>
          <RecordsContext value={threatRecords}>{children}</RecordsContext>
        </QueryClientProvider>
      ),
    },
  ).result
}

test.each([
  ['selected threats', (many: ReturnType<typeof useDecideMany>) => many.decideIds(['a', 'b'], 'falsePositive')],
  ['all that match', (many: ReturnType<typeof useDecideMany>) => many.decideAll(2, 'falsePositive')],
])('Undo for %s sends the versions that the decision produced, and names those changed since', async (_, decide) => {
  const result = start()
  await act(() => decide(result.current.many))
  expect(sent[0]).not.toHaveProperty('versions')
  act(() => result.current.one.undoLast())
  await waitFor(() => expect(result.current.many.failed).toEqual([{ id: 'a', code: 'CONFLICT' }]))
  expect(sent[1]).toMatchObject({ action: 'reopen', selection: { ids: ['a', 'b'] }, versions: { a: 8, b: 4 } })
})
