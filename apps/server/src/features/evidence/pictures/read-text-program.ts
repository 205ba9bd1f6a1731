/*
 * The child process that reads the text in a picture of strangers, whose bytes it reads from standard input; `read-text.ts` starts and
 * limits it. It writes the text as JSON to standard output.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { createOCREngine, layoutFlags } from 'tesseract-wasm'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'
import { decodedPicture } from './decoded-picture.ts'
import { isPictureType } from './picture-head.ts'

/** Letters of 20 pixels or more are read best; larger pictures take longer and say no more. */
const sideMax = 2000
/** Words that are less certain are mostly patterns of the background. */
const confidenceMin = 0.6
const textMax = 4000

const [type = '', model = ''] = process.argv.slice(2)
const wasm = readFileSync(fileURLToPath(new URL('tesseract-core.wasm', import.meta.resolve('tesseract-wasm'))))
const engine = await createOCREngine({ wasmBinary: wasm })
const file = readFileSync(model)
engine.loadModel(file[0] === 0x1f ? gunzipSync(file) : file)
giveUpRights()
process.stdout.write(JSON.stringify(textIn(await readInput())))

function textIn(bytes: Buffer): string {
  const picture = isPictureType(type) ? decodedPicture(bytes, type, sideMax) : null
  if (!picture) return ''
  const { width, height, pixels } = picture
  engine.loadImage({ width, height, data: Uint8ClampedArray.from(pixels) })
  const words = engine.getTextBoxes('word').filter(({ confidence }) => confidence >= confidenceMin)
  return words
    .map(({ text, flags }) => text.trim() + (flags & layoutFlags.EndOfLine ? '\n' : ' '))
    .join('')
    .slice(0, textMax)
    .trim()
}
