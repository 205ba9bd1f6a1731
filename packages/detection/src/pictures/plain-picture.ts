import { greyOf, groundOf, resized } from '../lookalike/grey-picture.ts'
import type { Picture } from '../lookalike/page-view.ts'

/** Pictures are examined in this size, and only what is in the disc that platforms show. */
const side = 48
/** Darkest and lightest shades that are closer than this are one shade. */
const rangeMin = 10
/** The least share of the differences in brightness that two shades explain: drawings have more, photos less. */
const twoShadesMin = 0.85
/** Shares of the rows of a plain shape that may consist of several parts, and of its area that must be the same when mirrored. */
const partedRowsMax = 0.06
const mirroredMin = 0.88
/** Initials that platforms draw are this high at most, and this far from the middle, as shares of the side. */
const initialsHeightMax = 0.46
const offsetMax = 0.05

interface Cell {
  x: number
  y: number
  value: number
}

/**
 * Whether a picture has too little content to tell whose it is: one shade, or one plain shape on it, as the default pictures of platforms
 * have, such as the outline of a person or the initials of a name. Many accounts have the same one.
 */
export function isPlainPicture(picture: Picture): boolean {
  const { values } = resized(greyOf(picture, groundOf(picture)), side, side)
  const cells = [...values].flatMap((value, at): Cell[] => {
    const [x, y] = [at % side, Math.floor(at / side)]
    return distanceOf(x, y) <= side / 2 - 1 ? [{ x, y, value }] : []
  })
  const { threshold, explained, range } = twoShadesOf(cells)
  if (range < rangeMin) return true
  if (explained < twoShadesMin) return false
  const isLight = ({ value }: Cell) => value > threshold
  const rim = cells.filter(({ x, y }) => distanceOf(x, y) > side / 2 - 3)
  const isGroundLight = rim.filter(isLight).length * 2 > rim.length
  const shape = cells.filter((cell) => isLight(cell) !== isGroundLight)
  return isPlainShape(shape) || (!isGroundLight && areInitials(shape))
}

const middle = (side - 1) / 2
const distanceOf = (x: number, y: number) => Math.hypot(x - middle, y - middle)

/** The threshold between two shades that leaves the least differences within each. Source: Otsu, 1979. */
function twoShadesOf(cells: readonly Cell[]): { threshold: number; explained: number; range: number } {
  const sorted = cells.map(({ value }) => value).toSorted((a, b) => a - b)
  const count = sorted.length
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count
  const spread = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  let [best, threshold, below] = [0, 0, 0]
  for (let at = 1; at < count; at++) {
    below += sorted[at - 1] ?? 0
    const between = ((below - at * mean) ** 2 * count) / (at * (count - at))
    if (between <= best) continue
    best = between
    threshold = ((sorted[at - 1] ?? 0) + (sorted[at] ?? 0)) / 2
  }
  return { threshold, explained: spread === 0 ? 1 : best / spread, range: (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) }
}

/**
 * One or two parts one above the other, each of a single piece in every row, and the same when mirrored: a head and shoulders, an egg, a
 * disc.
 */
function isPlainShape(shape: readonly Cell[]): boolean {
  const rows = [...Map.groupBy(shape, ({ y }) => y).values()]
  const isParted = (row: readonly Cell[]) => {
    const across = row.map(({ x }) => x)
    return Math.max(...across) - Math.min(...across) + 1 > across.length
  }
  if (rows.filter(isParted).length > rows.length * partedRowsMax) return false
  const keys = new Set(shape.map(({ x, y }) => y * side + x))
  const mirrored = shape.filter(({ x, y }) => keys.has(y * side + side - 1 - x)).length
  if (mirrored < shape.length * mirroredMin) return false
  return gapsIn(rows.map(([first]) => first?.y ?? 0)) <= 1
}

function gapsIn(lines: readonly number[]): number {
  const sorted = lines.toSorted((a, b) => a - b)
  return sorted.filter((line, at) => at > 0 && line - (sorted[at - 1] ?? 0) > 1).length
}

/** Light letters in the middle of a darker ground. */
function areInitials(shape: readonly Cell[]): boolean {
  const [left, right] = [Math.min(...shape.map(({ x }) => x)), Math.max(...shape.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...shape.map(({ y }) => y)), Math.max(...shape.map(({ y }) => y))]
  const isCentred = [left + right, top + bottom].every((sum) => Math.abs(sum / 2 - middle) <= side * offsetMax)
  return isCentred && bottom - top + 1 <= side * initialsHeightMax
}
