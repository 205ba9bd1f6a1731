import { Transformer } from '@napi-rs/image'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { emptyJpeg, emptyWebp, greyGif, greyPng } from '../../../../test/pictures.ts'
import { readPictures } from './read-pictures.ts'

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

const closest = ({ agreements }: { agreements: readonly (number | null)[] }) =>
  agreements.flatMap((agreement, at) => (agreement === null ? [] : [at]))

/** A picture of a QR code with modules of this size, turned by a few degrees, on a grey ground. */
function poster(text: string, { module = 6, side = 800, turn = 0 } = {}): Transformer {
  const { data } = encode(text, { ecc: 'M', border: 3 })
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const isDark = (x: number, y: number) => {
    const [dx, dy] = [(x - 0.5) * side, (y - 0.5) * side]
    const row = data[Math.floor((dy * cos - dx * sin) / module + data.length / 2)]
    return row?.[Math.floor((dx * cos + dy * sin) / module + data.length / 2)] ?? (x * 31 + y * 17) % 1 < 0.3
  }
  return drawn(side, isDark)
}

test('copies in every format and size are found with the right logo', async () => {
  const copies = [
    drawn(64, anchor).jpegSync(50),
    drawn(900, anchor).webpSync(60),
    drawn(200, steps).grayscale().pngSync(),
    drawn(300, anchor).grayscale().jpegSync(70),
  ]
  const read = await readPictures(
    logos.map((logo) => [logo]),
    copies,
  )
  expect(read.map(closest)).toEqual([[1], [1], [0], [1]])
  for (const { agreements } of read) expect(Math.max(...agreements.map(Number))).toBeGreaterThan(0.85)
})

test('QR codes are read in every format, small, turned and in large pictures', async () => {
  const texts = ['https://umber-vale.example/login?card=1', 'upi://pay?pa=umberhelp@okaxis&pn=Umbervale', 'Grüße, 世界']
  const [address, payee, words] = texts.map((text) => poster(text))
  const pictures = [
    address?.jpegSync(60),
    payee?.webpSync(60),
    words?.pngSync(),
    poster(texts[0] ?? '', { module: 3, side: 200 }).jpegSync(75),
    poster(texts[1] ?? '', { turn: 17 }).pngSync(),
    poster(texts[2] ?? '', { module: 20, side: 2400 }).pngSync(),
  ]
  const read = await readPictures(
    [],
    pictures.map((bytes) => bytes ?? Buffer.alloc(0)),
  )
  expect(read.map(({ codes }) => codes)).toEqual([...texts, ...texts].map((text) => [text]))
})

test('pictures without a code say nothing, and what a code says is clean text of limited length', async () => {
  const read = await readPictures(
    [],
    [
      drawn(300, anchor).pngSync(),
      poster('a\0b').pngSync(),
      poster('x'.repeat(2200), { module: 8, side: 1600 }).pngSync(),
    ],
  )
  expect(read.map(({ codes }) => codes)).toEqual([[], ['ab'], ['x'.repeat(2000)]])
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
  const read = await readPictures([logos], [...hostile, ...changed, copy.pngSync()])
  for (const one of read.slice(0, hostile.length)) expect(one).toEqual({ agreements: [null], codes: [], hash: null })
  expect(read).toHaveLength(hostile.length + changed.length + 1)
  expect(read.at(-1)?.agreements).toEqual([expect.any(Number)])
})

test('a logo that can’t be read doesn’t change which of the others is found', async () => {
  const read = await readPictures(
    [[Buffer.from('no picture')], ...logos.map((logo) => [logo])],
    [drawn(100, anchor).pngSync()],
  )
  expect(read.map(closest)).toEqual([[2]])
  expect((await readPictures([], [drawn(100, anchor).pngSync()])).map(closest)).toEqual([[]])
})
