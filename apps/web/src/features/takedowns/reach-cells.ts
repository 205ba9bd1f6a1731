import { reachHours, type AssetCheck } from '@signet/contract/takedowns'
import { hourMs } from '@signet/contract/time'

/** One hour of the strip. */
export interface ReachCell {
  /** Its end, ISO 8601. */
  until: string
  /** The last check of that hour with a result, else its first one; null without a check. */
  check: AssetCheck | null
}

/** The last 48 hours, one cell an hour, the current one last. Of several checks in an hour the last with a result counts. */
export function reachCells(checks: readonly AssetCheck[], now: Date): ReachCell[] {
  const start = now.getTime() - reachHours * hourMs
  const cells: ReachCell[] = Array.from({ length: reachHours }, (_, index) => ({
    until: new Date(start + (index + 1) * hourMs).toISOString(),
    check: null,
  }))
  for (const check of checks) {
    const index = Math.ceil((Date.parse(check.at) - start) / hourMs) - 1
    // A check that came in since `now` was read belongs to the current hour.
    const cell = cells[Math.min(index, reachHours - 1)]
    if (cell && (check.state !== 'unknown' || cell.check === null)) cell.check = check
  }
  return cells
}
