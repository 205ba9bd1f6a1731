import { homeRouteOf } from '@signet/contract/permissions'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { buildNav, entryOf } from './navigation.ts'
import { clientInfoQuery } from '../session/client-info.ts'
import { chooseCompany, currentCompany } from '../session/company.ts'
import { navInputOf } from './nav-input.ts'
import { useUser } from '../session/use-session.ts'

/**
 * Switches to another company: keeps the page if that company has it, else goes home; clears the filters except the
 * dates; forgets what was loaded for the old company.
 *
 * @returns takes the company, and where to go with it instead of staying
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
    const info = await queryClient.ensureQueryData(clientInfoQuery(company)).catch(() => undefined)
    const list = buildNav(navInputOf(user, info))
    const { pathname, searchStr } = router.state.location
    const found = entryOf(list, pathname)
    const home = homeRouteOf(user.role, (info ?? user).config.homeRoute)
    const dates = new URLSearchParams(searchStr)
    const kept = [...dates].filter(([name]) => name === 'from' || name === 'to')
    // An open case belongs to the old company: its list is what both have.
    const target =
      path ??
      // Staff have a home of all companies and the home of one; each stays what it is.
      (pathname === '/home' ? pathname : !found ? home : found.path === '/threats' ? '/threats/All' : found.path)
    const query = new URLSearchParams(kept).toString()
    // First the address without what was open, then the company: the page starts anew with both (see root.tsx).
    await navigate({ href: query && found ? `${target}?${query}` : target })
    chooseCompany(company)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === old })
  }
}
