import { mebibyte } from '@signet/contract/threats/file-types'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readAnswer } from '../../../child-processes/child-answer.ts'
import { ownLinks, ownPackage, packageOf, pictureLibrary } from '../../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../../child-processes/run-limited.ts'
import { sniffType } from '../sniff-type.ts'
import { isPictureType } from './picture-head.ts'

/** A page full of small text takes five seconds. */
const childLimits: ChildLimits = {
  wallMs: 60_000,
  cpuSeconds: 30,
  memoryBytes: 1024 * mebibyte,
  answerBytes: mebibyte,
}

/** The model for Latin letters that comes with the program. */
const latinModel = path.join(packageOf('@tesseract.js-data/eng'), '4.0.0_best_int/eng.traineddata.gz')

const programWith = (type: string, model: string): LimitedProgram => ({
  program: fileURLToPath(new URL('read-text-program.ts', import.meta.url)),
  library: pictureLibrary,
  imports: [ownPackage('detection'), ownLinks, packageOf('tesseract-wasm'), model],
  isNative: true,
  args: [type, model],
})

/**
 * Reads the text in a picture of a stranger, in a separate child process.
 *
 * @param model path of a Tesseract model, which may be compressed with gzip; `latin` for the one that comes with the program
 * @returns line by line; empty for a picture without text, one that can't be read, and one that takes too long
 * @throws ChildFailure if the program failed
 */
export async function readText(picture: Buffer, model: string): Promise<string> {
  const type = sniffType(picture.subarray(0, 16))
  if (type === null || !isPictureType(type)) return ''
  const answer = await runLimited(
    programWith(type, model === 'latin' ? latinModel : model),
    Readable.from([picture]),
    childLimits,
  )
  return answer.isComplete ? readAnswer(z.string(), answer.bytes.toString()) : ''
}
