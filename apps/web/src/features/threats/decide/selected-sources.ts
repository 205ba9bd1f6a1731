import { isOneOf } from '@signet/contract/narrow'
import { everySourceName, type AnySource } from '@signet/contract/threats/sources'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { isAnySelected, type GridStore } from '../../../ui/grid/columns/grid-store.ts'
import type { AnyThreat } from '../records.ts'

/** The sources of threats that are loaded. */
export const sourcesOfIds = (rows: PagedRows<AnyThreat>, ids: readonly string[]): AnySource[] => {
  const wanted = new Set(ids)
  return rows.loaded.filter(({ id }) => wanted.has(id)).map(({ source }) => source)
}

/** The source that the filters of a list, in wire form, are limited to. */
export const sourceIn = ({ source }: Readonly<Record<string, string>>): AnySource | undefined =>
  isOneOf(everySourceName, source) ? source : undefined

/**
 * The sources of the selected threats; none if the selection includes threats that aren't loaded, unless the list has only one source.
 *
 * @param only the source of a list that has only one
 */
export function selectedSources(
  store: GridStore,
  rows: PagedRows<AnyThreat>,
  only: AnySource | undefined,
): AnySource[] {
  if (!isAnySelected(store.selection())) return []
  if (only !== undefined) return [only]
  const { isAll } = store.selection()
  if (isAll && rows.loaded.length < (rows.matching ?? Number.MAX_SAFE_INTEGER)) return []
  return rows.loaded.filter(({ id }) => store.isSelected(id)).map(({ source }) => source)
}
