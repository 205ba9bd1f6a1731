/* The way of a reviewer through the queues of all companies. It outlives the page, which a change of the company mounts again. */

const seen = new Set<string>()

/** Begins at a row of the list: those above it are passed over. */
export function beginWalk(idsUpToHere: readonly string[]): void {
  seen.clear()
  for (const id of idsUpToHere) seen.add(id)
}

/** The first row that wasn't seen on this way, or the first one again after the last. */
export function nextOf<Row extends { id: string }>(rows: readonly Row[]): Row | undefined {
  return rows.find(({ id }) => !seen.has(id)) ?? rows[0]
}

/** Counts a record as seen. At the end, all others are next again. */
export function goOn(id: string, rows: readonly { id: string }[]): void {
  if (rows.every((row) => seen.has(row.id))) seen.clear()
  seen.add(id)
}
