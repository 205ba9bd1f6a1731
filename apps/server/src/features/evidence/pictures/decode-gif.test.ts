import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { greyGif } from '../../../../test/pictures.ts'
import { countGifFrames, decodeGif } from './decode-gif.ts'

/** Source: the sample of "What's in a GIF", by Matthew Flickinger: ten by ten pixels of white, red and blue. */
const sample = Buffer.from(
  '4749463839610a000a0091 0000 ffffff ff0000 0000ff 000000 21f90400000000002c000000000a000a000002168c2d99872a1cdc33a00275ec95faa8de608c04914c01003b'.replaceAll(
    ' ',
    '',
  ),
  'hex',
)

/** The shades of a drawn image; null for transparent pixels. */
function shadesOf(bytes: Buffer): (number | null)[] {
  const { pixels } = decodeGif(bytes)
  return Array.from({ length: pixels.length / 4 }, (_, at) =>
    pixels[at * 4 + 3] === 255 ? (pixels[at * 4] as number) : null,
  )
}

test('a picture made by another program is drawn as it is described', () => {
  const { pixels, width, height } = decodeGif(sample)
  expect({ width, height }).toEqual({ width: 10, height: 10 })
  const colours = { ffffff: '.', ff0000: 'r', '0000ff': 'b' } as Record<string, string>
  const letters = Array.from({ length: 100 }, (_, at) => colours[pixels.toString('hex', at * 4, at * 4 + 3)])
  const rows = Array.from({ length: 10 }, (_, row) => letters.slice(row * 10, row * 10 + 10).join(''))
  expect(rows).toEqual([
    ...Array<string>(3).fill('rrrrrbbbbb'),
    ...Array<string>(2).fill('rrr....bbb'),
    ...Array<string>(2).fill('bbb....rrr'),
    ...Array<string>(3).fill('bbbbbrrrrr'),
  ])
})

test('images whose codes grow or whose table is reset are decoded to the original pixels', () => {
  for (const [width, height] of [
    [1, 1],
    [300, 200],
    [640, 3],
  ] as const) {
    // Noise fills the table; long runs use a code before its own entry is complete.
    for (const indices of [randomBytes(width * height), new Uint8Array(width * height).fill(7)]) {
      const bytes = greyGif({ width, height }, [{ width, height, indices }])
      expect(shadesOf(bytes)).toEqual([...indices])
    }
  }
})

test('a frame is placed at its offset, without its transparent colour, and may be interlaced', () => {
  const frame = { left: 1, top: 1, width: 2, height: 9 }
  const indices = Uint8Array.from({ length: 18 }, (_, at) => Math.floor(at / 2) + 10)
  const bytes = greyGif({ width: 4, height: 11 }, [{ ...frame, indices, isInterlaced: true, transparent: 14 }])
  const shades = shadesOf(bytes)
  const column = Array.from({ length: 11 }, (_, row) => shades[row * 4 + 1])
  // Rows 0 and 8, then 4, then 2 and 6, then the odd ones; 14 is transparent.
  expect(column).toEqual([null, 10, 15, 13, 16, 12, 17, null, 18, 11, null])
  expect(shades.filter((_, at) => at % 4 === 0 || at % 4 === 3).every((shade) => shade === null)).toBe(true)
})

test('frames are counted up to the second', () => {
  const frame = { width: 1, height: 1, indices: Uint8Array.of(1) }
  const gif = (frames: number) =>
    greyGif(
      { width: 1, height: 1 },
      Array.from({ length: frames }, () => frame),
    )
  expect([0, 1, 2, 9].map((frames) => countGifFrames(gif(frames)))).toEqual([0, 1, 2, 2])
})

test('no bytes whatsoever make it do anything but refuse them', () => {
  const whole = greyGif({ width: 20, height: 20 }, [{ width: 20, height: 20, indices: randomBytes(400) }])
  for (let round = 0; round < 2000; round += 1) {
    const broken = Buffer.from(whole.subarray(0, round % 3 === 0 ? (round * 7) % whole.length : whole.length))
    for (const at of randomBytes(4)) if (broken.length > 0) broken[(at * 257 + round) % broken.length] = round & 255
    // A corrupted size may request a huge image; the drawing program checks the size first.
    if (broken.length < 13 || broken.readUInt16LE(6) * broken.readUInt16LE(8) > 100_000) continue
    try {
      decodeGif(broken)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
  }
})
