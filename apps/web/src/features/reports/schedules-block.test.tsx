// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SchedulesBlock } from './schedules-block.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('scheduled reports that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([], { status: 200 })),
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SchedulesBlock company="bank" />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: "Couldn't load scheduled reports" })

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
})
