import { mebibyte } from '@signet/contract/threats/file-types'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../errors.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from './limited-child.ts'
import type { PictureType } from './picture-head.ts'
import type { PictureVerdict, PrintFrame } from './picture-program.ts'

/** A re-encoded image. */
export interface Redrawn {
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

/** Half of the memory is used for fifty megapixels of eight bits per color. */
export const childLimits: ChildLimits = {
  wallMs: 30_000,
  cpuSeconds: 20,
  memoryBytes: 1280 * mebibyte,
  answerBytes: 64 * mebibyte,
}
const verdictBytesMax = 200

const waitingMax = 20
let isBusy = false
const waiting: (() => void)[] = []

/**
 * Re-encodes an image in a separate child process, one image at a time; others wait.
 *
 * @param original the uploaded file; it is read once
 * @param options `frame`: where it is printed, for a JPEG that is no larger than that needs
 * @throws AppError `PAYLOAD_TOO_LARGE` above 50 megapixels, `UNSUPPORTED_MEDIA_TYPE` for an animated image, `BAD_REQUEST` for a file that
 *   isn't an image or takes more time or memory than any image needs, `UNAVAILABLE` if too many are waiting
 */
export async function redraw(
  original: Readable,
  type: PictureType,
  { limits = childLimits, frame }: { limits?: ChildLimits; frame?: PrintFrame } = {},
): Promise<Redrawn> {
  if (isBusy) {
    if (waiting.length >= waitingMax) {
      original.destroy()
      throw new AppError('PICTURES_BUSY', {}, { retryAfter: 5 })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  isBusy = true
  try {
    return await inChild(original, frame ? [type, String(frame.width), String(frame.height)] : [type], limits)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else isBusy = false
  }
}

async function inChild(original: Readable, args: string[], limits: ChildLimits): Promise<Redrawn> {
  const { code, answer } = await runLimited({ ...program, args }, original, limits)
  const end = answer.indexOf('\n')
  if (code !== 0 || end < 0 || end > verdictBytesMax) throw refusal('unreadable')
  const verdict: PictureVerdict = JSON.parse(answer.toString('utf8', 0, end))
  if (verdict.result === 'refused') throw refusal(verdict.why)
  return { type: verdict.type, bytes: answer.subarray(end + 1) }
}

const program: LimitedProgram = {
  program: fileURLToPath(new URL('picture-program.ts', import.meta.url)),
  // The library loads its platform-specific part from the folder next to it.
  library: path.resolve(fileURLToPath(import.meta.resolve('@napi-rs/image')), '../..'),
  isNative: true,
}

const refusal = (why: keyof typeof refusals) => new AppError(refusals[why], {}, { at: 'body.file' })
const refusals = {
  'too many pixels': 'PICTURE_TOO_LARGE',
  moves: 'PICTURE_MOVES',
  unreadable: 'PICTURE_UNREADABLE',
} as const
