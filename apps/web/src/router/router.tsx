/*
 * How pages meet the router (no page imports this file):
 *
 * - A page is a named export, loaded lazily by its route here. Its file reads and writes the URL with
 *   `usePageSearch` of `url/page-search.ts`, and reads `useParams({ from: '/takedown/$takedownId' })` of @tanstack/react-router.
 *   Route paths: /home, /clientAdmin/home, /admin/home, /$name/home, /threats/$source, /takedown, /takedown/$takedownId,
 *   /QA/dashboard, /QA/watchlist, /QA/deletionQueue, /QA/deleted, /test.
 *   Its file stands in the table of `pages.ts`, so that its name is not part of the first load.
 * - The search parameters of a page are validated by a function `validate<Name>Search(raw)` in `<name>-search.ts` beside
 *   it, made of the readers in `url/search-params.ts` (`textOf`, `listOf`, `oneOf`, `dayOf`, `flagOf`). Lists are arrays
 *   in the code and comma-joined in the URL; unset ones are undefined and absent.
 * - The page starts with `<Page title="…">` of `ui/layout/page.tsx`, which names the page in the top bar and the tab.
 * - Who is signed in: `useUser()` of `session/use-session.ts`; the company in force: `useCompany()` of
 *   `session/company.ts` (its key goes into every query key, first: `['takedowns', company, …]`).
 *   The company's name, modules and sources: `useClientInfo()` of `session/client-info.ts`.
 * - Server data: `useQuery({ queryKey, queryFn: ({ signal }) => call(listTakedowns, { params, query, signal }) })` with
 *   `call` of `api/call.ts`.
 * - Controls are platform elements styled by `ui/`: Button, IconButton, SeverityMark, StatusChip, SourceIcon, Thumb,
 *   FilterPill, RangePicker, CompareNames (moved here from features/qa: two features show it), DataGrid, DetailPanel, RemarkDialog, ConfirmDialog, DataState; messages: `toast`, `snackbar`,
 *   `notice` of `ui/feedback/toasts.ts`.
 */

import type { SessionUser } from '@signet/contract/session'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import type { ComponentType } from 'react'
import { validateTakedownSearch } from '../features/takedowns/takedown-search.ts'
import { buildNav } from '../navigation/navigation.ts'
import { isAuthPath, redirectOf } from '../url/redirect.ts'
import { Root, RootError } from './root.tsx'
import { cachedInfo } from '../session/client-info-cache.ts'
import { currentCompany } from '../session/company.ts'
import { navInputOf } from '../navigation/nav-input.ts'
import { settledSession } from '../session/session-store.ts'
import { parseSearch, stringifySearch, textOf } from '../url/search-params.ts'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { RouteSkeleton } from '../shell/route-skeleton.tsx'
import { registerScreens, shownEntries } from '../navigation/shown-entries.ts'
import { t } from '../words/words.ts'

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: RootError,
  beforeLoad: async ({ location }) => {
    const session = await settledSession()
    if (session.status === 'failed')
      throw new Error(t('The server did not answer. Check the connection and try again.'))
    const { user } = session
    let target = targetOf(user, location)
    // Some screens are there for some companies only: nobody is led away from one before the company in force is known.
    if (user && target && !isAuthPath(location.pathname) && (await learnCompany(user)))
      target = targetOf(user, location)
    if (target && target !== location.href) throw redirect({ href: target, replace: true })
  },
})

/** Where a visitor of a page is sent instead, by what is known of the company in force. */
function targetOf(user: SessionUser | null, { pathname, searchStr }: { pathname: string; searchStr: string }) {
  const visitor = user && {
    role: user.role,
    homeRoute: user.config.homeRoute,
    paths: shownEntries(buildNav(navInputOf(user))).map(({ path }) => path),
  }
  return redirectOf(visitor, pathname, searchStr)
}

/** Reads the company in force where nothing but the session's own is known; false when that is not needed, or cannot be. */
async function learnCompany(user: SessionUser): Promise<boolean> {
  const company = currentCompany()
  if (company === user.company || cachedInfo(company)) return false
  const { clientInfoQuery } = await import('../session/client-info.ts')
  const info = await queryClient.fetchQuery({ ...clientInfoQuery(company), retry: false }).catch(() => null)
  return info !== null
}

/** What the pages around signing in know: why somebody is sent to them, and where they wanted to go. */
function validateAuthSearch(raw: Record<string, unknown>): {
  error?: string | undefined
  callbackUrl?: string | undefined
} {
  return { error: textOf(raw['error']), callbackUrl: textOf(raw['callbackUrl'], 2000) }
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: validateAuthSearch,
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
})
const authErrorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/error',
  validateSearch: validateAuthSearch,
  component: lazyRouteComponent(() => import('../features/sign-in/auth-error-page.tsx'), 'AuthErrorPage'),
})
const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/reset',
  validateSearch: (
    raw: Record<string, unknown>,
  ): ReturnType<typeof validateAuthSearch> & { token?: string | undefined } => ({
    ...validateAuthSearch(raw),
    token: textOf(raw['token']),
  }),
  component: lazyRouteComponent(() => import('../features/sign-in/reset-page.tsx'), 'ResetPage'),
})

const homePage = () => import('../features/home/home-page.tsx')
const adminHomePage = () => import('../features/home/admin-home-page.tsx')
const threatsPage = () => import('../features/threats/threats-page.tsx')
const threatsIndexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/threats',
  beforeLoad: () => {
    throw redirect({ to: '/threats/$source', params: { source: 'All' }, replace: true })
  },
})
const toutsPage = () => pages().then(({ touts }) => touts())

// The names of all files of all pages would be a good part of the first load: the table of them is a file of its own.
const pages = () => import('./pages.ts')
const reviewPage = () => pages().then(({ review }) => review())
const addThreatsPage = () => pages().then(({ addThreats }) => addThreats())
const stageListPage = () => pages().then(({ stageList }) => stageList())

const takedownsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/takedown',
  validateSearch: validateTakedownSearch,
  component: lazyRouteComponent(() => pages().then(({ takedowns }) => takedowns()), 'TakedownsPage'),
})

/** A page that reads its own search parameters (`usePageSearch` of `url/page-search.ts`): nothing of it is part of the first load. */
const pageAt = <const P extends string, M extends Record<string, ComponentType>>(
  path: P,
  load: () => Promise<M>,
  name: keyof M & string,
) => createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load, name) })

/** Where notifications lead: one piece of news, in the panel beside the others. */
const newsItemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/$newsId',
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/news?id=${encodeURIComponent(params.newsId)}`, replace: true })
  },
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  authErrorRoute,
  resetRoute,
  // Pages that companies name in their configuration; whatever else leads here leads nowhere.
  pageAt('/$', () => import('../shell/extra-page.tsx'), 'ExtraPage'),
  pageAt('/home', homePage, 'HomePage'),
  pageAt('/clientAdmin/home', homePage, 'HomePage'),
  pageAt('/admin/home', adminHomePage, 'AdminHomePage'),
  // The home a company's configuration gives its plain clients, e.g. `/lottery/home`; other names lead elsewhere before this.
  pageAt('/$name/home', homePage, 'HomePage'),
  threatsIndexRoute,
  takedownsRoute,
  pageAt('/takedown/$takedownId', () => pages().then(({ takedown }) => takedown()), 'TakedownPage'),
  pageAt('/deeperAnalysis', () => pages().then(({ analyses }) => analyses()), 'AnalysesPage'),
  pageAt('/deeperAnalysis/$analysisId', () => pages().then(({ analysis }) => analysis()), 'AnalysisPage'),
  pageAt('/addRequest', () => pages().then(({ requests }) => requests()), 'AddRequestPage'),
  pageAt('/addRequest/$requestId', () => pages().then(({ request }) => request()), 'RequestPage'),
  pageAt('/reports', () => pages().then(({ reports }) => reports()), 'ReportsPage'),
  pageAt('/QA/dashboard', reviewPage, 'ReviewPage'),
  pageAt('/QA/dashboard/statistics', () => pages().then(({ statistics }) => statistics()), 'StatisticsPage'),
  pageAt('/QA/addThreats', addThreatsPage, 'AddThreatsPage'),
  pageAt('/addThreats', addThreatsPage, 'AddThreatsPage'),
  pageAt('/QA/touts', reviewPage, 'ToutReviewPage'),
  pageAt('/QA/watchlist', stageListPage, 'WatchlistPage'),
  pageAt('/QA/toutsWatchlist', stageListPage, 'ToutWatchlistPage'),
  pageAt('/QA/deletionQueue', stageListPage, 'DeletionQueuePage'),
  pageAt('/QA/deleted', stageListPage, 'DeletedPage'),
  pageAt('/QA/toutsDeleted', stageListPage, 'DeletedToutsPage'),
  pageAt('/leaks', () => pages().then(({ leaks }) => leaks()), 'LeaksPage'),
  pageAt('/kmp', () => pages().then(({ people }) => people()), 'PeoplePage'),
  pageAt('/news', () => pages().then(({ news }) => news()), 'NewsPage'),
  newsItemRoute,
  pageAt('/whatsnew', () => pages().then(({ whatsNew }) => whatsNew()), 'WhatsNewPage'),
  pageAt('/glossary', () => pages().then(({ glossary }) => glossary()), 'GlossaryPage'),
  pageAt('/QA/glossary', () => pages().then(({ glossary }) => glossary()), 'GlossaryPage'),
  pageAt('/activity', () => pages().then(({ activity }) => activity()), 'ActivityPage'),
  pageAt('/events', () => pages().then(({ events }) => events()), 'EventsPage'),
  pageAt('/recentActivity', () => pages().then(({ recentActivity }) => recentActivity()), 'RecentActivityPage'),
  pageAt('/qaActivity', () => pages().then(({ qaActivity }) => qaActivity()), 'QaActivityPage'),
  pageAt('/traffic', () => pages().then(({ logs }) => logs()), 'LogsPage'),
  pageAt('/test', () => pages().then(({ test }) => test()), 'TestPage'),
  pageAt('/onboarding', () => pages().then(({ onboarding }) => onboarding()), 'OnboardingPage'),
  pageAt('/email', () => pages().then(({ email }) => email()), 'EmailPage'),
  pageAt('/notifications', () => pages().then(({ announcements }) => announcements()), 'AnnouncementsPage'),
  pageAt('/addUser', () => pages().then(({ users }) => users()), 'UsersPage'),
  pageAt('/threats/$source', threatsPage, 'ThreatsPage'),
  pageAt('/touts', toutsPage, 'ToutsIndex'),
  pageAt('/touts/$source', toutsPage, 'ToutsPage'),
  pageAt('/threats/$source/$threatId', threatsPage, 'ThreatPage'),
  pageAt('/touts/$source/$threatId', toutsPage, 'ToutPage'),
  pageAt('/profile', () => pages().then(({ profile }) => profile()), 'ProfilePage'),
  pageAt('/QA/profile', () => pages().then(({ profile }) => profile()), 'ProfilePage'),
  pageAt('/settings', () => pages().then(({ settings }) => settings()), 'SettingsPage'),
])

export const router = createRouter({
  routeTree,
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

registerScreens(Object.keys(router.routesByPath))

/** Starts loading what the first page needs beside the question who is signed in. */
export function warmUp(path: string): void {
  if (path === '/') void import('../features/sign-in/sign-in-page.tsx')
  else void import('../shell/shell.tsx')
  if (path.startsWith('/threats')) void threatsPage()
  if (path === '/admin/home') void adminHomePage()
  else if (path.endsWith('/home')) void homePage()
}
