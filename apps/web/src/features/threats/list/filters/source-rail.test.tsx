// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../../../session/session-store.ts'
import { RecordsContext } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { SourceRail } from './source-rail.tsx'

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
  role: 'client',
  company: 'bank',
  adminCompanies: [],
  threatSources: ['Domain'],
  toutSources: [],
  accessToken: 't',
}
let isDown = true

test('counts of the sources that could not be loaded are named, and are loaded on Retry', async () => {
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/auth/session'))
      return Promise.resolve(Response.json({ user, expires: '2027-01-01T00:00:00Z' }))
    return Promise.resolve(isDown ? down() : Response.json([{ value: 'Domain', label: 'Domain', count: 12 }]))
  })
  await refreshSession()
  show(() => (
    <RecordsContext value={threatRecords}>
      <SourceRail source="All" search={{ severity: ['High'], q: 'shop' }} />
    </RecordsContext>
  ))
  await screen.findByText("Couldn't load all counts.")
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('link', { name: /^Domains?\s*12/ })
  expect(screen.queryByText("Couldn't load all counts.")).toBeNull()
})
