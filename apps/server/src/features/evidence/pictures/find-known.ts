import { mebibyte } from '@signet/contract/threats/file-types'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../../child-processes/run-limited.ts'
import { sniffType } from '../sniff-type.ts'
import type { KnownAnswer, KnownWork } from './find-known-program.ts'
import { isPictureType } from './picture-head.ts'

/** Twenty pictures of a provider take less than two seconds. */
const childLimits: ChildLimits = {
  wallMs: 30_000,
  cpuSeconds: 10,
  memoryBytes: 1024 * mebibyte,
  answerBytes: mebibyte,
}

const folderOf = (name: string, up: string) => path.resolve(fileURLToPath(import.meta.resolve(name)), up)
const detection = folderOf('@signet/detection', '../..')

const program: LimitedProgram = {
  program: fileURLToPath(new URL('find-known-program.ts', import.meta.url)),
  library: folderOf('@napi-rs/image', '../..'),
  imports: [detection, path.resolve(detection, '../../node_modules/@signet')],
  isNative: true,
}

/**
 * Finds out which known picture each picture of a stranger looks like, in a separate child process.
 *
 * @param known the company's own, which were decoded and encoded by us before
 * @param pictures of any content
 * @returns in the order of the pictures; null for one that looks like none, or can't be read
 * @throws ChildFailure if the program failed
 */
export async function findKnown(known: readonly Buffer[], pictures: readonly Buffer[]): Promise<KnownAnswer> {
  const sent = pictures.map(sendable)
  const readable = sent.filter((one) => one !== null)
  if (readable.length === 0) return pictures.map(() => null)
  const own = known.map(sendable)
  const ownReadable = own.filter((one) => one !== null)
  const work: KnownWork = { known: ownReadable.map(({ head }) => head), pictures: readable.map(({ head }) => head) }
  const bytes = [...ownReadable, ...readable].map((one) => one.bytes)
  const input = Readable.from([Buffer.from(`${JSON.stringify(work)}\n`), ...bytes])
  const answer = await runLimited(program, input, childLimits)
  if (!answer.isComplete) {
    // A picture that breaks the limits takes the others along, so each gets a process of its own.
    if (readable.length === 1) return pictures.map(() => null)
    const alone: KnownAnswer = []
    for (const picture of pictures) alone.push((await findKnown(known, [picture]))[0] ?? null)
    return alone
  }
  const found: KnownAnswer = JSON.parse(answer.bytes.toString())
  const places = own.flatMap((one, at) => (one ? [at] : []))
  let at = 0
  return sent.map((one) => {
    const match = one === null ? null : (found[at++] ?? null)
    return match && { ...match, at: places[match.at] ?? 0 }
  })
}

/** @returns null for bytes that aren't those of a picture */
function sendable(bytes: Buffer) {
  const type = sniffType(bytes.subarray(0, 16))
  return type !== null && isPictureType(type) ? { head: { type, size: bytes.length }, bytes } : null
}
