import { startTransition, useEffect } from 'react'
import { usePagedRows, type PagedRows } from '../../api/paged-rows.ts'
import { useCompany } from '../../session/company.ts'
import type { GridStore } from '../../ui/grid/columns/grid-store.ts'
import { useRecords, type AnyThreat } from './records.ts'
import type { ThreatSearch } from './threat-search.ts'
import type { ListSource } from './threat-source.ts'
import { threatPageQuery } from './threats.api.ts'
import { useSimilarRows, type SimilarRows } from './use-similar-rows.ts'
import { useOpenThreat, type OpenThreat } from './use-open-threat.ts'

export interface ThreatListState {
  rows: PagedRows<AnyThreat>
  similar: SimilarRows
  open: OpenThreat | null
  openRow: (row: AnyThreat, index: number) => void
  /** Moves the cursor and, if the panel is open, the open threat. */
  moveBy: (step: number) => void
  close: () => void
}

/** The rows of the page, the cursor and the threat in the panel. */
export function useThreatList(
  source: ListSource,
  search: ThreatSearch,
  store: GridStore,
  writeId: (id: string | undefined, isNew: boolean) => void,
): ThreatListState {
  const company = useCompany()
  const records = useRecords()
  const paged = usePagedRows<AnyThreat>((pageNumber) => threatPageQuery(records, company, source, search, pageNumber))
  const similar = useSimilarRows(paged, source, search, store)
  const { rows } = similar
  const [open, setOpen] = useOpenThreat(source, search.id, writeId)

  // After following a link, the open threat is highlighted and scrolled into view.
  const place = open && store.cursor() < 0 ? indexOfOpen(rows, open) : -1
  useEffect(() => {
    if (place >= 0 && store.cursor() < 0) store.moveTo(place)
  }, [place, store])

  const openRow = (row: AnyThreat, index: number) => {
    store.moveTo(index)
    setOpen({ source: row.source, threatId: row.id })
  }
  const moveBy = (step: number) => {
    const total = rows.total ?? 0
    if (total === 0) return
    const from = store.cursor() < 0 && open ? indexOfOpen(rows, open) : store.cursor()
    const next = Math.max(0, Math.min(total - 1, from + step))
    store.moveTo(next)
    const row = rows.at(next)
    // The cursor moves at once. The panel may take a moment.
    if (open && row) startTransition(() => setOpen({ source: row.source, threatId: row.id }))
  }
  return { rows, similar, open, openRow, moveBy, close: () => setOpen(null) }
}

/** Index of the open threat among the loaded rows; -1 when it isn't among them. */
export function indexOfOpen(rows: PagedRows<AnyThreat>, { threatId }: OpenThreat): number {
  const total = Math.min(rows.total ?? 0, 10_000)
  for (let index = 0; index < total; index += 1) if (rows.at(index)?.id === threatId) return index
  return -1
}
