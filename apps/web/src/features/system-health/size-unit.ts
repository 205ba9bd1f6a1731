import { decimal } from '../../format/numbers/decimal.ts'

const units = ['KB', 'MB', 'GB', 'TB'] as const

/** The unit of a column of sizes, so that they can be compared at a glance. */
export interface SizeUnit {
  name: (typeof units)[number]
  bytes: number
}

/** The largest unit, in steps of 1000, of which the largest size has at least one. */
export function unitFor(largestBytes: number): SizeUnit {
  const step = Math.max(
    0,
    units.findLastIndex((_, index) => largestBytes >= 1000 ** (index + 1)),
  )
  return { name: units[step] ?? 'KB', bytes: 1000 ** (step + 1) }
}

/** A size in the unit of its column, with one decimal: `0.4`; `<0.1` for one that would round to nothing. */
export function sizeIn(unit: SizeUnit, bytes: number): string {
  const size = Math.round((bytes / unit.bytes) * 10) / 10
  return size === 0 && bytes > 0 ? `<${decimal(0.1)}` : decimal(size)
}

/** Growth in the unit of its column: `+1.4`, `−0.2`; a dash if there is nothing to compare with. */
export function growthIn(unit: SizeUnit, perDay: number | null): string {
  if (perDay === null) return '–'
  const size = Math.round((perDay / unit.bytes) * 10) / 10
  return `${size > 0 ? '+' : size < 0 ? '−' : ''}${decimal(Math.abs(size))}`
}
