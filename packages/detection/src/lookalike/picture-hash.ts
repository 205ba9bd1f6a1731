import { type GreyPicture, greyOf, resized } from './grey-picture.ts'
import type { Picture } from './page-view.ts'

const side = 32
const kept = 8

/** `cosines[u * side + x]`: the first waves of a discrete cosine transform. */
const cosines = Float64Array.from({ length: (kept + 1) * side }, (_, at) =>
  Math.cos(((2 * (at % side) + 1) * Math.floor(at / side) * Math.PI) / (2 * side)),
)

/**
 * The perceptual hash of a picture: 64 bits in hex that say which of its coarse waves are stronger than most. Pictures that look alike
 * differ in few bits.
 *
 * @returns null for a picture of one colour
 */
export function pictureHash(picture: Picture): string | null {
  return waveBits(greyOf(picture))?.toString(16).padStart(16, '0') ?? null
}

/**
 * The bits of `pictureHash`.
 *
 * Source: the hash by a discrete cosine transform (Zauner, "Implementation and benchmarking of perceptual image hash functions", 2010).
 *
 * @returns null for a picture of one colour
 */
export function waveBits(grey: GreyPicture): bigint | null {
  const { values } = resized(grey, side, side)
  const rows = new Float64Array(side * (kept + 1))
  for (let y = 0; y < side; y++)
    for (let u = 0; u <= kept; u++) {
      let sum = 0
      for (let x = 0; x < side; x++) sum += values[y * side + x]! * cosines[u * side + x]!
      rows[y * (kept + 1) + u] = sum
    }
  const waves: number[] = []
  // The constant wave and its row and column only show gradients of the whole picture.
  for (let v = 1; v <= kept; v++)
    for (let u = 1; u <= kept; u++) {
      let sum = 0
      for (let y = 0; y < side; y++) sum += rows[y * (kept + 1) + u]! * cosines[v * side + y]!
      waves.push(sum)
    }
  const middle = waves.toSorted((a, b) => a - b)[waves.length / 2] ?? 0
  if (waves.every((wave) => Math.abs(wave) < 1)) return null
  return waves.reduce((bits, wave) => (bits << 1n) | (wave > middle ? 1n : 0n), 0n)
}

/** The number of bits, 0 to 64, in which two hashes of `pictureHash` differ: about 32 for unrelated pictures. */
export function pictureDistance(one: string, other: string): number {
  let bits = 0
  for (let at = 0; at < one.length; at++) {
    let rest = Number.parseInt(one[at] ?? '0', 16) ^ Number.parseInt(other[at] ?? '0', 16)
    for (; rest > 0; rest >>= 1) bits += rest & 1
  }
  return bits
}
