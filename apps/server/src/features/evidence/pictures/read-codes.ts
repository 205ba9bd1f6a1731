import type { Box, Picture } from '@signet/detection/lookalike/page-view'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/* QR codes in decoded pictures of strangers, for the child processes that decode them. */

/** Codes of one picture, and characters of each: the largest codes hold 4,296 letters, but no address needs as many. */
const [codesMax, codeMax] = [4, 2000]

/** A QR code of a picture: what it says, and the rectangle around it in pixels of the picture. */
export interface FoundCode {
  text: string
  box: Box
}

/** Loads the reader, which a process does before it gives up its rights. */
export async function prepareCodes(): Promise<void> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
}

/** The QR codes of a picture, without those that say nothing. */
export async function codesIn({ width, height, pixels }: Picture): Promise<FoundCode[]> {
  const data = Uint8ClampedArray.from(pixels)
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    { formats: ['QRCode'], maxNumberOfSymbols: codesMax, textMode: 'Plain' },
  )
  return found
    .map(({ text, position }) => ({
      text: text.slice(0, codeMax).replaceAll('\0', '').toWellFormed().trim(),
      box: boxAround(Object.values(position)),
    }))
    .filter(({ text }) => text !== '')
}

/** The upright rectangle around the corners of a code, which may be turned. */
function boxAround(corners: readonly { x: number; y: number }[]): Box {
  const [x, y] = [Math.min(...corners.map((corner) => corner.x)), Math.min(...corners.map((corner) => corner.y))]
  const [right, bottom] = [
    Math.max(...corners.map((corner) => corner.x)),
    Math.max(...corners.map((corner) => corner.y)),
  ]
  return { x, y, width: right - x, height: bottom - y }
}
