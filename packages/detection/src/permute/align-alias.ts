import type { NameMark } from '@signet/contract/threats/marked-name'
import { required } from '@signet/contract/narrow'
import { skeletonOf } from '../names/skeleton.ts'

/*
 * Finds the cheapest way to read a protected name in a part of a label: an alignment whose steps are the tricks used to register
 * look-alikes. Both ends of the label are free, so the text around the name costs nothing.
 */

/** One character of a label with its combining marks, and the ASCII text it looks like. */
interface Unit {
  text: string
  start: number
  end: number
  /** `?` when it doesn't look like any ASCII character. */
  reading: string
}

/** A protected name found in a label. */
export interface Alignment {
  /** Positions in the label, in UTF-16 code units. */
  start: number
  end: number
  /** 0 for the exact name. */
  cost: number
  /** How many of its steps are slips: letters replaced, added, omitted or swapped. */
  slips: number
  marks: NameMark[]
}

/** Pairs of ASCII letters that look like one letter at a glance. */
const pairs: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['nn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
]
/** ASCII characters that can be mistaken for each other, each group in one string. */
const alike = ['o0', 'il1j', 'e3', 'a4', 's5', 't7', 'b86', 'g96q', 'z2', 'uv', 'mn']

/**
 * Step prices: a name with fewer and more visible tricks is the better reading. A slip costs the most; a position between other letters
 * costs a little.
 */
const price = {
  foreign: 0.1,
  alike: 0.3,
  pair: 0.3,
  hyphen: 0.3,
  swap: 0.9,
  slip: 1,
  repeat: 0.8,
  unbound: 0.05,
} as const

function unitsOf(label: string): Unit[] {
  const units: Unit[] = []
  let at = 0
  for (const character of label) {
    const end = at + character.length
    const last = units.at(-1)
    if (last && /[\p{M}\p{Cf}]/u.test(character)) {
      last.text += character
      last.end = end
    } else {
      units.push({ text: character, start: at, end, reading: character })
    }
    at = end
  }
  // oxlint-disable-next-line no-control-regex
  for (const unit of units) if (/[^\x00-\x7f]/.test(unit.text)) unit.reading = skeletonOf(unit.text) || '?'
  return units
}

const areAlike = (a: string, b: string) => alike.some((group) => group.includes(a) && group.includes(b))

interface Cell {
  cost: number
  slips: number
  /** The previous cell and the step from it; `null` at a beginning. */
  from: { i: number; j: number; kind: NameMark['kind'] } | null
}

/** The cells of an alignment, by how many characters of the label and of the name they are after. */
class Table {
  readonly #width: number
  readonly #cells: Cell[]

  constructor(height: number, width: number, cellOf: (i: number, j: number) => Cell) {
    this.#width = width
    this.#cells = Array.from({ length: height * width }, (_, at) => cellOf(Math.floor(at / width), at % width))
  }

  at(i: number, j: number): Cell {
    return required(this.#cells[i * this.#width + j], 'a cell of the table')
  }

  set(i: number, j: number, cell: Cell): void {
    this.#cells[i * this.#width + j] = cell
  }
}

/**
 * Reads a protected name in one label.
 *
 * @param label as displayed, lower case, without dots, e.g. `login-pаypal` with a Cyrillic `а`
 * @param alias lower-case ASCII letters and digits
 * @returns `null` when the label is empty; the caller decides which price is acceptable
 */
export function alignAlias(label: string, alias: string): Alignment | null {
  const units = unitsOf(label)
  const n = units.length
  const m = alias.length
  if (n === 0 || m === 0) return null
  const isBound = (at: number) =>
    at === 0 || at === n || /[-_]/.test((units[at - 1]?.text ?? '') + (units[at]?.text ?? ''))
  const table = new Table(n + 1, m + 1, (i, j) => ({
    cost: j === 0 ? (isBound(i) ? 0 : price.unbound) : Infinity,
    slips: 0,
    from: null,
  }))
  const step = (i: number, j: number, toI: number, toJ: number, kind: NameMark['kind'], cost: number) => {
    const cell = table.at(i, j)
    if (cell.cost + cost >= table.at(toI, toJ).cost - 1e-9) return
    const isSlip = kind === 'replaced' || kind === 'inserted' || kind === 'missing' || kind === 'swapped'
    table.set(toI, toJ, { cost: cell.cost + cost, slips: cell.slips + (isSlip ? 1 : 0), from: { i, j, kind } })
  }
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= m; j++) {
      if (table.at(i, j).cost === Infinity) continue
      if (j < m) step(i, j, i, j + 1, 'missing', price.slip)
      const unit = units[i]
      if (!unit) continue
      const isInside = j > 0 && j < m
      if (isInside && /^[-_]$/.test(unit.text)) step(i, j, i + 1, j, 'hyphen', price.hyphen)
      else if (isInside) {
        step(i, j, i + 1, j, 'inserted', unit.reading === alias[j - 1] ? price.repeat : price.slip)
      }
      if (j === m) continue
      const wanted = alias.charAt(j)
      if (unit.text === wanted) step(i, j, i + 1, j + 1, 'brand', 0)
      else if (unit.text !== unit.reading && alias.startsWith(unit.reading, j)) {
        step(i, j, i + 1, j + unit.reading.length, 'lookAlike', price.foreign)
      } else if (areAlike(unit.reading, wanted)) step(i, j, i + 1, j + 1, 'lookAlike', price.alike)
      else if (!/[-_]/.test(unit.text)) step(i, j, i + 1, j + 1, 'replaced', price.slip)
      const next = units[i + 1]
      for (const [two, one] of pairs) {
        if (next && unit.reading + next.reading === two && wanted === one) {
          step(i, j, i + 2, j + 1, 'lookAlike', price.pair)
        }
        if (unit.reading === one && alias.startsWith(two, j)) step(i, j, i + 1, j + 2, 'lookAlike', price.pair)
      }
      if (next && unit.reading === alias[j + 1] && next.reading === wanted && unit.reading !== wanted) {
        step(i, j, i + 2, j + 2, 'swapped', price.swap)
      }
    }
  }
  let end = 0
  let best = Infinity
  for (let i = 1; i <= n; i++) {
    const cost = table.at(i, m).cost + (isBound(i) ? 0 : price.unbound)
    // Of equally cheap alignments, prefer the longer one: a letter that is present was replaced, not omitted.
    if (cost <= best + 1e-9) {
      best = cost
      end = i
    }
  }
  return best === Infinity ? null : walkBack(units, alias, table, end, best)
}

function walkBack(units: readonly Unit[], alias: string, table: Table, end: number, cost: number): Alignment {
  const marks: NameMark[] = []
  let [i, j] = [end, alias.length]
  const { slips } = table.at(i, j)
  const endOf = (at: number) => units[at]?.end ?? 0
  const startOf = (at: number) => units[at]?.start ?? endOf(units.length - 1)
  for (let cell = table.at(i, j); cell.from; cell = table.at(i, j)) {
    const { i: fromI, j: fromJ, kind } = cell.from
    const start = startOf(fromI)
    const stop = i === fromI ? start : endOf(i - 1)
    const imitates = alias.slice(fromJ, j)
    const after = marks.at(-1)
    if (kind === 'brand' && after?.kind === 'brand') after.start = start
    else marks.push({ start, end: stop, kind, ...(kind === 'brand' || imitates === '' ? {} : { imitates }) })
    i = fromI
    j = fromJ
  }
  return { start: startOf(i), end: endOf(end - 1), cost, slips, marks: marks.toReversed() }
}
