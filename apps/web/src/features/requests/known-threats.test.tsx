// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { KnownThreats } from './known-threats.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('known threats that could not be loaded are not taken for none, and are loaded on Retry', async () => {
  let isDown = true
  const threat = { id: 'a', source: 'Domain', title: 'a.example', status: 'open' }
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json({ items: [threat], total: 1 })),
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <KnownThreats search="a.example" /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByText("Couldn't check for threats that are already known.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('We already know a matching threat:')
  expect(screen.queryByRole('button')).toBeNull()
})
