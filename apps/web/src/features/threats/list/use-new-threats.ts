import type { LiveEvent } from '@signet/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive, useNewCount } from '../../../api/live.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { useCompany } from '../../../session/company.ts'
import { filterCount } from '../views/filter-set.ts'
import { useRecords, type AnyThreat } from '../records.ts'
import type { ThreatSearch } from '../threat-search.ts'
import type { ListSource } from '../threat-source.ts'

/** Events that come together are asked about once. */
const gatherMs = 900

/**
 * How many records came since the list was read.
 *
 * Whether what was published belongs to the list, under its filters, the server is asked: how many match now, less how many matched
 * then. A list of more than 10,000 is not counted; the threats of the events are counted instead, as long as the list has no filter.
 *
 * @param now how many match now; undefined when that is not known exactly
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
    const { threatIds, sources } = event.data as { threatIds?: string[]; sources?: string[] }
    const isAll = source === 'All' || (sources?.length === 1 && sources[0] === source)
    return concerns(event) && isAll && filterCount(search) === 0 ? (threatIds?.length ?? 0) : 0
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
