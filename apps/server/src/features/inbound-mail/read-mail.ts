import { mebibyte } from '@signet/contract/threats/file-types'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'
import type { ReadMail } from './mail-program.ts'

const childLimits: ChildLimits = {
  wallMs: 20_000,
  cpuSeconds: 10,
  memoryBytes: 768 * mebibyte,
  answerBytes: 4 * mebibyte,
}

/** The child process that parses emails. */
export const mailProgram: LimitedProgram = {
  program: fileURLToPath(new URL('mail-program.ts', import.meta.url)),
  library: path.resolve(fileURLToPath(import.meta.resolve('postal-mime')), '../../..'),
  isNative: false,
}

/**
 * Parses an email in a separate child process.
 *
 * @returns null if it can't be read, or takes more time or memory than any email needs
 * @throws ChildFailure if the program failed
 */
export async function readMail(bytes: Readable, program = mailProgram): Promise<ReadMail | null> {
  const answer = await runLimited(program, bytes, childLimits)
  return answer.isComplete ? JSON.parse(answer.bytes.toString(), storable) : null
}

/** Text that the database can store. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
