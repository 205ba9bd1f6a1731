import type { RowPage as Page } from '@signet/contract/wire'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** Number of rows that one page of a list contains. */
export const rowsPerPage = 100

/** A list that is loaded page by page while it scrolls. Rows that aren't loaded yet are undefined. */
export interface PagedRows<T> {
  /** The number of all rows, loaded or not. Undefined until the first response. */
  total: number | undefined
  totalIsCapped: boolean
  /** The number of records that match. It is greater than the number of rows if one row represents several records. */
  matching: number | undefined
  at: (index: number) => T | undefined
  /** The rows loaded so far, in order, without gaps. */
  loaded: readonly T[]
  /** Sets the range of visible rows, whose pages are then loaded. */
  show: (first: number, last: number) => void
  error: unknown
  /** Whether the rows on screen still belong to the previous query. */
  isOld: boolean
  readAt: number
  refetch: () => void
}

type PageOptions<T> = UseQueryOptions<Page<T>, Error, Page<T>>

const firstView: { first: number; last: number; seen: readonly number[] } = { first: 1, last: 1, seen: [1] }

/**
 * Loads the pages of a list that are needed: the first one, and the one or two in view.
 *
 * @param pageOf the query of one page, 1-based; its key must differ for different filters or sorting
 */
export function usePagedRows<T>(pageOf: (pageNumber: number) => PageOptions<T>): PagedRows<T> {
  const client = useQueryClient()
  const [view, setView] = useState(firstView)
  // The previous rows stay visible, dimmed, until the response to the new query arrives.
  const head = useQuery({ ...pageOf(1), placeholderData: keepPreviousData })
  const upper = useQuery(pageOf(view.first))
  const lower = useQuery(pageOf(view.last))

  const show = useCallback((firstRow: number, lastRow: number) => {
    const first = Math.floor(firstRow / rowsPerPage) + 1
    const last = Math.floor(Math.max(0, lastRow) / rowsPerPage) + 1
    setView((old) =>
      old.first === first && old.last === last
        ? old
        : { first, last, seen: [...new Set([...old.seen, first, last])].toSorted((one, other) => one - other) },
    )
  }, [])

  const read = new Map<number, Page<T>>()
  if (head.data) read.set(1, head.data)
  // Pages that were scrolled past stay in the cache for a while and count as loaded.
  for (const number of head.isPlaceholderData ? [] : view.seen) {
    const page = client.getQueryData<Page<T>>(pageOf(number).queryKey)
    if (page) read.set(number, page)
  }

  return {
    total: head.data?.total,
    totalIsCapped: head.data?.totalIsCapped ?? false,
    matching: head.data?.matching ?? head.data?.total,
    at: (index) => read.get(Math.floor(index / rowsPerPage) + 1)?.items[index % rowsPerPage],
    loaded: [...read.values()].flatMap(({ items }) => items),
    show,
    error: head.data ? null : head.error,
    isOld: head.isPlaceholderData,
    readAt: head.dataUpdatedAt,
    refetch: () => {
      for (const { refetch } of [head, upper, lower]) void refetch()
    },
  }
}
