import type { RowPage as Page } from '@signet/contract/wire'
import { keepPreviousData, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** Rows a page of a list brings at once. */
export const rowsPerPage = 100

/** A list that is read page by page as it scrolls; rows not read yet are undefined. */
export interface PagedRows<T> {
  /** All rows of the list, read or not. Undefined until the first answer. */
  total: number | undefined
  totalIsCapped: boolean
  /** The records that the rows represent: more than the rows if one represents several. */
  matching: number | undefined
  at: (index: number) => T | undefined
  /** The rows read so far, in order, gaps left out. */
  loaded: readonly T[]
  /** Says which rows are in view, so that their pages are read. */
  show: (first: number, last: number) => void
  error: unknown
  /** While the rows on screen still belong to the question before. */
  isOld: boolean
  readAt: number
  refetch: () => void
}

type PageOptions<T> = UseQueryOptions<Page<T>, Error, Page<T>>

const firstView = { first: 1, last: 1, seen: [1] as readonly number[] }

/**
 * Reads the pages in view of a list: the first, and the one or two in view.
 *
 * @param pageOf the query of one page, 1-based; its key must tell different questions apart
 */
export function usePagedRows<T>(pageOf: (pageNumber: number) => PageOptions<T>): PagedRows<T> {
  const client = useQueryClient()
  const [view, setView] = useState(firstView)
  // The old rows stay, dimmed, until the answer to a new question is there.
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
  // Pages scrolled past stay in the cache for a while; they count as loaded.
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
