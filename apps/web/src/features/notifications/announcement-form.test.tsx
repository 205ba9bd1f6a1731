// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AnnouncementEditor } from './announcement-form.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('recipients that could not be counted are not shown as none, and are counted on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json({ items: [], total: 3 })),
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AnnouncementEditor search={{ edit: 'new' }} onClose={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('radio', { name: 'Selected roles in every company' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Client' }))
  await screen.findByText("Couldn't count the recipients.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('3 people')
  expect(screen.queryByText("Couldn't count the recipients.")).toBeNull()
})
