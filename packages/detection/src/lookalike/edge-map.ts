import type { GreyPicture } from './grey-picture.ts'

/**
 * Where a picture has edges, and in which direction they run. The angle is doubled, so that a light logo on a dark ground has the same
 * directions as a dark one on a light ground. Both parts are 0 where there is no edge.
 */
export interface EdgeMap {
  width: number
  height: number
  cos: Float32Array
  sin: Float32Array
  /** The number of edge pixels above and to the left: `(width + 1) × (height + 1)` sums. */
  sums: Int32Array
}

/** Differences of brightness below this are noise of compression. */
const edgeMin = 14

/** Finds the edges of a picture. */
export function edgeMapOf({ width, height, values }: GreyPicture): EdgeMap {
  const cos = new Float32Array(width * height)
  const sin = new Float32Array(width * height)
  const sums = new Int32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let inRow = 0
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        const across = values[at + 1]! - values[at - 1]!
        const down = values[at + width]! - values[at - width]!
        const square = across * across + down * down
        if (square >= edgeMin * edgeMin) {
          cos[at] = (across * across - down * down) / square
          sin[at] = (2 * across * down) / square
          inRow += 1
        }
      }
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + inRow
    }
  }
  return { width, height, cos, sin, sums }
}

/** The number of edge pixels in a rectangle. */
export function edgesIn({ width, sums }: EdgeMap, x: number, y: number, wide: number, high: number): number {
  const row = width + 1
  const top = y * row + x
  const bottom = (y + high) * row + x
  return sums[bottom + wide]! - sums[bottom]! - sums[top + wide]! + sums[top]!
}
