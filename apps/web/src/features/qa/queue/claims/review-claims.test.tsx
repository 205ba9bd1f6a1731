// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReviewClaims } from './review-claims.tsx'

vi.mock('../../../../session/company.ts', () => ({ useCompany: () => 'bank' }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('claims that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () => (isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([]))))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ReviewClaims claims={new Map()} overdue={0} search={{}} onSearch={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByText("Couldn't load who has which threats.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await vi.waitFor(() => expect(screen.queryByText("Couldn't load who has which threats.")).toBeNull())
})
