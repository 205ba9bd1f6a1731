import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../session/use-session.ts'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { keepSeen, seenUntil } from '../../session/seen-until.ts'
import { newsSeen, unreadNewsQuery } from './news-seen.ts'
import { newsMax, newsQuery, newsStep } from './news.api.ts'

export type NewsList = ReturnType<typeof useNewsList>

/** The news of the page: loading in steps, opening and navigating by keyboard, and marking as read. */
export function useNewsList({
  company,
  q,
  isSaved,
  id,
  onOpen,
}: {
  company: string
  q: string | undefined
  isSaved: boolean
  /** The id of the news item in the panel. */
  id: string | undefined
  onOpen: (id: string | undefined) => void
}) {
  const [count, setCount] = useState(newsStep)
  const query = useQuery(newsQuery(company, { q, isSaved }, count))
  const client = useQueryClient()
  const { id: userId } = useUser()
  // Items that were new when the page was opened stay marked until the user leaves it.
  const [seenBefore] = useState(() => seenUntil(newsSeen(company, userId)))
  const newest = query.data?.items[0]?.publishedAt
  useEffect(() => {
    if (newest) keepSeen(newsSeen(company, userId), newest, client, unreadNewsQuery(company, userId).queryKey)
  }, [client, company, userId, newest])
  const list = useRef<HTMLUListElement>(null)
  const items = query.data?.items
  const total = query.data?.total ?? 0
  const index = items?.findIndex((item) => item.id === id) ?? -1

  const close = () => {
    onOpen(undefined)
    // The focus returns to the card that was read.
    if (id) list.current?.querySelector<HTMLElement>(`[data-news="${id}"]`)?.focus()
  }
  const moveBy = (step: 1 | -1) => {
    const next = items?.[index < 0 ? 0 : index + step]
    if (!next) return
    onOpen(next.id)
    list.current?.querySelector(`[data-news="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({
    j: () => moveBy(1),
    k: () => moveBy(-1),
    Escape: () => (id ? close() : false),
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  })
  return {
    query,
    list,
    items,
    total,
    index,
    seenBefore,
    hasOlder: (items?.length ?? 0) < total,
    mayShowOlder: count < newsMax,
    showOlder: () => setCount((old) => Math.min(newsMax, old + newsStep)),
    open: onOpen,
    close,
    moveBy,
  }
}
