/*
 * Aligns two names so that a reader sees where they differ. This is a global alignment with cheap gaps at the ends and affine gap costs
 * (Gotoh 1982), which keep an added word together instead of scattering it.
 */

import { t } from '../words.ts'

/** One column of an alignment. A missing character is `null`. */
export interface AlignedPair {
  suspect: string | null
  official: string | null
  isSame: boolean
}

/** Groups of characters that look alike. Each string is one group. */
const lookAlikes = [
  '0oо',
  '1li|íì',
  '5sѕ',
  '3eе',
  '4aа',
  '8b',
  '9gq',
  '2z',
  'cс',
  'pр',
  'xх',
  'yу',
  'uv',
  'nm',
  'kк',
  'hһ',
  'jј',
  'dԁ',
]

const matchPoints = 4
const lookAlikePoints = 2
const mismatchPoints = -3
const openPoints = -5
const extendPoints = -0.5
/** Bonus that decides between equal alignments: a gap that begins with a dot or a hyphen is easiest to read: `meridian` + `-login`. */
const separatorPoints = 0.25

function points(a: string, b: string): number {
  if (a === b) return a === '.' || a === '-' ? matchPoints - 1 : matchPoints
  return areAlike(a, b) ? lookAlikePoints : mismatchPoints
}

/** Whether two different characters look alike: a known pair, or the same letter without its accent. */
export function areAlike(a: string, b: string): boolean {
  if (lookAlikes.some((group) => group.includes(a) && group.includes(b))) return true
  return plain(a) === plain(b)
}

function plain(character: string): string {
  return character.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

type Move = 'pair' | 'skipOfficial' | 'skipSuspect'
interface Cell {
  score: number
  from: Move
}
const moves = ['pair', 'skipOfficial', 'skipSuspect'] as const

/**
 * Aligns a suspect name with an official one.
 *
 * @param suspect as displayed, lower case, e.g. `rneridian-login.example`
 * @param official e.g. `meridian.example`
 */
export function alignNames(suspect: string, official: string): AlignedPair[] {
  const pairs = aligned(suspect, official)
  const [end, officialEnd] = [suspect.lastIndexOf('.'), official.lastIndexOf('.')]
  const isEndSame = pairs
    .filter((pair) => pair.official !== null)
    .slice(officialEnd)
    .every(({ isSame }) => isSame)
  if (end < 0 || officialEnd < 0 || isEndSame) return pairs
  // Different endings stand below each other, each with its dot.
  return [
    ...aligned(suspect.slice(0, end + 1), official.slice(0, officialEnd + 1)),
    ...fromLeft([suspect.slice(end + 1), official.slice(officialEnd + 1)]),
  ]
}

function aligned(suspect: string, official: string): AlignedPair[] {
  const left = Array.from(suspect)
  const right = Array.from(official)
  return walkBack(left, right, scoreTable(left, right))
}

type Row = Record<Move, Cell>
const nowhere: Cell = { score: Number.NEGATIVE_INFINITY, from: 'pair' }
const outside: Row = { pair: nowhere, skipOfficial: nowhere, skipSuspect: nowhere }
const cellAt = (table: readonly Row[][], row: number, column: number): Row => table[row]?.[column] ?? outside

function bestOf(cells: Row): { score: number; move: Move } {
  let best: Move = 'pair'
  for (const move of moves) if (cells[move].score > cells[best].score) best = move
  return { score: cells[best].score, move: best }
}

function scoreTable(left: string[], right: string[]): Row[][] {
  const table: Row[][] = []
  for (let row = 0; row <= left.length; row++) {
    const cells: Row[] = []
    table.push(cells)
    for (let column = 0; column <= right.length; column++) {
      const cell: Row = { ...outside }
      cells.push(cell)
      if (row === 0 && column === 0) {
        cell.pair = { score: 0, from: 'pair' }
        continue
      }
      const suspect = left[row - 1]
      const official = right[column - 1]
      if (suspect !== undefined && official !== undefined) {
        const before = bestOf(cellAt(table, row - 1, column - 1))
        cell.pair = { score: before.score + points(suspect, official), from: before.move }
      }
      // Additional text before or after the other name is common, so such a gap costs half.
      if (suspect !== undefined) {
        const isAtEnd = column === 0 || column === right.length
        cell.skipSuspect = gap(cellAt(table, row - 1, column), 'skipSuspect', isAtEnd, suspect)
      }
      if (official !== undefined) {
        const isAtEnd = row === 0 || row === left.length
        cell.skipOfficial = gap(cellAt(table, row, column - 1), 'skipOfficial', isAtEnd, official)
      }
    }
  }
  return table
}

function gap(before: Row, move: 'skipSuspect' | 'skipOfficial', isAtEnd: boolean, character: string): Cell {
  const open = (isAtEnd ? openPoints / 2 : openPoints) + (/[.-]/.test(character) ? separatorPoints : 0)
  const extended = before[move].score + extendPoints
  const best = bestOf(before)
  const opened = best.score + open
  return extended >= opened ? { score: extended, from: move } : { score: opened, from: best.move }
}

function walkBack(left: string[], right: string[], table: Row[][]): AlignedPair[] {
  const pairs: AlignedPair[] = []
  let row = left.length
  let column = right.length
  let move = bestOf(cellAt(table, row, column)).move
  while (row > 0 || column > 0) {
    const { from } = cellAt(table, row, column)[move]
    const suspect = move === 'skipOfficial' ? null : (left[--row] ?? null)
    const official = move === 'skipSuspect' ? null : (right[--column] ?? null)
    pairs.push({ suspect, official, isSame: suspect === official })
    move = from
  }
  return withoutStrays(pairs.toReversed())
}

/** A matching run that is longer is a part of both names; a shorter one may be coincidental. */
const strayMax = 3

/**
 * A single matching character between two differences is coincidental, and so are up to three if characters of the official name are
 * missing next to them and the differences are as long. The differences around them are merged into one, and both sides are aligned at its
 * left edge.
 */
function withoutStrays(pairs: readonly AlignedPair[]): AlignedPair[] {
  const runs = runsOf(pairs)
  const isStray = runs.map((run, index) => {
    const [before, after] = [runs[index - 1], runs[index + 1]]
    if (!run[0]?.isSame || !before || !after || run.length > strayMax) return false
    const isOnlyAdded = [...before, ...after].every(({ official }) => official === null)
    return run.length === 1 || (!isOnlyAdded && Math.min(before.length, after.length) >= run.length)
  })
  const result: AlignedPair[] = []
  let region: AlignedPair[] = []
  let hasStray = false
  const closeRegion = () => {
    const isSplit = (['suspect', 'official'] as const).every((side) => region.some((pair) => pair[side] === null))
    result.push(...(hasStray || isSplit ? fromLeft([sideOf(region, 'suspect'), sideOf(region, 'official')]) : region))
    region = []
    hasStray = false
  }
  for (const [index, run] of runs.entries()) {
    if (run[0]?.isSame && !isStray[index]) {
      closeRegion()
      result.push(...run)
    } else {
      region.push(...run)
      hasStray ||= isStray[index] === true
    }
  }
  closeRegion()
  return result
}

/** Columns that follow each other and are all equal, or all different. */
function runsOf(pairs: readonly AlignedPair[]): AlignedPair[][] {
  const runs: AlignedPair[][] = []
  for (const pair of pairs) {
    const last = runs.at(-1)
    if (last?.[0]?.isSame === pair.isSame) last.push(pair)
    else runs.push([pair])
  }
  return runs
}

const sideOf = (pairs: readonly AlignedPair[], side: 'suspect' | 'official') =>
  pairs.map((pair) => pair[side] ?? '').join('')

/** Both texts from their first character on. */
function fromLeft([left, right]: readonly [suspect: string, official: string]): AlignedPair[] {
  const suspect = Array.from(left)
  const official = Array.from(right)
  let isSame = true
  return Array.from({ length: Math.max(suspect.length, official.length) }, (_, index) => {
    isSame &&= suspect[index] === official[index]
    return { suspect: suspect[index] ?? null, official: official[index] ?? null, isSame }
  })
}

/** The official name with the best alignment score. */
export function closestOfficial(suspect: string, official: readonly string[]): string | null {
  let closest: { name: string; score: number } | null = null
  const left = Array.from(suspect)
  for (const name of official) {
    const right = Array.from(name)
    const { score } = bestOf(cellAt(scoreTable(left, right), left.length, right.length))
    if (!closest || score > closest.score) closest = { name, score }
  }
  return closest?.name ?? null
}

/** Whether each character of a difference looks like the one that it stands for. */
const isReplaced = (run: readonly AlignedPair[]): boolean =>
  run.every(
    ({ isSame, suspect, official }) =>
      !isSame && (suspect === null || official === null || areAlike(suspect, official)),
  )

const scripts = [
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['armenian', /\p{Script=Armenian}/u],
  ['latin', /\p{Script=Latin}/u],
] as const

/** The description of a character outside ASCII, because the difference may not be visible: `Cyrillic с (U+0441)`. */
export function describeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const script = scripts.find(([, pattern]) => pattern.test(character))?.[0]
  return `${script ? `${t(script)} ` : ''}${character} (U+${code})`
}

/**
 * The replaced characters as text, each once: `Cyrillic с (U+0441) for c`, `0 for o`; at most six. Two characters that look alike by chance
 * in a pair of different words are none.
 */
export function replacementsOf(pairs: readonly AlignedPair[]): string[] {
  const found = new Set<string>()
  for (const { suspect, official } of runsOf(pairs).filter(isReplaced).flat()) {
    if (suspect === null || official === null) continue
    const shown = /[^\u0020-\u007e]/.test(suspect) ? describeCharacter(suspect) : suspect
    found.add(t('characterForOfficial', { character: shown, official }))
  }
  return [...found].slice(0, 6)
}
