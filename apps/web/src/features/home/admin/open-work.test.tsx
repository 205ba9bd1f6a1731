// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../../session/session-store.ts'
import { OpenWork } from './open-work.tsx'

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

const user = {
  id: 'u',
  name: 'Q',
  email: 'q@x.test',
  role: 'qa',
  company: 'bank',
  adminCompanies: ['bank'],
  accessToken: 't',
}

test('a number of sources with a problem that could not be loaded is named, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/auth/session'))
      return Promise.resolve(Response.json({ user, expires: '2027-01-01T00:00:00Z' }))
    if (!path.includes('overage')) return Promise.resolve(Response.json([]))
    return Promise.resolve(
      isDown ? down() : Response.json({ items: [], total: 0, pageNumber: 1, limit: 1, troubledOf: [] }),
    )
  })
  await refreshSession()
  const failure = "Couldn't load the number of sources with a problem."
  show(() => <OpenWork search={{}} onChange={() => undefined} />)
  await screen.findByText(failure)
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull())
})
