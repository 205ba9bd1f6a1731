/*
 * How pages use the router (no page imports this file):
 *
 * - A feature lists its pages and menu entries in its `feature.ts` (format: `navigation/feature.ts`). `npm run generate` collects the
 * features here. A page reads and writes the URL with `usePageSearch` of `url/page-search.ts`, and reads `useParams({ from:
 * '/takedown/$takedownId' })` of @tanstack/react-router.
 * - The search parameters of a page are validated by a function `validate<Name>Search(raw)` in `<name>-search.ts` in the same folder, which
 * uses the readers in `url/search-params.ts` (`textOf`, `listOf`, `oneOf`, `dayOf`, `flagOf`). Lists are arrays in the code and
 * comma-joined in the URL. Unset parameters are undefined and absent.
 * - The page starts with `<Page title="…">` of `ui/layout/page.tsx`, which sets the title in the top bar and the tab.
 * - The signed-in user: `useUser()` of `session/use-session.ts`. The current company: `useCompany()` of `session/company.ts` (its key is
 * the first element of every query key: `[company, 'takedowns', …]`). The company's name, modules and sources: `useClientInfo()` of
 * `session/client-info.ts`.
 * - Server data: `useQuery({ queryKey, queryFn: ({ signal }) => call(listTakedowns, { params, query, signal }) })` with `call` of
 * `api/call.ts`.
 * - Controls are platform elements styled by `ui/`: Button, IconButton, SeverityMark, StatusChip, SourceIcon, Thumb, FilterPill,
 * RangePicker, DataGrid, DetailPanel, RemarkDialog, ConfirmDialog, DataState; messages: `toast`, `snackbar`, `liveMessage` of
 * `ui/feedback/messages/toasts.ts`.
 */

import type { SessionUser } from '@signet/contract/access/session'
import { required } from '@signet/contract/narrow'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ResolveFullPath,
  type ResolveId,
  type ResolveParams,
  type Route,
} from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import type { ComponentType } from 'react'
import type { FeaturePage } from '../navigation/feature.ts'
import { isAuthPath, isPublicPath, redirectOf } from '../url/redirect.ts'
import { features } from './features.generated.ts'
import { firstPages } from './first-pages.generated.ts'
import { buildNav } from './menu.ts'
import { Root, RootError } from './root.tsx'
import { cachedInfo } from '../session/client-info-cache.ts'
import { currentCompany } from '../session/company.ts'
import { navInputOf } from '../navigation/nav-input.ts'
import { settledSession } from '../session/session-store.ts'
import { parseSearch, stringifySearch } from '../url/search-params.ts'
import { RouteSkeleton } from '../shell/route-skeleton.tsx'

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('../shell/pages/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: RootError,
  beforeLoad: async ({ location }) => {
    if (isPublicPath(location.pathname)) return
    const session = await settledSession()
    if (session.status === 'failed') throw new ApiError('The server did not answer', { code: 'OFFLINE', status: 0 })
    const { user } = session
    let target = targetOf(user, location)
    // Some pages exist only for some companies, so users are redirected only once the current company is loaded.
    if (user && target && !isAuthPath(location.pathname) && (await learnCompany(user)))
      target = targetOf(user, location)
    if (target && target !== location.href) throw redirect({ href: target, replace: true })
  },
})

/** The redirect target of a page for a visitor, based on the known data of the current company. */
function targetOf(user: SessionUser | null, { pathname, searchStr }: { pathname: string; searchStr: string }) {
  const visitor = user && {
    role: user.role,
    homeRoute: user.config.homeRoute,
    paths: buildNav(navInputOf(user)).map(({ path }) => path),
  }
  return redirectOf(visitor, pathname, searchStr)
}

/** Loads the current company if only the data in the session is known; false when that isn't needed or failed. */
async function learnCompany(user: SessionUser): Promise<boolean> {
  const company = currentCompany()
  if (company === user.company || cachedInfo(company)) return false
  const { clientInfoQuery } = await import('../session/client-info.ts')
  // The page that is opened shows the error.
  const info = await queryClient.fetchQuery({ ...clientInfoQuery(company), retry: false }).catch(() => null)
  return info !== null
}

/** The route of a page, with its path and the search parameters that it declares. Most pages read their own. */
type RouteFor<P extends FeaturePage> = P extends { path: infer Path extends string }
  ? Route<
      unknown,
      typeof rootRoute,
      Path,
      ResolveFullPath<typeof rootRoute, Path>,
      string,
      ResolveId<typeof rootRoute, string, Path>,
      P extends { search: infer Search } ? Search : undefined,
      ResolveParams<Path>
    >
  : never

type Pages = Readonly<Record<string, () => Promise<Readonly<Record<string, ComponentType>>>>>

const load = async (name: string) => {
  const first: Pages = firstPages
  if (first[name]) return first[name]()
  const { pages: others }: { pages: Pages } = await import('./pages.generated.ts')
  return required(others[name], name)()
}

function routeAt(page: FeaturePage) {
  const at = { getParentRoute: () => rootRoute, path: page.path }
  if ('page' in page) {
    const search = page.search ? { validateSearch: page.search } : {}
    return createRoute({ ...at, ...search, component: lazyRouteComponent(() => load(page.page), page.page) })
  }
  return createRoute({
    ...at,
    beforeLoad: ({ params, search }) => {
      throw redirect({ href: page.leadsTo(params, { ...search }), replace: true })
    },
  })
}

const pages = features.flatMap((feature): readonly FeaturePage[] => feature.pages)

// A list has one type for all routes; each keeps the types of the path and the search parameters that its feature declares.
// oxlint-disable-next-line typescript/consistent-type-assertions -- the types of the routes are joined by the features
const routes = pages.map(routeAt) as unknown as RouteFor<(typeof features)[number]['pages'][number]>[]

export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: RouteSkeleton,
  defaultPendingMs: 100,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Starts loading what the first page needs in addition to the session. */
export function warmUp(path: string): void {
  if (path !== '/') void import('../shell/shell.tsx')
  const first = pages.find((page) => 'page' in page && page.isFirst && isAt(page.path, path))
  if (first && 'page' in first) void load(first.page)
}

const isAt = (pattern: string, path: string) => new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path)
