import type { PortalSettings } from '@signet/contract/companies/portal-settings'
import { useMemo } from 'react'
import { buildNav, type NavEntry } from './navigation.ts'
import { sourceSlug } from '../url/source-slug.ts'
import { useClientInfo } from '../session/client-info.ts'
import { navInputOf } from './nav-input.ts'
import { usePortalSetting } from '../session/portal-settings.ts'
import { useUser } from '../session/use-session.ts'
import { lastDays } from '../ui/filters/day-range.ts'
import { undecidedView } from '../url/undecided-view.ts'

/**
 * What the Threats entry opens by the user's choice: a source that the company has, all sources, its first source as in the list, or what
 * needs a decision in all of them.
 */
export function openedBy(
  source: PortalSettings['defaultSource'],
  first: string,
  own: readonly string[],
  range: { from?: string | undefined },
): Required<Pick<NavEntry, 'to' | 'search'>> {
  if (source === 'First') return { to: first, search: range }
  if (source && (source === 'All' || own.includes(source)))
    return { to: `/threats/${encodeURIComponent(sourceSlug(source))}`, search: range }
  return { to: '/threats/All', search: { view: undecidedView.id, ...undecidedView.filters, ...range } }
}

/**
 * The navigation list of the signed-in user in the current company, limited to entries whose page exists. Empty until that company is
 * loaded: the session knows the modules of the user's own company only.
 */
export function useNav(): NavEntry[] {
  const user = useUser()
  const info = useClientInfo()
  const [source] = usePortalSetting('defaultSource')
  const [days] = usePortalSetting('defaultRange')
  return useMemo(() => {
    const input = navInputOf(user, info)
    if (!info && input.company !== user.company) return []
    const range = days ? lastDays(days, new Date()) : {}
    return buildNav(input).map((entry) =>
      entry.path === '/threats' ? { ...entry, ...openedBy(source, entry.to, input.sources.threats, range) } : entry,
    )
  }, [user, info, source, days])
}
