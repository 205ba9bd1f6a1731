import { expect, test } from 'vitest'
import type { Picture } from '../lookalike/page-view.ts'
import { isPlainPicture } from './plain-picture.ts'

type Shade = (x: number, y: number) => number

/** A picture whose points are 0 to 1 in both directions. */
function picture(shadeAt: Shade, side = 96): Picture {
  const pixels = new Uint8Array(side * side * 4).fill(255)
  for (let at = 0; at < side * side; at++)
    pixels.fill(shadeAt((at % side) / side, Math.floor(at / side) / side), at * 4, at * 4 + 3)
  return { width: side, height: side, pixels }
}
const within = (x: number, y: number, x0: number, y0: number, radius: number) => Math.hypot(x - x0, y - y0) < radius
const person =
  (head: number, shape: number, ground: number): Shade =>
  (x, y) =>
    within(x, y, 0.5, 0.4, head) || within(x, y, 0.5, 1.05, 0.36) ? shape : ground
const letter: Shade = (x, y) =>
  y > 0.33 && y < 0.67 && x > 0.4 && x < 0.6 && (x < 0.46 || y > 0.61 || y < 0.39) ? 255 : 90

test.each([
  ['a person on grey', person(0.17, 200, 230)],
  ['a dark person on white', person(0.14, 60, 255)],
  ['a light person on a colour', person(0.19, 250, 80)],
  ['one colour', () => 140],
  ['an initial', letter],
  ['an egg', (x, y) => (within(x, y * 0.8 + 0.1, 0.5, 0.5, 0.25) ? 255 : 120)],
] satisfies [string, Shade][])('%s has too little content, in any size', (_, shade) => {
  for (const side of [32, 96, 300]) expect(isPlainPicture(picture(shade, side))).toBe(true)
})

test.each([
  [
    'strokes beside a dot',
    (x, y) => (within(x, y, 0.35, 0.4, 0.16) || (x > 0.55 && x < 0.7 && y > 0.2 && y < 0.85) ? 40 : 250),
  ],
  ['a person with a badge', (x, y) => (within(x, y, 0.78, 0.72, 0.12) ? 20 : person(0.17, 200, 230)(x, y))],
  ['a photo', (x, y) => 128 + 60 * Math.sin(7 * x + 3 * y) + 50 * Math.cos(11 * y - 2 * x)],
  [
    'a large letter',
    (x, y) => (y > 0.15 && y < 0.85 && x > 0.3 && x < 0.7 && (x < 0.42 || y > 0.73 || y < 0.27) ? 255 : 90),
  ],
] satisfies [string, Shade][])('%s has content', (_, shade) => {
  expect(isPlainPicture(picture(shade))).toBe(false)
})

test('a picture of any size is examined', () => {
  for (const [width, height] of [
    [1, 1],
    [3, 200],
    [500, 2],
  ] as const)
    expect(isPlainPicture({ width, height, pixels: new Uint8Array(width * height * 4) })).toBe(true)
})
