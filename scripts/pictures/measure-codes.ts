import { Transformer } from '@napi-rs/image'
import { readPictures } from '@signet/server/features/evidence/pictures/read-pictures'
import type { Picture } from '@signet/detection/lookalike/page-view'
import { encode } from 'uqr'
import { originalOf } from './changed-pictures.ts'
import { inventedLogo } from './invented-logos.ts'

/** Pictures of each kind. */
const count = 40

/** How a code is shown: the pixels of a module, the side of the picture, its angle, blur and quality. */
interface Shown {
  module: number
  side: number
  degrees?: number
  /** The light and the dark of the code. */
  inks?: readonly [number, number]
  /** The JPEG quality; 80 by default. */
  quality?: number
  /** The share of the side of the code that a logo in its middle covers. */
  logo?: number
}

const kinds: Readonly<Record<string, Shown>> = {
  'on a poster': { module: 6, side: 800 },
  'small, 3 pixels for each module': { module: 3, side: 400 },
  'strong JPEG': { module: 4, side: 500, quality: 25 },
  'turned by 12°': { module: 6, side: 800, degrees: 12 },
  'turned by 45°': { module: 6, side: 800, degrees: 45 },
  'in a photo of 3,000 pixels': { module: 14, side: 3000 },
  pale: { module: 6, side: 800, inks: [200, 120] },
  'light on dark': { module: 6, side: 800, inks: [20, 240] },
  'with a logo in the middle': { module: 6, side: 800, logo: 0.2 },
}

/** How many codes were read. */
export interface CodeFigures {
  read: ReadonlyMap<string, number>
  /** Pictures without a code in which one was found. */
  alarms: number
}

/** Reads codes in generated pictures, and looks for codes in pictures of logos. */
export async function measureCodes(): Promise<CodeFigures> {
  const read = new Map<string, number>()
  for (const [name, shown] of Object.entries(kinds)) {
    const texts = Array.from({ length: count }, (_, at) => payloadOf(at))
    const pictures = texts.map((text, at) => jpegOf(drawn(text, shown, at), shown.quality ?? 80))
    const found = await readInParts(pictures)
    read.set(name, found.filter((codes, at) => codes.length === 1 && codes[0] === texts[at]).length)
  }
  const others = Array.from({ length: count }, (_, at) => jpegOf(originalOf(inventedLogo(`no code ${at}`)), 80))
  return { read, alarms: (await readInParts(others)).filter((codes) => codes.length > 0).length }
}

/** As many in one child process as the worker reads. */
async function readInParts(pictures: readonly Buffer[]): Promise<(readonly string[])[]> {
  const part = 20
  const found: (readonly string[])[] = []
  for (let at = 0; at < pictures.length; at += part)
    found.push(...(await readPictures([], pictures.slice(at, at + part))).map(({ codes }) => codes))
  return found
}

/** Addresses of web sites, and payments. */
const payloadOf = (at: number) =>
  at % 4 === 0
    ? `upi://pay?pa=desk${at}@okbank&pn=Support&am=${at}`
    : `https://pay-${at}.example/${'card/'.repeat(at % 9)}${at}`

const jpegOf = ({ pixels, width, height }: Picture, quality: number) =>
  Transformer.fromRgbaPixels(pixels, width, height).jpegSync(quality)

/** A code on a ground of stripes, at another place in each picture. */
function drawn(text: string, { module, side, degrees = 0, inks = [245, 25], logo = 0 }: Shown, at: number): Picture {
  const { data, size } = encode(text, { ecc: logo > 0 ? 'H' : 'M', border: 4 })
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const free = Math.max(0, side - module * size * (Math.abs(sin) + Math.abs(cos)))
  const middle = [side / 2 + (((at * 37) % 100) / 100 - 0.5) * free, side / 2 + (((at * 61) % 100) / 100 - 0.5) * free]
  const pixels = new Uint8Array(side * side * 4).fill(255)
  for (let place = 0; place < side * side; place++) {
    const dx = (place % side) + 0.5 - (middle[0] ?? 0)
    const dy = Math.floor(place / side) + 0.5 - (middle[1] ?? 0)
    const [x, y] = [(dx * cos + dy * sin) / module + size / 2, (dy * cos - dx * sin) / module + size / 2]
    const isDark = data[Math.floor(y)]?.[Math.floor(x)]
    const isLogo = Math.max(Math.abs(x - size / 2), Math.abs(y - size / 2)) < (size * logo) / 2
    const ground = 90 + (((place % side) * 3 + Math.floor(place / side)) % 120)
    const value = isDark === undefined ? ground : isLogo ? 150 : isDark ? inks[1] : inks[0]
    pixels.fill(value, place * 4, place * 4 + 3)
  }
  return { width: side, height: side, pixels }
}

/** The figures as lines of a table. */
export const codeRows = ({ read, alarms }: CodeFigures): string[][] => [
  ...[...read].map(([name, codes]) => [name, `${codes} of ${count}`]),
  ['logos in which a code was found', `${alarms} of ${count}`],
]
