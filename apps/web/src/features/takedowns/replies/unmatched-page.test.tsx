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

async function show(role: string, answer: (path: string) => Response) {
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      path.startsWith('/api/auth/session')
        ? Response.json({ user: { ...user, role }, expires: '2099-01-01T00:00:00Z' })
        : answer(path),
    ),
  )
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
}

test('an email is removed from the list only after a confirmation that names it', async () => {
  let isRemoved = false
  await show('superAdmin', (path) => {
    if (path.includes('/dismiss')) {
      isRemoved = true
      return new Response(null, { status: 204 })
    }
    const items = isRemoved ? [] : [mail]
    return Response.json({ items, total: items.length, pageNumber: 1, limit: 20 })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove “An offer” from the list?' })
  expect(isRemoved).toBe(false)

  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove from list' }))
  await screen.findByText('No unmatched emails')
  expect(isRemoved).toBe(true)
})

test('a client reads that the page is for the people who send notices', async () => {
  await show('client', () => Response.json({}))
  await screen.findByText('This page is for the people who send notices.')
  expect(screen.queryByText('An offer')).toBeNull()
})
