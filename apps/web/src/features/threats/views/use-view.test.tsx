// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { useView } from './use-view.ts'

vi.mock('../../../session/company.ts', () => ({ useCompany: () => 'umber' }))

test.each([
  ['could not be loaded', () => Promise.reject(new TypeError('down'))],
  ['no longer exists', () => Promise.resolve(Response.json([]))],
])('of a link to a view that %s, the unfiltered list is not shown without a word', async (_, answer) => {
  vi.stubGlobal('fetch', answer)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <RecordsContext value={threatRecords}>{children}</RecordsContext>
    </QueryClientProvider>
  )
  const fill = vi.fn<() => void>()
  renderHook(() => useView({ view: '7f3a9a4e-7d2b-4c7e-9a41-000000000000' }, fill), { wrapper })
  await vi.waitFor(() => expect(JSON.stringify(snackbars.current())).toContain('The view of this link'))
  expect(fill).not.toHaveBeenCalled()
})
