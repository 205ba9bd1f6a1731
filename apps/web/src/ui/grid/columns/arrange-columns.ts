import type { ColumnChoice } from '@signet/contract/companies/portal-settings'

/** Applies the user's choice of default and optional columns. The name column is always present and takes the remaining width. */
export function arrangeColumns<C extends { key: string; track: string }>(
  shipped: readonly C[],
  more: readonly C[],
  choice: readonly ColumnChoice[] | undefined,
  nameKey: string,
): readonly C[] {
  const known = [...shipped, ...more]
  const chosen = choice?.flatMap(({ key, width }) => {
    const column = known.find((each) => each.key === key)
    if (!column) return []
    return [width ? { ...column, track: key === nameKey ? `minmax(${width}px, 1.2fr)` : `${width}px` } : column]
  })
  // A choice without any column of this list is ignored.
  if (!chosen || chosen.length === 0) return shipped
  const name = shipped.find(({ key }) => key === nameKey)
  return chosen.some(({ key }) => key === nameKey) || !name ? chosen : [name, ...chosen]
}
