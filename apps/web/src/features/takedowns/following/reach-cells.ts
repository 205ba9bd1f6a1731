import { reachHours, type AssetCheck } from '@signet/contract/takedowns/asset-checks'
import { hourMs } from '@signet/contract/time'

/** One hour of the strip. */
export interface ReachCell {
  /** End of the hour, ISO 8601. */
  until: string
  /** The last check in that hour with a result, otherwise the first check; null without a check. */
  check: AssetCheck | null
}

/** The last 48 hours with one cell per hour, the current hour last. Of several checks in an hour, the last one with a result counts. */
export function reachCells(checks: readonly AssetCheck[], now: Date): ReachCell[] {
  const start = now.getTime() - reachHours * hourMs
  const cells: ReachCell[] = Array.from({ length: reachHours }, (_, index) => ({
    until: new Date(start + (index + 1) * hourMs).toISOString(),
    check: null,
  }))
  for (const check of checks) {
    const index = Math.ceil((Date.parse(check.at) - start) / hourMs) - 1
    // A check that was recorded after `now` was read belongs to the current hour.
    const cell = cells[Math.min(index, reachHours - 1)]
    if (cell && (check.state !== 'unknown' || cell.check === null)) cell.check = check
  }
  return cells
}
