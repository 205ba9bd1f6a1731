import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Picture } from '../lookalike/page-view.ts'
import { findKnownPicture, indexKnownPictures } from './known-pictures.ts'
import { type PicturePrint, printsOfKnown, printsOfPicture } from './picture-prints.ts'

type Grey = (x: number, y: number) => number

function picture(width: number, height: number, greyAt: Grey): Picture {
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++)
    pixels.fill(greyAt((at % width) / width, Math.floor(at / width) / height), at * 4, at * 4 + 3)
  return { width, height, pixels }
}

const near = (x: number, y: number, x0: number, y0: number, radius: number) =>
  (x - x0) ** 2 + (y - y0) ** 2 < radius ** 2
const crane: Grey = (x, y) => (near(x, y, 0.35, 0.4, 0.2) || (x > 0.55 && x < 0.7 && y > 0.2 && y < 0.85) ? 40 : 250)
const wave: Grey = (x, y) =>
  y > 0.6 && y < 0.75 ? 40 : near(x, y, 0.7, 0.3, 0.15) || near(x, y, 0.25, 0.3, 0.1) ? 90 : 250

const known = indexKnownPictures([wave, crane].map((logo) => printsOfKnown(picture(200, 200, logo))))
const found = (copy: Picture) => findKnownPicture(known, printsOfPicture(copy))

test('a copy is found whatever its size, its ground, or which of both colors is the light one', () => {
  expect(found(picture(200, 200, crane))).toEqual({ at: 1, agreement: 1 })
  expect(found(picture(57, 57, crane))?.at).toBe(1)
  expect(found(picture(120, 120, (x, y) => 255 - crane(x, y)))?.at).toBe(1)
  expect(found(picture(300, 300, (x, y) => crane(x * 2 - 0.5, y * 2 - 0.5)))?.at).toBe(1)
})

test('a copy that was cut at its sides or has a mark over a corner is found', () => {
  expect(found(picture(180, 180, (x, y) => crane(x * 0.9, 0.1 + y * 0.9)))?.at).toBe(1)
  expect(found(picture(200, 200, (x, y) => (x > 0.8 && y > 0.8 ? 120 : crane(x, y))))?.at).toBe(1)
})

test('a white logo without a ground is found as well as one with a dark ground', () => {
  const white = picture(200, 200, () => 255)
  for (let at = 0; at < 200 * 200; at++)
    white.pixels[at * 4 + 3] = crane((at % 200) / 200, Math.floor(at / 200) / 200) < 100 ? 255 : 0
  expect(found(white)?.at).toBe(1)
})

test('another picture, one of a single color and one without a known picture are not found', () => {
  expect(found(picture(200, 200, (x, y) => (Math.floor(x * 5) % 2 === Math.floor(y * 3) % 2 ? 30 : 220)))).toBeNull()
  expect(found(picture(200, 200, () => 90))).toBeNull()
  expect(findKnownPicture(indexKnownPictures([]), printsOfPicture(picture(200, 200, crane)))).toBeNull()
})

test('pictures of any size and content have prints or none, never an error', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  const any = sizes.chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
      .map((pixels): Picture => ({ width, height, pixels })),
  )
  fc.assert(
    fc.property(any, (one) => {
      const index = indexKnownPictures([printsOfKnown(one)])
      const prints = printsOfPicture(one)
      expect(findKnownPicture(index, prints)).toEqual(prints.length > 0 ? { at: 0, agreement: 1 } : null)
    }),
  )
})

test('the index finds the same picture as a comparison of all bits one by one', () => {
  const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  const print: fc.Arbitrary<PicturePrint> = fc.tuple(bits, bits)
  const flips = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 20 })
  fc.assert(
    fc.property(fc.array(print, { minLength: 1, maxLength: 30 }), flips, fc.nat(), (prints, flipped, pick) => {
      const at = pick % prints.length
      const [waves, areas] = prints[at] ?? [0n, 0n]
      const changed = flipped.reduce((value, bit) => value ^ (1n << BigInt(bit)), waves)
      const match = findKnownPicture(indexKnownPictures(prints.map((one) => [one])), [[changed, areas]])
      if (flipped.length <= 10) expect(match?.agreement).toBeGreaterThanOrEqual(1 - flipped.length / 128)
      else expect(match?.at === at).toBe(false)
    }),
  )
})
