import { mebibyte } from '@signet/contract/threats/file-types'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../errors.ts'
import * as z from 'zod/mini'
import { readAnswer } from '../../../child-processes/child-answer.ts'
import { pictureLibrary } from '../../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../../child-processes/run-limited.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { PictureType } from './picture-head.ts'

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
const inTurn = oneAtATime(waitingMax, () => new AppError('IMAGES_BUSY', {}, { retryAfter: 5 }))

/** An image as it was stored or received. */
export interface Original {
  type: PictureType
  /** In bytes. */
  size: number
  /** Called when it is its turn, at most twice. */
  open(): Promise<Readable | null>
}

/** The place of an image on a printed page, in points; a longer image is cut off at the bottom. */
export interface PrintFrame {
  width: number
  height: number
}

/** The argument of the program. */
export interface RedrawWork {
  /** The images in the order of the input; one without a size is the rest of it. */
  pictures: { type: string; size?: number | undefined }[]
  frame?: PrintFrame | undefined
}

interface Drawing {
  limits?: ChildLimits
  /** Where the image is printed, for a JPEG that is no larger than that needs. */
  frame?: PrintFrame
}

/**
 * Re-encodes an image in a separate child process, one image at a time; others wait.
 *
 * @param original the uploaded file; it is read once
 * @param name of the file, for the refusal
 * @throws AppError `PAYLOAD_TOO_LARGE` above 50 megapixels, `UNSUPPORTED_MEDIA_TYPE` for an animated image, `BAD_REQUEST` for a file that
 *   isn't an image or takes more time or memory than any image needs, `UNAVAILABLE` if too many are waiting
 * @throws ChildFailure if the program failed
 */
export async function redraw(
  original: Readable,
  { type, name }: { type: PictureType; name: string },
  drawing: Drawing = {},
): Promise<Redrawn> {
  try {
    const [answer] = await inTurn(() => inChild(original, [{ type }], drawing))
    if (answer?.result !== 'drawn') throw refusal(answer?.why ?? 'unreadable', name)
    return answer
  } finally {
    original.destroy()
  }
}

/** In one process: what is decoded takes memory until it ends. */
const perProcess = 4

/**
 * Re-encodes images, several in one child process, because starting one takes longer than drawing a screenshot.
 *
 * @returns in the same order; null for an image that can't be drawn
 * @throws AppError `UNAVAILABLE` if too many are waiting
 */
export async function redrawAll(originals: readonly Original[], drawing: Drawing = {}): Promise<(Redrawn | null)[]> {
  const redrawn: (Redrawn | null)[] = []
  for (let at = 0; at < originals.length; at += perProcess) {
    const some = originals.slice(at, at + perProcess)
    const answers = await inTurn(() => inChild(Readable.from(bytesOf(some)), some, drawing))
    for (const [index, original] of some.entries()) {
      const answer = answers[index]
      if (answer?.result === 'drawn') redrawn.push(answer)
      // An image that breaks the limits takes others along, so each that is missing gets a process of its own.
      else redrawn.push((some.length > 1 && (await redrawAll([original], drawing))[0]) || null)
    }
  }
  return redrawn
}

/** Ends with an error at an image of another size, which would move the others out of their places. */
async function* bytesOf(originals: readonly Original[]): AsyncGenerator<Buffer> {
  for (const { size, open } of originals) {
    let left = size
    for await (const chunk of (await open()) ?? []) {
      const bytes: Buffer = chunk
      left -= bytes.length
      if (left < 0) break
      yield bytes
    }
    if (left !== 0) throw new Error(`an image has ${size - left} bytes instead of ${size}`)
  }
}

/** The program's result for an image, sent before the image itself. */
const PictureVerdict = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('drawn'),
    type: z.enum(['image/png', 'image/jpeg']),
    size: z.int().check(z.nonnegative()),
  }),
  z.object({ result: z.literal('refused'), why: z.enum(['too many pixels', 'moves', 'unreadable']) }),
])

export type PictureVerdict = z.output<typeof PictureVerdict>

type Answer = Extract<PictureVerdict, { result: 'refused' }> | ({ result: 'drawn' } & Redrawn)

/** @returns fewer than there are images if one of them breaks the limits */
async function inChild(
  input: Readable,
  pictures: Readonly<RedrawWork['pictures']>,
  { limits = childLimits, frame }: Drawing,
): Promise<Answer[]> {
  const work: RedrawWork = { pictures: pictures.map(({ type, size }) => ({ type, size })), frame }
  const { bytes: answer } = await runLimited({ ...program, args: [JSON.stringify(work)] }, input, limits)
  const answers: Answer[] = []
  for (let at = 0; answers.length < pictures.length;) {
    const end = answer.subarray(at, at + verdictBytesMax).indexOf('\n') + at
    if (end < at) break
    const verdict = readAnswer(PictureVerdict, answer.toString('utf8', at, end))
    at = end + 1
    if (verdict.result === 'drawn') {
      const bytes = answer.subarray(at, at + verdict.size)
      // The child was killed.
      if (bytes.length < verdict.size) break
      answers.push({ result: 'drawn', type: verdict.type, bytes })
      at += verdict.size
    } else answers.push(verdict)
  }
  return answers
}

const program: LimitedProgram = {
  program: fileURLToPath(new URL('picture-program.ts', import.meta.url)),
  library: pictureLibrary,
  isNative: true,
}

const refusal = (why: keyof typeof refusals, name: string) => new AppError(refusals[why], { name }, { at: 'body.file' })
const refusals = {
  'too many pixels': 'IMAGE_TOO_LARGE',
  moves: 'IMAGE_ANIMATED',
  unreadable: 'IMAGE_UNREADABLE',
} as const
