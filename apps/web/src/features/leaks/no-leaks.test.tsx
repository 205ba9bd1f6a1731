// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NoLeaks } from './no-leaks.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a last check that could not be loaded is not shown as none, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () => (isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([]))))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NoLeaks company="bank" search={{}} onChange={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByText("Couldn't load the last check.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/Not checked yet/)
  expect(screen.queryByText("Couldn't load the last check.")).toBeNull()
})
