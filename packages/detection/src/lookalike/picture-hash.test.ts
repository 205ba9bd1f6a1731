import { expect, test } from 'vitest'
import type { Picture } from './page-view.ts'
import { pictureDistance, pictureHash } from './picture-hash.ts'

function picture(width: number, height: number, greyAt: (x: number, y: number) => number): Picture {
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) {
    const grey = greyAt((at % width) / width, Math.floor(at / width) / height)
    pixels.fill(grey, at * 4, at * 4 + 3)
  }
  return { width, height, pixels }
}

const page = (x: number, y: number) => (x < 0.35 ? 60 : y > 0.3 && y < 0.6 && x > 0.5 ? 120 : 245)
const other = (x: number, y: number) => (y < 0.15 ? 30 : Math.floor(x * 6) % 2 === 0 && y > 0.4 ? 90 : 230)

test('pictures of the same page in other sizes and brightness differ in few bits, other pages in many', () => {
  const hash = pictureHash(picture(640, 400, page)) ?? ''
  expect(hash).toMatch(/^[0-9a-f]{16}$/)
  const smaller = pictureHash(picture(333, 210, (x, y) => page(x, y) * 0.8 + 10)) ?? ''
  expect(pictureDistance(hash, smaller)).toBeLessThanOrEqual(8)
  expect(pictureDistance(hash, pictureHash(picture(640, 400, other)) ?? '')).toBeGreaterThan(16)
})

test('a picture of one colour has no hash', () => {
  expect(pictureHash(picture(100, 100, () => 200))).toBeNull()
})
