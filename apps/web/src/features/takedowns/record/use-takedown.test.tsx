// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { publishLive } from '../../../api/live.ts'
import { useTakedown } from './use-takedown.ts'

const changed = (takedownId: string) =>
  act(() => publishLive({ id: '1', type: 'takedown.changed', at: '2026-01-05T09:00:00Z', data: { takedownId } }))

test('a case is loaded again when the server reports a change of it, and not for another case', async () => {
  let asked = 0
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: 'one', version: (asked += 1) })))
  const client = new QueryClient()
  const { result } = renderHook(() => useTakedown('bank', 'one'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.data).toMatchObject({ version: 1 }))
  changed('another')
  expect(asked).toBe(1)
  changed('one')
  await waitFor(() => expect(result.current.data).toMatchObject({ version: 2 }))
})
