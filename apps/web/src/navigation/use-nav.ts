import { useMemo } from 'react'
import { buildNav, type NavEntry } from './navigation.ts'
import { sourceSlug } from '../url/source-slug.ts'
import { useClientInfo } from '../session/client-info.ts'
import { navInputOf } from './nav-input.ts'
import { usePortalSetting } from '../session/portal-settings.ts'
import { useUser } from '../session/use-session.ts'
import { lastDays } from '../ui/filters/day-range.ts'

/** The navigation list of the signed-in user in the current company, limited to entries whose page exists. */
export function useNav(): NavEntry[] {
  const user = useUser()
  const info = useClientInfo()
  const [source] = usePortalSetting('defaultSource')
  const [days] = usePortalSetting('defaultRange')
  return useMemo(() => {
    const input = navInputOf(user, info)
    const isThere = source !== null && (source === 'All' || input.sources.threats.includes(source))
    return buildNav(input).map((entry) =>
      entry.path === '/threats'
        ? {
            ...entry,
            to: isThere ? `/threats/${encodeURIComponent(sourceSlug(source))}` : entry.to,
            ...(days ? { search: lastDays(days, new Date()) } : {}),
          }
        : entry,
    )
  }, [user, info, source, days])
}
