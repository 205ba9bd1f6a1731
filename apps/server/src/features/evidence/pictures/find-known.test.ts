import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { emptyJpeg, emptyWebp, greyGif, greyPng } from '../../../../test/pictures.ts'
import { findKnown } from './find-known.ts'

type Drawing = (x: number, y: number) => boolean

function drawn(side: number, isInk: Drawing): Transformer {
  const pixels = new Uint8Array(side * side * 4).fill(255)
  for (let at = 0; at < side * side; at++)
    pixels.fill(isInk((at % side) / side, Math.floor(at / side) / side) ? 40 : 250, at * 4, at * 4 + 3)
  return Transformer.fromRgbaPixels(pixels, side, side)
}

const anchor: Drawing = (x, y) =>
  (x > 0.4 && x < 0.55 && y > 0.1 && y < 0.9) || (y > 0.7 && y < 0.85 && x > 0.15 && x < 0.9)
const steps: Drawing = (x, y) => (x < 0.5 ? y > 0.7 && y < 0.9 && x > 0.1 : y > 0.3 && y < 0.5 && x < 0.9)
const logos = [drawn(300, steps).pngSync(), drawn(300, anchor).pngSync()]

test('copies in every format and size are found with the right logo', async () => {
  const copies = [
    drawn(64, anchor).jpegSync(50),
    drawn(900, anchor).webpSync(60),
    drawn(200, steps).grayscale().pngSync(),
    drawn(300, anchor).grayscale().jpegSync(70),
  ]
  const found = await findKnown(logos, copies)
  expect(found.map((one) => one?.at)).toEqual([1, 1, 0, 1])
  for (const one of found) expect(one?.agreement).toBeGreaterThan(0.85)
})

test('pictures that are damaged, too large or none are lost, and the others are still compared', async () => {
  const copy = drawn(120, anchor)
  const whole = [copy.pngSync(), copy.jpegSync(80), copy.webpSync(80)]
  const cutOff = whole.flatMap((bytes) => [8, 20, 40, 100].map((length) => bytes.subarray(0, length)))
  // The same bytes with some of them changed, in a fixed order.
  const changed = whole.flatMap((bytes) =>
    Array.from({ length: 12 }, (_, round) => {
      const damaged = Buffer.from(bytes)
      for (let at = 12 + round; at < damaged.length; at += 37 + round * 11) damaged[at] = (at * 131 + round) & 0xff
      return damaged
    }),
  )
  const bombs = [
    greyPng({ width: 60_000, height: 60_000 }, { data: Buffer.alloc(8) }),
    emptyJpeg(65_000, 65_000),
    emptyWebp(16_000, 16_000),
    emptyWebp(100, 100, { isMoving: true }),
    greyGif({ width: 65_535, height: 65_535 }, []),
  ]
  const none = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'GIF89a', 'RIFF    WEBPVP8 ']
  const hostile = [...cutOff, ...bombs, ...none.map((text) => Buffer.from(text))]
  const found = await findKnown(logos, [...hostile, ...changed, copy.pngSync()])
  expect(found.slice(0, hostile.length).filter(Boolean)).toEqual([])
  expect(found).toHaveLength(hostile.length + changed.length + 1)
  expect(found.at(-1)?.at).toBe(1)
})

test('a logo that can’t be read doesn’t change which of the others is found', async () => {
  const found = await findKnown([Buffer.from('no picture'), ...logos], [drawn(100, anchor).pngSync()])
  expect(found).toMatchObject([{ at: 2 }])
  expect(await findKnown([], [drawn(100, anchor).pngSync()])).toEqual([null])
})
