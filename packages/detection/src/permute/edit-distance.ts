/** Reused between calls: three rows are enough, and labels have at most 63 letters. */
const rowLength = 256
let previous2 = new Int32Array(rowLength)
let previous = new Int32Array(rowLength)
let current = new Int32Array(rowLength)

const lettersOfA = new Uint16Array(rowLength)
const lettersOfB = new Uint16Array(rowLength)

/**
 * How many single-letter edits (insert, delete, replace, swap of neighbours) separate two words.
 *
 * Source: optimal string alignment, the restricted Damerau–Levenshtein distance, computed in a band of `distanceMax` around the diagonal.
 *
 * @param a at most 255 characters, as is `b`
 * @param distanceMax where counting stops
 * @returns 0 to `distanceMax`, or `distanceMax + 1` when the distance is larger
 */
export function editDistance(a: string, b: string, distanceMax: number): number {
  if (a.length >= rowLength || b.length >= rowLength) return distanceMax + 1
  for (let i = 0; i < a.length; i++) lettersOfA[i] = a.charCodeAt(i)
  for (let i = 0; i < b.length; i++) lettersOfB[i] = b.charCodeAt(i)
  return symbolDistance(lettersOfA, 0, a.length, lettersOfB, 0, b.length, distanceMax)
}

type Letters = Uint8Array | Uint16Array

/** Like `editDistance`, for a range of one symbol list and a range of another, each of at most 255 symbols. */
export function symbolDistance(
  a: Letters,
  aStart: number,
  aEnd: number,
  b: Letters,
  bStart: number,
  bEnd: number,
  distanceMax: number,
): number {
  // A common prefix and suffix cost nothing in any alignment.
  let aFrom = aStart
  let bFrom = bStart
  while (aFrom < aEnd && bFrom < bEnd && a[aFrom] === b[bFrom]) {
    aFrom++
    bFrom++
  }
  let aTo = aEnd
  let bTo = bEnd
  while (aTo > aFrom && bTo > bFrom && a[aTo - 1] === b[bTo - 1]) {
    aTo--
    bTo--
  }
  const n = aTo - aFrom
  const m = bTo - bFrom
  const tooFar = distanceMax + 1
  if (Math.abs(n - m) > distanceMax) return tooFar
  // With no letters on one side, or one letter against at most two, every letter changes; with more letters, one edit can be a swap.
  if (n === 0 || m === 0 || n + m <= 3) return Math.min(Math.max(n, m), tooFar)
  if (n === 2 && m === 2 && a[aFrom] === b[bFrom + 1] && a[aFrom + 1] === b[bFrom]) return 1
  if (distanceMax <= 1) return tooFar
  return distanceInBand(a, aFrom, n, b, bFrom, m, distanceMax)
}

/** The distance between `n` letters of one list and `m` letters of another, counted up to `distanceMax`. */
function distanceInBand(
  a: Letters,
  aStart: number,
  n: number,
  b: Letters,
  bStart: number,
  m: number,
  distanceMax: number,
): number {
  const tooFar = distanceMax + 1
  for (let j = 0; j <= m; j++) previous[j] = j <= distanceMax ? j : tooFar
  for (let i = 1; i <= n; i++) {
    const from = Math.max(1, i - distanceMax)
    const to = Math.min(m, i + distanceMax)
    current.fill(tooFar, 0, m + 1)
    if (i <= distanceMax) current[0] = i
    let rowMin = current[0]!
    const ai = a[aStart + i - 1]!
    for (let j = from; j <= to; j++) {
      const bj = b[bStart + j - 1]!
      let best = previous[j - 1]! + (ai === bj ? 0 : 1)
      best = Math.min(best, previous[j]! + 1, current[j - 1]! + 1)
      if (i > 1 && j > 1 && ai === b[bStart + j - 2] && a[aStart + i - 2] === bj) {
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
