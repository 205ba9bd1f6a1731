import type { LiveEvent } from '@signet/contract/messages/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive, useNewCount } from '../../../api/live.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { useCompany } from '../../../session/company.ts'
import { filterCount } from '../views/filter-set.ts'
import { useRecords, type AnyThreat } from '../records.ts'
import type { ThreatSearch } from '../threat-search.ts'
import type { ListSource } from '../threat-source.ts'

/** Events that arrive within this time lead to a single call. */
const gatherMs = 900

/**
 * The number of records added since the list was loaded.
 *
 * The server determines whether published threats match the filters of the list: the current number of matches minus the number at the time
 * of loading. Lists of more than 10,000 are not counted. For those, the threats in the events are counted if no filter is set.
 *
 * @param now the current number of matches; undefined when it isn't known exactly
 */
export function useNewThreats(
  source: ListSource,
  search: ThreatSearch,
  rows: PagedRows<AnyThreat>,
  now: number | undefined,
): { count: number; show: () => void } {
  const company = useCompany()
  const { name, kind } = useRecords()
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const concerns = (event: LiveEvent) => event.company === company && event.data['kind'] === kind
  useLive(['threat.published', 'reset'], (event) => {
    if (event.type !== 'reset' && !concerns(event)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void client.invalidateQueries({ queryKey: [company, name, 'count'] }), gatherMs)
  })
  const [published, forget] = useNewCount(['threat.published'], (event) => {
    const { threatIds, sources } = event.data
    const isAll = source === 'All' || (Array.isArray(sources) && sources.length === 1 && sources[0] === source)
    return concerns(event) && isAll && filterCount(search) === 0 && Array.isArray(threatIds) ? threatIds.length : 0
  })
  const { matching, totalIsCapped, isOld } = rows
  const fresh = now !== undefined && matching !== undefined && !isOld ? Math.max(0, now - matching) : 0
  return {
    count: totalIsCapped ? published : fresh,
    show: () => {
      forget()
      void client.invalidateQueries({ queryKey: [company, name] })
    },
  }
}
