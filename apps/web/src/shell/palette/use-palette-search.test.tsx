// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FoundObject } from '../../navigation/palette.ts'
import { usePaletteSearch } from './use-palette-search.ts'

const { find } = vi.hoisted(() => ({ find: vi.fn<(search: { text: string }) => Promise<FoundObject[]>>() }))
vi.mock('./palette-search.ts', () => ({ findInPalette: find }))
vi.mock('../../session/use-session.ts', () => ({ useUser: () => ({ role: 'client' }) }))
vi.mock('../../session/company.ts', () => ({ useCompany: () => 'bank' }))

const record: FoundObject = { key: 'x-1', label: 'meridian[.]example', kind: 'Threat', href: '/threats/All?id=x-1' }

function search() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => usePaletteSearch(() => true), { wrapper })
  return { now: () => result.current, type: (text: string) => act(() => result.current.onType(text)) }
}
afterEach(() => {
  cleanup()
  find.mockReset()
})

test('a single letter is not searched; a word is searched once typing pauses', async () => {
  find.mockResolvedValue([record])
  const { now, type } = search()
  type('m')
  expect(now().empty).toBe('No matches.')
  type(' meridian ')
  expect(now().empty).toBe('Searching…')
  await waitFor(() => expect(now().found).toEqual([record]))
  expect(find.mock.calls.map(([{ text }]) => text)).toEqual(['meridian'])
  type('m')
  await waitFor(() => expect(now().found).toEqual([]))
})

test('a failed search shows an error', async () => {
  find.mockRejectedValue(new Error('unreachable'))
  const { now, type } = search()
  type('meridian')
  await waitFor(() => expect(now().empty).toBe("Couldn't search threats and cases."))
})
