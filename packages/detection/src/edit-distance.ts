/** Kept between calls: three rows are enough, and labels have at most 63 letters. */
const rowLength = 256
let previous2 = new Int32Array(rowLength)
let previous = new Int32Array(rowLength)
let current = new Int32Array(rowLength)

/**
 * How many single-letter edits (insert, delete, replace, swap of neighbours) part two words.
 *
 * Source: optimal string alignment, the restricted Damerau–Levenshtein distance, computed in a band of `distanceMax`
 * around the diagonal.
 *
 * @param a at most 255 characters, as is `b`
 * @param distanceMax where counting stops
 * @returns 0 to `distanceMax`, or `distanceMax + 1` when the words are further apart
 */
export function editDistance(a: string, b: string, distanceMax: number): number {
  const tooFar = distanceMax + 1
  const n = a.length
  const m = b.length
  if (Math.abs(n - m) > distanceMax || n >= rowLength || m >= rowLength) return tooFar
  for (let j = 0; j <= m; j++) previous[j] = j <= distanceMax ? j : tooFar
  for (let i = 1; i <= n; i++) {
    const from = Math.max(1, i - distanceMax)
    const to = Math.min(m, i + distanceMax)
    current.fill(tooFar, 0, m + 1)
    if (i <= distanceMax) current[0] = i
    let rowMin = current[0]!
    const ai = a.charCodeAt(i - 1)
    for (let j = from; j <= to; j++) {
      const bj = b.charCodeAt(j - 1)
      let best = previous[j - 1]! + (ai === bj ? 0 : 1)
      best = Math.min(best, previous[j]! + 1, current[j - 1]! + 1)
      if (i > 1 && j > 1 && ai === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === bj) {
        best = Math.min(best, previous2[j - 2]! + 1)
      }
      current[j] = Math.min(best, tooFar)
      if (best < rowMin) rowMin = best
    }
    if (rowMin > distanceMax) return tooFar
    const free = previous2
    previous2 = previous
    previous = current
    current = free
  }
  return previous[m]!
}
