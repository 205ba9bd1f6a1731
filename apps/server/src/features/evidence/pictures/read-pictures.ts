import { mebibyte } from '@signet/contract/threats/file-types'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readAnswer } from '../../../child-processes/child-answer.ts'
import { ownLinks, ownPackage, packageOf, pictureLibrary } from '../../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../../child-processes/run-limited.ts'
import { sniffType } from '../sniff-type.ts'
import type { SentPicture } from './decoded-picture.ts'
import { isPictureType } from './picture-head.ts'

/** Twenty pictures of a provider take less than two seconds. */
const childLimits: ChildLimits = {
  wallMs: 30_000,
  cpuSeconds: 10,
  memoryBytes: 1024 * mebibyte,
  answerBytes: mebibyte,
}

/** The line of JSON that the program reads. The bytes of the known pictures follow, then those of the others. */
export interface PictureWork {
  known: SentPicture[][]
  pictures: SentPicture[]
}

/** What a picture shows. */
const ReadPicture = z.object({
  /** How well it agrees with the closest of each group of known pictures, from 0 to 1; null if it looks like none. */
  agreements: z.array(z.nullable(z.number())),
  /** What the QR codes in it say, without repeats. */
  codes: z.array(z.string()),
  /** Its `pictureHash`; null if it can't be read, or has too little content (`isPlainPicture`). */
  hash: z.nullable(z.string()),
})
export type ReadPicture = z.output<typeof ReadPicture>

const program: LimitedProgram = {
  program: fileURLToPath(new URL('read-pictures-program.ts', import.meta.url)),
  library: pictureLibrary,
  imports: [ownPackage('detection'), ownLinks, packageOf('zxing-wasm')],
  isNative: true,
}

/**
 * Reads pictures of strangers in a separate child process: which known pictures each looks like, and what the QR codes in it say.
 *
 * @param known groups of pictures, for example the logos of each company, which were decoded and encoded by us before
 * @param pictures of any content
 * @returns in the order of the pictures; nothing for one that can't be read
 * @throws ChildFailure if the program failed
 */
export async function readPictures(
  known: readonly (readonly Buffer[])[],
  pictures: readonly Buffer[],
): Promise<ReadPicture[]> {
  const nothing: ReadPicture = { agreements: known.map(() => null), codes: [], hash: null }
  const sent = pictures.map(sendable)
  const readable = sent.filter((one) => one !== null)
  if (readable.length === 0) return pictures.map(() => nothing)
  const groups = known.map((group) => group.map(sendable).filter((one) => one !== null))
  const work: PictureWork = {
    known: groups.map((group) => group.map(({ head }) => head)),
    pictures: readable.map(({ head }) => head),
  }
  const bytes = [...groups.flat(), ...readable].map((one) => one.bytes)
  const input = Readable.from([Buffer.from(`${JSON.stringify(work)}\n`), ...bytes])
  const answer = await runLimited(program, input, childLimits)
  if (!answer.isComplete) {
    // A picture that breaks the limits takes the others along, so each gets a process of its own.
    if (readable.length === 1) return pictures.map(() => nothing)
    const alone: ReadPicture[] = []
    for (const picture of pictures) alone.push((await readPictures(known, [picture]))[0] ?? nothing)
    return alone
  }
  const found = readAnswer(z.array(ReadPicture), answer.bytes.toString())
  let at = 0
  return sent.map((one) => (one && found[at++]) ?? nothing)
}

/** @returns null for bytes that aren't those of a picture */
function sendable(bytes: Buffer) {
  const type = sniffType(bytes.subarray(0, 16))
  return type !== null && isPictureType(type) ? { head: { type, size: bytes.length }, bytes } : null
}
