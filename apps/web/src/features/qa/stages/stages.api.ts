import type { Kind } from '@signet/contract/threats/sources'
import type { RowPage } from '@signet/contract/wire'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { rowsPerPage } from '../../../api/paged-rows.ts'
import { knownSources } from '../qa.api.ts'
import { routesOf, type ListedStage, type QaRecord } from '../qa-kind.ts'
import type { StageSearch } from './stage-search.ts'

export const stageKey = (company: string, kind: Kind, stage: ListedStage) =>
  [company, 'qa', 'stage', kind, stage] as const

/** The sorting of a later stage. On the watchlist, the records with the earliest next check come first. */
export function stageSorting(stage: ListedStage, { sort, dir }: StageSearch) {
  const usual = stage === 'watchlist' ? ('dueAt' as const) : ('stagedAt' as const)
  const sortField = sort ?? usual
  // What has waited longest for a second reviewer comes first.
  const isAscending = sortField === 'dueAt' || (stage === 'deletionPending' && sortField === 'stagedAt')
  return { sortField, sortDirection: dir ?? (isAscending ? ('asc' as const) : ('desc' as const)) }
}

const filtersOf = (kind: Kind, stage: ListedStage, search: StageSearch) => ({
  // A reviewer may want to take out what was filtered automatically.
  showAutomaticallyFiltered: stage === 'published' ? true : undefined,
  searchQuery: search.q,
  threatSource: knownSources(kind, search.source),
  threatSeverity: search.severity,
  threatType: search.type,
  fromDate: search.from,
  toDate: search.to,
})

/** One page of a later stage. */
export function stageQuery(company: string, kind: Kind, stage: ListedStage, search: StageSearch, pageNumber: number) {
  const queryKey: readonly unknown[] = [...stageKey(company, kind, stage), search, pageNumber]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<RowPage<QaRecord>> =>
      call(routesOf[kind].list[stage], {
        query: {
          company,
          limit: rowsPerPage,
          pageNumber,
          ...stageSorting(stage, search),
          ...filtersOf(kind, stage, search),
        },
        signal,
      }),
  })
}

/** Takes rows out of the loaded pages of a later stage. */
export function forgetRows(
  client: QueryClient,
  company: string,
  kind: Kind,
  stage: ListedStage,
  isGone: (row: QaRecord) => boolean,
): void {
  client.setQueriesData<RowPage<QaRecord>>({ queryKey: stageKey(company, kind, stage) }, (page) => {
    const items = page?.items.filter((row) => !isGone(row))
    return page && items && items.length < page.items.length
      ? { ...page, items, total: page.total - (page.items.length - items.length) }
      : page
  })
}

/** The current number of records in a later stage with the same filters; undefined when it exceeds the counting limit. */
export async function countStage(
  company: string,
  kind: Kind,
  stage: ListedStage,
  search: StageSearch,
): Promise<number | undefined> {
  const query = { company, limit: 1, ...filtersOf(kind, stage, search) }
  const { total, totalIsCapped } = await call(routesOf[kind].list[stage], { query })
  return totalIsCapped ? undefined : total
}
