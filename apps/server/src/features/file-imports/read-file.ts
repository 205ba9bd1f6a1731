import { mebibyte } from '@signet/contract/threats/file-types'
import { isRecord } from '@signet/contract/narrow'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { lineOf, readAnswer } from '../../child-processes/child-answer.ts'
import { ownLinks, ownPackage, packageOf } from '../../child-processes/package-folders.ts'
import { ChildFailure, runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'

/** What the child process answers about a file, before its records. */
const FileAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('read'), kind: z.string() }),
  z.object({
    state: z.literal('unreadable'),
    kind: z.string(),
    reason: z.enum(['damaged', 'locked', 'tooLarge']),
    detail: z.string(),
  }),
  z.object({ state: z.literal('unknown') }),
])
export type FileAnswer = z.output<typeof FileAnswer>

/** The largest file that is read, in bytes. */
export const readFileMax = 256 * mebibyte

/** What reading one file may take. */
export const readLimits: ChildLimits = {
  wallMs: 120_000,
  cpuSeconds: 60,
  memoryBytes: 2048 * mebibyte,
  answerBytes: 256 * mebibyte,
  heapBytes: 1024 * mebibyte,
}

/** The child processes, which can read these folders only. */
const programOf = (name: string): LimitedProgram => ({
  program: fileURLToPath(new URL(name, import.meta.url)),
  library: ownPackage('readers'),
  imports: [
    ownPackage('connectors'),
    ownPackage('contract'),
    ownLinks,
    ...['@hyzyla/pdfium', 'csv-parse', 'ipaddr.js', 'saxes', 'tldts', 'tldts-core', 'xmlchars'].map(packageOf),
  ],
  isNative: false,
})
export const readProgram = programOf('read-program.ts')
export const rowProgram = programOf('row-program.ts')

/**
 * Reads a file of another program in a separate child process.
 *
 * @param bytes at most `readFileMax`
 * @param name the name of the file, which tells formats apart that have the same content
 * @returns what kind it is, and one object per record; unreadable if it needs more time or memory than any such file
 * @throws ChildFailure if a reader failed
 */
export async function readFile(
  bytes: Readable,
  name: string,
  limits = readLimits,
): Promise<{ answer: FileAnswer; records: object[] }> {
  const read = await runLimited({ ...readProgram, args: [path.basename(name)] }, bytes, limits)
  if (!read.isComplete) {
    return {
      answer: { state: 'unreadable', kind: '', reason: 'tooLarge', detail: 'over the limits of time or memory' },
      records: [],
    }
  }
  const [first = '', ...records] = read.bytes.toString().split('\n').filter(Boolean)
  return { answer: readAnswer(FileAnswer, first), records: records.map(recordIn) }
}

/** @throws ChildFailure if the line is no object */
export function recordIn(line: string): object {
  const record = lineOf(line)
  if (!isRecord(record)) throw new ChildFailure('A record of the file is no object')
  return record
}

/** Reads a file of this machine. */
export const readLocalFile = (file: string) => readFile(createReadStream(file), file)
