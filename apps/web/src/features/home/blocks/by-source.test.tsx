// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { BySource } from './by-source.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const down = () => Response.json({ code: 'INTERNAL', message: 'down' }, { status: 500 })

function show(component: () => ReactNode) {
  const router = createRouter({ routeTree: createRootRoute({ component }) })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const row = {
  source: 'Domain',
  label: 'Domain',
  total: 4,
  open: 2,
  bySeverity: { Critical: 1, High: 0, Medium: 0, Low: 0 },
}

test('trends of sources that could not be loaded are named, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', (path: string) => {
    if (!path.includes('Frequency')) return Promise.resolve(Response.json([row]))
    return Promise.resolve(isDown ? down() : Response.json([]))
  })
  show(() => <BySource company="bank" rangeDays={30} now={new Date()} />)
  await screen.findByText("Couldn't load all trends.")
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('img')
  expect(screen.queryByText("Couldn't load all trends.")).toBeNull()
})
