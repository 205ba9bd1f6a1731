// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OwnReasons } from './own-reasons.tsx'

vi.mock('../../session/company.ts', () => ({ useCompany: () => 'bank' }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('own reasons that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(Response.json([{ name: 'Sells vouchers', explanation: 'The company sells none.' }])),
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OwnReasons q={undefined} />
    </QueryClientProvider>,
  )
  await screen.findByText("Couldn't load the company's own reasons.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Sells vouchers')
  expect(screen.queryByText("Couldn't load the company's own reasons.")).toBeNull()
})
