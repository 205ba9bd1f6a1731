import { reachHours, type AssetCheck } from '@signet/contract/takedowns'
import { hourMs } from '@signet/contract/time'

/** One hour of the strip. */
export interface ReachCell {
  /** Its end, ISO 8601. */
  until: string
  /** The last look of that hour which could ask; null when nobody looked. */
  check: AssetCheck | null
}

/** The last 48 hours, one cell an hour, the present one last. Of several looks in an hour the last that learned something stands. */
export function reachCells(checks: readonly AssetCheck[], now: Date): ReachCell[] {
  const start = now.getTime() - reachHours * hourMs
  const cells: ReachCell[] = Array.from({ length: reachHours }, (_, index) => ({
    until: new Date(start + (index + 1) * hourMs).toISOString(),
    check: null,
  }))
  for (const check of checks) {
    const index = Math.ceil((Date.parse(check.at) - start) / hourMs) - 1
    // A look that came in since `now` was read belongs to the present hour.
    const cell = cells[Math.min(index, reachHours - 1)]
    if (cell && (check.state !== 'unknown' || cell.check === null)) cell.check = check
  }
  return cells
}
