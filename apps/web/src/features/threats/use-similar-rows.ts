import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import type { PagedRows } from '../../api/paged-rows.ts'
import { useCompany } from '../../session/company.ts'
import type { GridStore } from '../../ui/grid/columns/grid-store.ts'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { useRecords, type AnyThreat, type Records } from './records.ts'
import type { ThreatSearch } from './threat-search.ts'
import type { ListSource } from './threat-source.ts'
import { isCollapsed, pageQuery } from './threats.api.ts'
import { unfold } from './unfold.ts'

/** Number of members that one call loads. */
const batch = 200

/** All threats that a row groups, including its own, in the order of the list. */
function membersQuery(
  { name, calls }: Records,
  company: string,
  source: ListSource,
  search: ThreatSearch,
  similarTo: string,
) {
  const query = (page: number) => ({ ...pageQuery(company, source, search, page, batch), similarTo })
  const queryKey: readonly unknown[] = [company, name, 'list', source, query(1)]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const first = await calls.list(source, query(1), signal)
      const items = [...first.items]
      for (let page = 2; items.length < first.total; page += 1) {
        const next = await calls.list(source, query(page), signal)
        if (next.items.length === 0) break
        items.push(...next.items)
      }
      return { ...first, items }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export interface SimilarRows {
  /** The list as displayed: the threats of an opened row are below it. */
  rows: PagedRows<AnyThreat>
  /** Ids of the opened rows. */
  opened: readonly string[]
  /** The position of a row in the tree; undefined when similar threats aren't grouped. */
  treeOf: ((row: AnyThreat) => { level: number; isOpen: boolean | undefined }) | undefined
  /** Whether a row groups others that aren't visible. */
  isFolded: (row: AnyThreat) => boolean
  /** Shows or hides the threats that a row groups. */
  toggle: (row: AnyThreat) => void
  /** The threats that a row groups, including its own. */
  membersOf: (row: AnyThreat) => Promise<readonly AnyThreat[]>
  /** How many rows above this row the row of its group is; 0 for a row of the list itself. */
  stepToHead: (index: number) => number
}

/** The rows that group similar threats: which ones are opened, and what they contain. */
export function useSimilarRows(
  paged: PagedRows<AnyThreat>,
  source: ListSource,
  search: ThreatSearch,
  store: GridStore,
): SimilarRows {
  const client = useQueryClient()
  const company = useCompany()
  const records = useRecords()
  const [opened, setOpened] = useState<readonly string[]>([])
  const { id: _open, ...question } = search
  const queryOf = (id: string) => membersQuery(records, company, source, question, id)
  // Stored as a single page in the cache, so that a decision updates these rows like those of the list.
  const shown = useQuery({
    queryKey: [company, records.name, 'list', source, 'opened', question, opened],
    queryFn: async () => {
      const groups = await Promise.all(opened.map((id) => client.fetchQuery(queryOf(id))))
      const items = groups.flatMap((group, at) => group.items.filter(({ id }) => id !== opened[at]))
      const ends = groups.map((group, at) => ({
        head: opened[at] ?? '',
        ids: group.items.flatMap(({ id }) => (id === opened[at] ? [] : [id])),
      }))
      return { items, ends }
    },
    enabled: opened.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  }).data

  const byId = new Map(opened.length === 0 ? [] : shown?.items.map((row) => [row.id, row]))
  const groups = new Map(
    (opened.length === 0 ? [] : (shown?.ends ?? [])).flatMap(({ head, ids }) =>
      opened.includes(head) ? [[head, ids.flatMap((id) => byId.get(id) ?? [])] as const] : [],
    ),
  )
  const found: { at: number; members: readonly AnyThreat[] }[] = []
  for (let at = 0; found.length < groups.size && at < (paged.total ?? 0); at += 1) {
    const members = groups.get(paged.at(at)?.id ?? '')
    if (members) found.push({ at, members })
  }
  const rows = unfold(paged, found)
  const below = new Set(found.flatMap(({ members }) => members.map(({ id }) => id)))
  const levelOf = ({ id }: AnyThreat) => (below.has(id) ? 2 : 1)
  const isFolded = ({ id, similar = 1 }: AnyThreat) => similar > 1 && !opened.includes(id)

  const indexOf = (id: string) => {
    for (let index = 0; index < (rows.total ?? 0); index += 1) if (rows.at(index)?.id === id) return index
    return -1
  }
  const toggleNow = (row: AnyThreat) => {
    const index = indexOf(row.id)
    if (index >= 0) store.moveTo(index)
    if (opened.includes(row.id)) {
      setOpened((old) => old.filter((id) => id !== row.id))
      return
    }
    client.fetchQuery(queryOf(row.id)).then(
      () => setOpened((old) => [...old.filter((id) => id !== row.id), row.id]),
      (error: unknown) => snackbar(`${t('similarNotLoaded')} ${errorText(error)}`, { isFailure: true }),
    )
  }
  const latest = useRef(toggleNow)
  useEffect(() => {
    latest.current = toggleNow
  })
  const toggle = useMemo(() => (row: AnyThreat) => latest.current(row), [])

  return {
    rows,
    opened,
    treeOf: !isCollapsed(source, search)
      ? undefined
      : (row) => ({
          level: levelOf(row),
          isOpen: (row.similar ?? 1) > 1 && levelOf(row) === 1 ? opened.includes(row.id) : undefined,
        }),
    isFolded,
    toggle,
    membersOf: async (row) => (await client.fetchQuery(queryOf(row.id))).items,
    stepToHead: (index) => {
      let step = 0
      for (let row = rows.at(index); row && levelOf(row) === 2; row = rows.at(index + step)) step -= 1
      return step
    },
  }
}
