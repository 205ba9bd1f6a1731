/*
 * QR codes, ISO/IEC 18004:2015: byte mode, error correction M, versions 1 to 20. Drawn here, so that no secret leaves the page.
 */

/** Error correction words of a block, and blocks, by version (table 9, level M). */
const correctionWords = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

/** Modules that carry data: all but those of the patterns, and of format and version. */
function dataModules(version: number): number {
  const all = (16 * version + 128) * version + 64
  if (version < 2) return all
  const aligned = Math.floor(version / 7) + 2
  return all - ((25 * aligned - 10) * aligned - 55) - (version >= 7 ? 36 : 0)
}
const wordsOf = (version: number) => Math.floor(dataModules(version) / 8)
const at = (table: readonly number[], version: number) => table[version - 1] as number
const dataWords = (version: number) => wordsOf(version) - at(correctionWords, version) * at(blockCounts, version)

/** Product in the field GF(2^8) of the standard, x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((b >>> bit) & 1) * a
  }
  return product
}

/** The words that make errors in a block correctable (Reed-Solomon). */
function correctionOf(data: readonly number[], count: number): number[] {
  const divisor: number[] = Array.from({ length: count }, (_, index) => (index === count - 1 ? 1 : 0))
  let root = 1
  for (let step = 0; step < count; step++) {
    for (let index = 0; index < count; index++) {
      divisor[index] = times(divisor[index] as number, root) ^ (divisor[index + 1] ?? 0)
    }
    root = times(root, 2)
  }
  const rest: number[] = Array.from({ length: count }, () => 0)
  for (const word of data) {
    const factor = word ^ (rest.shift() as number)
    rest.push(0)
    for (let index = 0; index < count; index++) {
      rest[index] = (rest[index] as number) ^ times(divisor[index] as number, factor)
    }
  }
  return rest
}

/** The text as data words, filled up to the capacity of the version. */
function encode(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  push(4, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  const capacity = dataWords(version) * 8
  push(0, Math.min(4, capacity - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => (word << 1) | bit, 0),
  )
  for (let filler = 0xec; words.length * 8 < capacity; filler ^= 0xec ^ 0x11) words.push(filler)
  return words
}

/** Data and correction of all blocks, interleaved as they are drawn. */
function interleave(data: readonly number[], version: number): number[] {
  const count = at(blockCounts, version)
  const correctionLength = at(correctionWords, version)
  const total = wordsOf(version)
  const shortBlocks = count - (total % count)
  const shortLength = Math.floor(total / count) - correctionLength
  let start = 0
  const blocks = Array.from({ length: count }, (_, index) => {
    const length = shortLength + (index < shortBlocks ? 0 : 1)
    const words = data.slice(start, start + length)
    start += length
    return { words, correction: correctionOf(words, correctionLength) }
  })
  const result: number[] = []
  for (let index = 0; index <= shortLength; index++) {
    for (const { words } of blocks) if (index < words.length) result.push(words[index] as number)
  }
  for (let index = 0; index < correctionLength; index++) {
    for (const { correction } of blocks) result.push(correction[index] as number)
  }
  return result
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

class Grid {
  readonly size: number
  readonly dark: boolean[][]
  readonly isFixed: boolean[][]

  constructor(size: number) {
    this.size = size
    this.dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
    this.isFixed = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  }
  get(x: number, y: number): boolean {
    return this.dark[y]?.[x] ?? false
  }
  fix(x: number, y: number, isDark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return
    ;(this.dark[y] as boolean[])[x] = isDark
    ;(this.isFixed[y] as boolean[])[x] = true
  }
}

function drawPatterns(grid: Grid, version: number): void {
  const { size } = grid
  for (let index = 0; index < size; index++) {
    grid.fix(6, index, index % 2 === 0)
    grid.fix(index, 6, index % 2 === 0)
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        grid.fix(cx + dx, cy + dy, ring !== 2 && ring !== 4)
      }
    }
  }
  const places = alignments(version, size)
  const last = places.length - 1
  for (const [row, y] of places.entries()) {
    for (const [column, x] of places.entries()) {
      // Where a finder pattern stands there is none.
      if ((row === 0 && (column === 0 || column === last)) || (row === last && column === 0)) continue
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) grid.fix(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
      }
    }
  }
  if (version < 7) return
  let rest = version
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let index = 0; index < 18; index++) {
    const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)]
    grid.fix(a, b, ((bits >>> index) & 1) === 1)
    grid.fix(b, a, ((bits >>> index) & 1) === 1)
  }
}

function alignments(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)]
}

/** Level M and the mask, with their own correction. */
function drawFormat(grid: Grid, mask: number): void {
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const bit = (index: number) => ((bits >>> index) & 1) === 1
  const { size } = grid
  for (let index = 0; index <= 5; index++) grid.fix(8, index, bit(index))
  grid.fix(8, 7, bit(6))
  grid.fix(8, 8, bit(7))
  grid.fix(7, 8, bit(8))
  for (let index = 9; index < 15; index++) grid.fix(14 - index, 8, bit(index))
  for (let index = 0; index < 8; index++) grid.fix(size - 1 - index, 8, bit(index))
  for (let index = 8; index < 15; index++) grid.fix(8, size - 15 + index, bit(index))
  grid.fix(8, size - 8, true)
}

function drawWords(grid: Grid, words: readonly number[]): void {
  const { size } = grid
  let index = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        if (grid.isFixed[y]?.[x] || index >= words.length * 8) continue
        ;(grid.dark[y] as boolean[])[x] = (((words[index >>> 3] as number) >>> (7 - (index & 7))) & 1) === 1
        index++
      }
    }
  }
}

function applyMask(grid: Grid, mask: number): void {
  const isTurned = masks[mask] as (x: number, y: number) => boolean
  for (let y = 0; y < grid.size; y++) {
    for (let x = 0; x < grid.size; x++) {
      if (!grid.isFixed[y]?.[x] && isTurned(x, y)) (grid.dark[y] as boolean[])[x] = !grid.get(x, y)
    }
  }
}

/** How hard a pattern is to read: long runs, blocks, and an uneven share of dark. */
function penalty(grid: Grid): number {
  const { size } = grid
  let points = 0
  let dark = 0
  const finder = /(?=00001011101|10111010000)/g
  for (let line = 0; line < size; line++) {
    for (const read of [(index: number) => grid.get(index, line), (index: number) => grid.get(line, index)]) {
      const text = Array.from({ length: size }, (_, index) => (read(index) ? '1' : '0')).join('')
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2
      points += [...text.matchAll(finder)].length * 40
    }
    for (let x = 0; x < size; x++) {
      if (grid.get(x, line)) dark++
      if (x === 0 || line === 0) continue
      const isDark = grid.get(x, line)
      if (
        isDark === grid.get(x - 1, line) &&
        isDark === grid.get(x, line - 1) &&
        isDark === grid.get(x - 1, line - 1)
      ) {
        points += 3
      }
    }
  }
  return points + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10
}

/**
 * The modules of the smallest QR code that holds a text, row by row, without the quiet zone.
 *
 * @throws RangeError for more than 666 bytes
 */
export function qrMatrix(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  let version = 1
  while (version <= 20 && dataWords(version) * 8 < 4 + (version < 10 ? 8 : 16) + bytes.length * 8) version++
  if (version > 20) throw new RangeError('The text is too long for a QR code')
  const words = interleave(encode(bytes, version), version)
  let best: { grid: Grid; points: number } | undefined
  for (let mask = 0; mask < masks.length; mask++) {
    const grid = new Grid(version * 4 + 17)
    drawPatterns(grid, version)
    drawFormat(grid, mask)
    drawWords(grid, words)
    applyMask(grid, mask)
    const points = penalty(grid)
    if (!best || points < best.points) best = { grid, points }
  }
  return (best as { grid: Grid }).grid.dark
}
