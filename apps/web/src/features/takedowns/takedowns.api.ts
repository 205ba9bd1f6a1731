import { anySourceOf, type AnySource } from '@signet/contract/sources'
import {
  openTakedownStatuses,
  takedownStatuses,
  type Takedown,
  type TakedownStatus,
  getTakedown,
  getTakedownSeverities,
  getTakedownSources,
  getTakedownStatuses,
  getTakedownTypes,
  listTakedowns,
} from '@signet/contract/takedowns'
import type { ParamsOf } from '@signet/contract/route'
import { getThreat } from '@signet/contract/threats'
import { getTout } from '@signet/contract/touts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import type { TakedownSearch, TakedownView } from './takedown-search.ts'

const refreshMs = 30_000

const removed: ReadonlySet<TakedownStatus> = new Set(['offline_monitoring', 'resolved'])
const open: readonly TakedownStatus[] = openTakedownStatuses

/** The view a status belongs to: what is offline is removed, also while it is still watched. */
function viewOf(status: TakedownStatus): Exclude<TakedownView, 'all'> {
  if (removed.has(status)) return 'removed'
  return open.includes(status) ? 'running' : 'stopped'
}

/** The statuses a view holds; undefined for all. */
export function statusesOf(view: TakedownView): TakedownStatus[] | undefined {
  if (view === 'all') return undefined
  return takedownStatuses.filter((status) => viewOf(status) === view)
}

function known<T>(
  words: readonly string[] | undefined,
  valueOf: (word: string) => T | null | undefined,
): T[] | undefined {
  const found = words?.flatMap((word) => valueOf(word) ?? [])
  return found && found.length > 0 ? found : undefined
}

const statusOf = (word: string) => takedownStatuses.find((status) => status === word)

/** The sorting in force: what is due first, so that what is late leads; the others by their last move. */
export function sortingOf({ sort, dir, view }: TakedownSearch) {
  if (sort) return { by: sort, direction: dir ?? 'desc' } as const
  return view !== undefined && view !== 'running'
    ? ({ by: 'updatedAt', direction: 'desc' } as const)
    : ({ by: 'dueAt', direction: 'asc' } as const)
}

/** One page of the list the URL asks for. */
export function takedownsQuery(company: string, search: TakedownSearch, pageNumber: number) {
  const { by, direction } = sortingOf(search)
  const query = {
    company,
    pageNumber,
    limit: rowsPerPage,
    sortField: by,
    sortDirection: direction,
    searchQuery: search.q,
    threatSource: known<AnySource>(search.source, anySourceOf),
    threatSeverity: search.severity,
    threatType: search.type,
    takedownStatus: known(search.status, statusOf) ?? statusesOf(search.view ?? 'running'),
    fromDate: search.from,
    toDate: search.to,
  }
  return queryOptions({
    queryKey: [company, 'takedowns', 'list', query] as readonly unknown[],
    queryFn: ({ signal }) => call(listTakedowns, { query, signal }),
  })
}

/** How many cases a view holds, whatever the filters. */
export function takedownCountQuery(company: string, view: TakedownView) {
  return queryOptions({
    queryKey: [company, 'takedowns', 'count', view],
    queryFn: async ({ signal }) => {
      const query = { company, limit: 1, takedownStatus: statusesOf(view) }
      return (await call(listTakedowns, { query, signal })).total
    },
  })
}

/** One case with everything that happened to it. */
export function takedownQuery(company: string, takedownId: string) {
  return queryOptions({
    queryKey: [company, 'takedown', takedownId],
    // The other side moves it, too.
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => call(getTakedown, { params: { takedownId }, query: { company }, signal }),
  })
}

/** The threat or tout of a case: its captures, its fields, and the version a decision on it names. */
export function subjectQuery(company: string, { kind, source, threatId }: Takedown) {
  return queryOptions({
    queryKey: [company, 'takedown', 'subject', threatId],
    queryFn: async ({ signal }) => {
      const query = { company }
      const { evidence, firstSeen, version, ...fields } =
        kind === 'tout'
          ? await call(getTout, { params: { source, toutId: threatId } as ParamsOf<typeof getTout>, query, signal })
          : await call(getThreat, { params: { source, threatId } as ParamsOf<typeof getThreat>, query, signal })
      return { ...fields, evidence, firstSeen, version }
    },
  })
}

const optionRoutes = {
  source: getTakedownSources,
  type: getTakedownTypes,
  severity: getTakedownSeverities,
  status: getTakedownStatuses,
} as const
type TakedownFacet = keyof typeof optionRoutes

/** The values a filter can take among the takedowns, with their counts. */
export function takedownOptionsQuery(company: string, facet: TakedownFacet) {
  return queryOptions({
    queryKey: [company, 'takedowns', 'options', facet],
    queryFn: ({ signal }) => call(optionRoutes[facet], { query: { company }, signal }),
  })
}
