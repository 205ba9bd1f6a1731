import type { SessionUser } from '@signet/contract/access/session'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { refreshSession } from '../src/session/session-store.ts'
import { parseSearch, stringifySearch } from '../src/url/search-params.ts'

/** Failed reads aren't repeated, so that what a screen says about them appears immediately. */
export const newQueryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** Shows a part of a page. */
export function show(part: ReactNode, client = newQueryClient()) {
  return render(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
}

interface PageOptions {
  /** The path with its parameters, e.g. `/touts/$source`, if the page reads them. */
  path?: string
  address?: string | undefined
  client?: QueryClient
  validateSearch?: (search: Record<string, unknown>) => object
}

/** Shows a page, or a part with links, as the only one of a portal. */
export function showPage(
  component: () => ReactNode,
  { path, address = '/', client, validateSearch }: PageOptions = {},
) {
  const page = { component, ...(validateSearch && { validateSearch }) }
  const root = createRootRoute(path ? {} : page)
  const router = createRouter({
    routeTree: path ? root.addChildren([createRoute({ ...page, path, getParentRoute: () => root })]) : root,
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  show(<RouterProvider router={router as never} />, client)
  return router
}

const user = { id: 'u', name: 'Ada', email: 'ada@x.test', company: 'bank', adminCompanies: [], accessToken: 't' }

/** Signs a user of one role in. Every other call is answered by `answer`. */
export async function signIn(
  as: Pick<SessionUser, 'role'> & Partial<SessionUser>,
  answer: (path: string, init: RequestInit) => Response | Promise<Response>,
): Promise<void> {
  const session = { user: { ...user, ...as }, expires: '2099-01-01T00:00:00Z' }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) =>
    path.startsWith('/api/auth/session') ? Response.json(session) : answer(path, init),
  )
  await refreshSession()
}

/** The answer of a server that has failed. */
export const serverError = () => Response.json({ code: 'INTERNAL', message: 'down' }, { status: 500 })
