/** How one text was mistyped into the other. */
export type SlipKind =
  | 'doubled'
  | 'undoubled'
  | 'swapped'
  | 'vowel'
  | 'neighbour'
  | 'replaced'
  | 'added'
  | 'dropped'
  | 'two'

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const vowels = 'aeiouy'

function keyOf(letter: string): [row: number, column: number] {
  const row = rows.findIndex((keys) => keys.includes(letter))
  return [row, (rows[row] ?? '').indexOf(letter)]
}

/** True for adjacent letters on a QWERTY keyboard, in one row or diagonally in the next. */
function areNeighbours(a: string, b: string): boolean {
  const [rowA, columnA] = keyOf(a)
  const [rowB, columnB] = keyOf(b)
  if (rowA < 0 || rowB < 0) return false
  if (rowA === rowB) return Math.abs(columnA - columnB) === 1
  const [upper, lower] = rowA < rowB ? [columnA, columnB] : [columnB, columnA]
  return Math.abs(rowA - rowB) === 1 && (upper === lower || upper === lower + 1)
}

/**
 * Classifies the slip between a protected name and a spelling, by the first position where they differ.
 *
 * @param spelled the spelling, lower case without hyphens; at an edit distance of 1 or 2 from `alias`
 */
export function slipOf(spelled: string, alias: string): SlipKind {
  let start = 0
  while (start < spelled.length && spelled[start] === alias[start]) start++
  let tail = 0
  const tailMax = Math.min(spelled.length, alias.length) - start
  while (tail < tailMax && spelled.at(-1 - tail) === alias.at(-1 - tail)) tail++
  const written = spelled.slice(start, spelled.length - tail)
  const meant = alias.slice(start, alias.length - tail)
  if (written.length === 1 && meant === '') return isRepeat(spelled, start) ? 'doubled' : 'added'
  if (meant.length === 1 && written === '') return isRepeat(alias, start) ? 'undoubled' : 'dropped'
  if (written.length === 1 && meant.length === 1) {
    if (vowels.includes(written) && vowels.includes(meant)) return 'vowel'
    return areNeighbours(written, meant) ? 'neighbour' : 'replaced'
  }
  if (written.length === 2 && written[0] === meant[1] && written[1] === meant[0]) return 'swapped'
  return 'two'
}

function isRepeat(text: string, at: number): boolean {
  return text[at] === text[at - 1] || text[at] === text[at + 1]
}
