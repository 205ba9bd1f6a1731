// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { refreshSession } from '../../../session/session-store.ts'
import { type AnyThreat, RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { ThreatCountLine } from './count-line.tsx'

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

test('a count of filtered threats that could not be loaded is named, and is loaded on Retry', async () => {
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/auth/session'))
      return Promise.resolve(Response.json({ user, expires: '2027-01-01T00:00:00Z' }))
    const total = path.includes('showAutomaticallyFiltered') ? 5 : 3
    return Promise.resolve(isDown ? down() : Response.json({ items: [], total, pageNumber: 1, limit: 1 }))
  })
  await refreshSession()
  const rows = { total: 3, matching: 3, totalIsCapped: false, isOld: false, readAt: 0, loaded: [] }
  show(() => (
    <RecordsContext value={threatRecords}>
      <ThreatCountLine
        source="All"
        search={{}}
        rows={rows as unknown as PagedRows<AnyThreat>}
        density="compact"
        onDensity={() => undefined}
        columns={{ columns: [], change: () => undefined } as never}
        onExport={undefined}
        onChange={() => undefined}
      />
    </RecordsContext>
  ))
  await screen.findByText("Couldn't load all counts.")
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/2 automatically filtered/)
  expect(screen.queryByText("Couldn't load all counts.")).toBeNull()
})
