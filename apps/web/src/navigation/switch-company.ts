import { homeRouteOf } from '@signet/contract/access/permissions'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { buildNav, entryOf } from './navigation.ts'
import { clientInfoQuery } from '../session/client-info.ts'
import { chooseCompany, currentCompany } from '../session/company.ts'
import { navInputOf } from './nav-input.ts'
import { useUser } from '../session/use-session.ts'

/**
 * Switches to another company. It stays on the page if that company has it and goes to the home page otherwise, clears all filters except
 * the dates, and removes the cached data of the previous company.
 *
 * @returns a function that takes the company, and the path to go to instead of staying
 */
export function useSwitchCompany(): (company: string, path?: string) => Promise<void> {
  const user = useUser()
  const navigate = useNavigate()
  const router = useRouter()
  return async (company, path) => {
    const old = currentCompany()
    if (company === old) {
      if (path) await navigate({ href: path })
      return
    }
    // Without it, the session decides where to go, and the page shows the error.
    const info = await queryClient.ensureQueryData(clientInfoQuery(company)).catch(() => undefined)
    const list = buildNav(navInputOf(user, info))
    const { pathname, searchStr } = router.state.location
    const found = entryOf(list, pathname)
    const home = homeRouteOf(user.role, (info ?? user).config.homeRoute)
    const dates = new URLSearchParams(searchStr)
    const kept = [...dates].filter(([name]) => name === 'from' || name === 'to')
    // An open case belongs to the previous company, so this goes to the list, which both companies have.
    const target =
      path ??
      // Staff have a home page for all companies and one for a single company. Each stays the current one.
      (pathname === '/home' ? pathname : !found ? home : found.path === '/threats' ? '/threats/All' : found.path)
    const query = new URLSearchParams(kept).toString()
    // The URL changes first and the company second, because the page is mounted again with both (see root.tsx).
    await navigate({ href: query && found ? `${target}?${query}` : target })
    chooseCompany(company)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === old })
  }
}
