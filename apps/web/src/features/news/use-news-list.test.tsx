// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../session/session-store.ts'
import { newsStep } from './news.api.ts'
import { useNewsList } from './use-news-list.ts'

const total = newsStep + 1
const item = (number: number) => ({ id: `n${number}`, title: `News ${number}`, publishedAt: '2026-11-20T10:00:00Z' })
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

beforeEach(async () => {
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/auth/session')) {
      const user = { id: 'u', name: 'Q', email: 'q@x.test', role: 'client', company: 'bank', adminCompanies: [] }
      return Promise.resolve(Response.json({ user: { ...user, accessToken: 't' }, expires: '2027-01-01T00:00:00Z' }))
    }
    const limit = Number(new URLSearchParams(path.split('?')[1]).get('limit'))
    const items = Array.from({ length: Math.min(limit, total) }, (_, number) => item(number))
    return Promise.resolve(Response.json({ items, total, pageNumber: 1, limit }))
  })
  await refreshSession()
})
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})
async function listen(id?: string) {
  const onOpen = vi.fn<(id: string | undefined) => void>()
  const { result } = renderHook(() => useNewsList({ company: 'bank', q: undefined, isSaved: false, id, onOpen }), {
    wrapper: within,
  })
  await waitFor(() => expect(result.current.items).toBeDefined())
  return { result, onOpen }
}

test('older news are loaded on demand', async () => {
  const { result } = await listen()
  expect(result.current.items).toHaveLength(newsStep)
  expect(result.current.hasOlder).toBe(true)
  act(() => result.current.showOlder())
  await waitFor(() => expect(result.current.items).toHaveLength(total))
  expect(result.current.hasOlder).toBe(false)
})

test('J opens the first or the next news item, Escape closes the open one', async () => {
  const first = await listen()
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(first.onOpen).toHaveBeenLastCalledWith('n0')
  cleanup()
  const { onOpen } = await listen('n3')
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(onOpen).toHaveBeenLastCalledWith('n4')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onOpen).toHaveBeenLastCalledWith(undefined)
})
