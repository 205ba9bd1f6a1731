import type { Kind } from '@signet/contract/threats/sources'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useFreshCount } from '../../../api/use-fresh-count.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { countQueued, countsKey, countsQuery, reviewDetailQuery, reviewQuery } from '../qa.api.ts'
import { validateReviewSearch, type ReviewSearch } from '../review-search.ts'
import { useCursor } from './use-cursor.ts'
import { useReview } from './use-review.ts'
import type { QaRecord } from '../qa-kind.ts'

const none: readonly QaRecord[] = []
/** More rows are loaded when fewer than this are left. */
const refillBelow = 20

export type ReviewQueue = ReturnType<typeof useReviewQueue>

/** The queue of a kind: the filters in the URL, the records, the current one with its details, and the counts. */
export function useReviewQueue(company: string, kind: Kind) {
  const [search, change] = usePageSearch(validateReviewSearch)
  const client = useQueryClient()
  const list = useQuery(reviewQuery(company, kind, search))
  const counted = useQuery(countsQuery(company, kind))
  const review = useReview(company, kind, list.data?.items ?? none)
  const { shown } = review
  const ids = shown.map(({ id }) => id)
  const fresh = useFreshCount(
    ['review.changed'],
    (event) => event.company === company && event.data['stage'] === 'queued',
    {
      ask: () => countQueued(company, kind, search),
      known: () =>
        list.data && !list.data.totalIsCapped ? list.data.total - (list.data.items.length - shown.length) : undefined,
      readAt: list.dataUpdatedAt,
    },
  )

  const goTo = useCallback((changes: Partial<ReviewSearch>, replace = true) => change(changes, { replace }), [change])
  const cursor = useCursor(
    ids,
    search.id,
    useCallback((id: string) => goTo({ id }), [goTo]),
    review.returned,
  )
  const detail = useQuery({
    ...reviewDetailQuery(company, kind, cursor.currentId ?? ''),
    enabled: cursor.currentId !== null,
  })
  const threat = shown[cursor.index] ?? detail.data
  usePrefetch(company, kind, [ids[cursor.index + 1], ids[cursor.index - 1]])
  useRefill(list, shown.length)

  /** Loads new records. */
  const refresh = () => {
    void list.refetch()
    void client.invalidateQueries({ queryKey: countsKey(company, kind) })
  }
  return {
    company,
    kind,
    search,
    goTo,
    list,
    counts: counted.data,
    counted,
    review,
    shown,
    ids,
    fresh,
    refresh,
    cursor,
    detail,
    threat,
  }
}

/** Preloads the details of the records before and after the current one. */
function usePrefetch(company: string, kind: Kind, ids: readonly (string | undefined)[]): void {
  const client = useQueryClient()
  const key = ids.join(' ')
  useEffect(() => {
    for (const id of key.split(' ')) if (id) void client.prefetchQuery(reviewDetailQuery(company, kind, id))
  }, [client, company, kind, key])
}

/** Loads more rows when only a few of the loaded ones are left. */
function useRefill(
  list: { data: { items: unknown[]; total: number } | undefined; isFetching: boolean; refetch: () => unknown },
  shownCount: number,
): void {
  const hasMore = list.data !== undefined && list.data.total > list.data.items.length
  const isDue = hasMore && shownCount < refillBelow && !list.isFetching
  const { refetch } = list
  useEffect(() => {
    if (isDue) void refetch()
  }, [isDue, refetch])
}
