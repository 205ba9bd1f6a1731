import { useMemo } from 'react'
import { buildNav, type NavEntry } from '../navigation.ts'
import { shownEntries } from './shown-entries.ts'
import { useClientInfo } from '../session/client-info.ts'
import { navInputOf } from '../session/nav-input.ts'
import { useUser } from '../session/use-session.ts'

/** The navigation list of the signed-in user in the company in force: only entries whose screen exists. */
export function useNav(): NavEntry[] {
  const user = useUser()
  const info = useClientInfo()
  return useMemo(() => shownEntries(buildNav(navInputOf(user, info))), [user, info])
}
