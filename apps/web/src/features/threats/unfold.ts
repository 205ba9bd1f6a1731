import type { PagedRows } from '../../api/paged-rows.ts'

/** Rows that are shown below a row of the list. */
export interface Unfolded<T> {
  /** Index of that row in the list without unfolded rows. */
  at: number
  members: readonly T[]
}

/**
 * A list with additional rows below some of its rows, as displayed.
 *
 * @param groups in the order of the list
 */
export function unfold<T>(rows: PagedRows<T>, groups: readonly Unfolded<T>[]): PagedRows<T> {
  if (groups.length === 0) return rows
  const placeOf = (index: number): { at: number; member?: T | undefined } => {
    let shift = 0
    for (const { at, members } of groups) {
      const within = index - shift - at - 1
      if (within < 0) break
      if (within < members.length) return { at, member: members[within] }
      shift += members.length
    }
    return { at: index - shift }
  }
  const more = groups.flatMap(({ members }) => members)
  const below = new Map(groups.map(({ at, members }) => [rows.at(at), members]))
  return {
    ...rows,
    total: rows.total === undefined ? undefined : rows.total + more.length,
    at: (index) => {
      const { at, member } = placeOf(index)
      return member ?? rows.at(at)
    },
    loaded: rows.loaded.flatMap((row) => [row, ...(below.get(row) ?? [])]),
    show: (first, last) => rows.show(placeOf(first).at, placeOf(last).at),
  }
}
