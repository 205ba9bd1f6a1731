import type { AnySource } from '@signet/contract/threats/sources'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { isAnySelected, type GridStore } from '../../../ui/grid/columns/grid-store.ts'
import type { AnyThreat } from '../records.ts'

/** The sources of threats that are loaded. */
export const sourcesOfIds = (rows: PagedRows<AnyThreat>, ids: readonly string[]): AnySource[] => {
  const wanted = new Set(ids)
  return rows.loaded.filter(({ id }) => wanted.has(id)).map(({ source }) => source)
}

/** The sources of the selected threats; none if the selection includes threats that aren't loaded, whose sources aren't known. */
export function selectedSources(store: GridStore, rows: PagedRows<AnyThreat>): AnySource[] {
  if (!isAnySelected(store.selection())) return []
  const { isAll } = store.selection()
  if (isAll && rows.loaded.length < (rows.matching ?? Number.MAX_SAFE_INTEGER)) return []
  return rows.loaded.filter(({ id }) => store.isSelected(id)).map(({ source }) => source)
}
