import { expect, test } from 'vitest'
import { findLogo, searchedPicture } from './find-logo.ts'
import type { Picture } from './page-view.ts'

type Colour = readonly [number, number, number]
type Shape = (x: number, y: number) => boolean

/** A symbol in a square of one unit: a ring with a bar, and next to it a wedge. */
const emblem: Shape = (x, y) => {
  const distance = Math.hypot(x - 0.5, y - 0.5)
  return (
    (distance < 0.48 && distance > 0.34) ||
    (distance < 0.4 && Math.abs(y - 0.5) < 0.07) ||
    (x > 0.8 && y > 0.8 && x > y)
  )
}
const cross: Shape = (x, y) => Math.abs(x - y) < 0.12 || Math.abs(x + y - 1) < 0.12

function picture(width: number, height: number, ground: Colour | null): Picture {
  const pixels = new Uint8Array(width * height * 4)
  if (ground) for (let at = 0; at < width * height; at++) pixels.set([...ground, 255], at * 4)
  return { width, height, pixels }
}

function draw(
  on: Picture,
  shape: Shape,
  [left, top, size]: readonly [number, number, number],
  colour: Colour,
): Picture {
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (shape((x + 0.5) / size, (y + 0.5) / size)) {
        on.pixels.set([...colour, 255], ((top + y) * on.width + left + x) * 4)
      }
  return on
}

const teal: Colour = [15, 90, 102]
const white: Colour = [255, 255, 255]
const logo = draw(picture(120, 120, null), emblem, [10, 10, 100], teal)

test.each([
  ['in its own colours', [40, 30, 64], teal, white],
  ['light on a dark ground', [300, 120, 40], white, teal],
  ['small', [200, 60, 26], [20, 20, 20], [240, 240, 200]],
  ['large', [150, 40, 180], [200, 30, 30], white],
] as const)('finds a logo %s', (_, [x, y, size], colour, ground) => {
  const page = draw(picture(480, 320, ground), emblem, [x, y, size], colour)
  const found = findLogo(searchedPicture(page), logo)
  expect(found?.agreement).toBeGreaterThan(0.7)
  expect(Math.abs((found?.box.x ?? 0) + (found?.box.width ?? 0) / 2 - (x + size / 2))).toBeLessThan(size * 0.1)
  expect(Math.abs((found?.box.y ?? 0) + (found?.box.height ?? 0) / 2 - (y + size / 2))).toBeLessThan(size * 0.1)
  expect(found?.box.width).toBeGreaterThan(size * 0.8)
  expect(found?.box.width).toBeLessThan(size * 1.3)
})

test('finds nothing on an empty page, and no certain place on one with another logo', () => {
  expect(findLogo(searchedPicture(picture(480, 320, white)), logo)).toBeNull()
  const other = draw(picture(480, 320, white), cross, [60, 60, 64], teal)
  expect(findLogo(searchedPicture(other), logo)?.agreement ?? 0).toBeLessThan(0.7)
})

test('finds nothing when the logo is empty or the picture is tiny', () => {
  const page = draw(picture(480, 320, white), emblem, [40, 30, 64], teal)
  expect(findLogo(searchedPicture(page), picture(50, 50, white))).toBeNull()
  expect(findLogo(searchedPicture(picture(10, 10, white)), logo)).toBeNull()
})
