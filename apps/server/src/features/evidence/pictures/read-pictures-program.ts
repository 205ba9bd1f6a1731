/*
 * The child process that looks for known pictures and QR codes in pictures of strangers; it is the only one that decodes them for it. It
 * reads one line of JSON and the pictures that it names from standard input and writes what it found as JSON to standard output.
 * `read-pictures.ts` starts and limits it.
 */
import type { Picture } from '@signet/detection/lookalike/page-view'
import { pictureHash } from '@signet/detection/lookalike/picture-hash'
import { findKnownPicture, indexKnownPictures } from '@signet/detection/pictures/known-pictures'
import { printsOfKnown, printsOfPicture } from '@signet/detection/pictures/picture-prints'
import { isPlainPicture } from '@signet/detection/pictures/plain-picture'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { decodedPicture, type SentPicture } from './decoded-picture.ts'
import type { PictureWork, ReadPicture } from './read-pictures.ts'

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
  const next = (sent: SentPicture, side: number) =>
    decodedPicture(input.subarray(at, (at += sent.size)), sent.type, side)
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
      hash: picture && !isPlainPicture(picture) ? pictureHash(picture) : null,
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
