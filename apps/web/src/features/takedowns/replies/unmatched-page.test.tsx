// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../../session/session-store.ts'
import { UnmatchedPage } from './unmatched-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = {
  id: 'u',
  name: 'Ada',
  email: 'ada@staff.example',
  role: 'superAdmin',
  company: 'bank',
  adminCompanies: ['bank'],
  accessToken: 't',
}
const mail = {
  id: 'm',
  subject: 'An offer',
  from: 'sales@shop.example',
  text: 'Buy',
  receivedAt: '2026-01-02T03:04:05Z',
}

test('an email is removed from the list only after a confirmation that names it', async () => {
  let isRemoved = false
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/auth/session'))
      return Promise.resolve(Response.json({ user, expires: '2099-01-01T00:00:00Z' }))
    if (path.includes('/dismiss')) {
      isRemoved = true
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const items = isRemoved ? [] : [mail]
    return Promise.resolve(Response.json({ items, total: items.length, pageNumber: 1, limit: 20 }))
  })
  await refreshSession()
  const router = createRouter({
    routeTree: createRootRoute({ component: UnmatchedPage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove “An offer” from the list?' })
  expect(isRemoved).toBe(false)

  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove from list' }))
  await screen.findByText('No unmatched emails')
  expect(isRemoved).toBe(true)
})
