/*
 * The child process that looks for known pictures and QR codes in pictures of strangers; it is the only one that decodes them for it. It
 * reads one line of JSON and the pictures that it names from standard input and writes what it found as JSON to standard output.
 * `read-pictures.ts` starts and limits it.
 */
import { Transformer } from '@napi-rs/image'
import type { Picture } from '@signet/detection/lookalike/page-view'
import { pictureHash } from '@signet/detection/lookalike/picture-hash'
import { findKnownPicture, indexKnownPictures } from '@signet/detection/pictures/known-pictures'
import { printsOfKnown, printsOfPicture } from '@signet/detection/pictures/picture-prints'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { decodeGif } from './decode-gif.ts'
import { readPictureHead, type PictureType } from './picture-head.ts'

/** A picture whose bytes follow the line of JSON. */
interface SentPicture {
  type: PictureType
  /** In bytes. */
  size: number
}

/** The line of JSON. The bytes of the known pictures follow, then those of the others. */
export interface PictureWork {
  known: SentPicture[][]
  pictures: SentPicture[]
}

/** What a picture shows. */
export interface ReadPicture {
  /** How well it agrees with the closest of each group of known pictures, from 0 to 1; null if it looks like none. */
  agreements: (number | null)[]
  /** What the QR codes in it say, without repeats. */
  codes: string[]
  /** Its `pictureHash`; null if it can't be read. */
  hash: string | null
}

/** Profile pictures and icons have a tenth of this. */
const pixelsMax = 16_000_000
/** Larger pictures are compared, and searched for codes, in these sizes. */
const [comparedSide, searchedSide] = [400, 1600]
/** Codes of one picture, and characters of each: the largest codes hold 4,296 letters, but no address needs as many. */
const [codesMax, codeMax] = [4, 2000]

if (import.meta.main) {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  giveUpRights()
  process.stdout.write(JSON.stringify(await readAll(await readInput())))
}

async function readAll(input: Buffer): Promise<ReadPicture[]> {
  let at = input.indexOf('\n')
  const work: PictureWork = JSON.parse(input.toString('utf8', 0, at))
  at += 1
  const next = (sent: SentPicture, side: number) => decoded(input.subarray(at, (at += sent.size)), sent.type, side)
  const groups = work.known.map((group) => {
    const logos = group.map((sent) => next(sent, comparedSide))
    return indexKnownPictures(logos.map((logo) => (logo ? printsOfKnown(logo) : [])))
  })
  const read: ReadPicture[] = []
  for (const sent of work.pictures) {
    const start = at
    const picture = next(sent, comparedSide)
    const prints = picture && printsOfPicture(picture)
    at = start
    const large = next(sent, searchedSide)
    read.push({
      agreements: groups.map((index) => prints && (findKnownPicture(index, prints)?.agreement ?? null)),
      codes: large ? await codesIn(large) : [],
      hash: picture && pictureHash(picture),
    })
  }
  return read
}

async function codesIn({ width, height, pixels }: Picture): Promise<string[]> {
  const data = Uint8ClampedArray.from(pixels)
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    { formats: ['QRCode'], maxNumberOfSymbols: codesMax, textMode: 'Plain' },
  )
  const codes = found.map(({ text }) => text.slice(0, codeMax).replaceAll('\0', '').toWellFormed().trim())
  return [...new Set(codes)].filter((code) => code !== '')
}

/** @returns null for a picture that can't be read, moves or is too large */
function decoded(bytes: Buffer, type: PictureType, sideMax: number): Picture | null {
  const head = readPictureHead(bytes, type)
  if (!head || head.isMoving || head.width * head.height === 0 || head.width * head.height > pixelsMax) return null
  try {
    const image = type === 'image/gif' ? fromGif(bytes) : new Transformer(bytes)
    const scale = Math.min(1, sideMax / Math.max(head.width, head.height))
    const width = Math.max(1, Math.round(head.width * scale))
    const height = Math.max(1, Math.round(head.height * scale))
    if (scale < 1) image.resize(width, height)
    return withChannels(image.rawPixelsSync(), width, height)
  } catch {
    // The decoder's message names its own components, which doesn't help anyone.
    return null
  }
}

function fromGif(bytes: Buffer): Transformer {
  const { pixels, width, height } = decodeGif(bytes)
  return Transformer.fromRgbaPixels(pixels, width, height)
}

/** Grey or colors, with or without opacity; pictures with 16 bits of each are not compared. */
function withChannels(raw: Buffer, width: number, height: number): Picture | null {
  const channels = raw.length / (width * height)
  if (![1, 2, 3, 4].includes(channels)) return null
  const pixels = new Uint8Array(width * height * 4).fill(255)
  const isGrey = channels < 3
  for (let at = 0; at < width * height; at++) {
    const from = at * channels
    for (let color = 0; color < 3; color++) pixels[at * 4 + color] = raw[from + (isGrey ? 0 : color)] ?? 0
    if (channels % 2 === 0) pixels[at * 4 + 3] = raw[from + channels - 1] ?? 255
  }
  return { width, height, pixels }
}
