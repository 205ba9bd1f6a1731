import type { ColumnChoice } from '@signet/contract/portal-settings'

/** A person's choice among the shipped columns and the others; the column of the name is always there and takes what is left over. */
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
  // A choice of columns that this list does not have is none.
  if (!chosen || chosen.length === 0) return shipped
  const name = shipped.find(({ key }) => key === nameKey)
  return chosen.some(({ key }) => key === nameKey) || !name ? chosen : [name, ...chosen]
}
