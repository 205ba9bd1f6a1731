import type { Page } from '@signet/contract/wire'
import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'

/** Rows a page of a list brings at once. */
export const rowsPerPage = 100

/** A list that is read page by page as it scrolls; rows not read yet are undefined. */
export interface PagedRows<T> {
  /** All rows of the list, read or not. Undefined until the first answer. */
  total: number | undefined
  totalIsCapped: boolean
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

type PageOptions<T> = UseQueryOptions<Page<T>, Error, Page<T>, QueryKey>

/**
 * Reads the pages in view of a list: the first, and the one or two the view stands on.
 *
 * @param pageOf the query of one page, 1-based; its key must tell different questions apart
 */
export function usePagedRows<T>(pageOf: (pageNumber: number) => PageOptions<T>): PagedRows<T> {
  const client = useQueryClient()
  const [pages, setPages] = useState({ first: 1, last: 1 })
  const head = useQuery(pageOf(1))
  const upper = useQuery(pageOf(pages.first))
  const lower = useQuery(pageOf(pages.last))
  const seen = useRef(new Set([1]))

  const show = useCallback((first: number, last: number) => {
    const next = { first: Math.floor(first / rowsPerPage) + 1, last: Math.floor(Math.max(0, last) / rowsPerPage) + 1 }
    seen.current.add(next.first).add(next.last)
    setPages((old) => (old.first === next.first && old.last === next.last ? old : next))
  }, [])

  // Pages scrolled past stay in the cache for a while; they count as loaded.
  const read = new Map<number, Page<T>>()
  for (const number of [...seen.current].toSorted((one, other) => one - other)) {
    const page = client.getQueryData<Page<T>>(pageOf(number).queryKey)
    if (page) read.set(number, page)
  }
  const first = head.data ?? upper.data ?? lower.data
  const previous = useRef<{ read: Map<number, Page<T>>; first: Page<T> } | null>(null)
  // The old rows stay, dimmed, until the answer to a new question is there.
  const isOld = !first && previous.current !== null && !head.error
  if (first) previous.current = { read, first }
  const source = first ? { read, first } : isOld ? previous.current : null

  return {
    total: source?.first.total,
    totalIsCapped: source?.first.totalIsCapped ?? false,
    at: (index) => source?.read.get(Math.floor(index / rowsPerPage) + 1)?.items[index % rowsPerPage],
    loaded: [...(source?.read.values() ?? [])].flatMap(({ items }) => items),
    show,
    error: first ? null : head.error,
    isOld,
    readAt: head.dataUpdatedAt,
    refetch: () => {
      for (const { refetch } of [head, upper, lower]) void refetch()
    },
  }
}
