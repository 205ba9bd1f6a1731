import { mebibyte } from '@signet/contract/threats/file-types'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readAnswer } from '../../child-processes/child-answer.ts'
import { mailParser, packageOf } from '../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'

/** The facts of an email. */
export const ReadMail = z.object({
  /** In lower case; null without a sender. */
  from: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  /** Without angle brackets. */
  messageId: z.nullable(z.string()),
  /** The Message-IDs of In-Reply-To and References, without angle brackets. */
  answers: z.array(z.string()),
  /** The first value of each header, by name in lower case. */
  headers: z.record(z.string(), z.string()),
  parts: z.array(z.object({ type: z.string(), text: z.string() })),
})
export type ReadMail = z.output<typeof ReadMail>

const childLimits: ChildLimits = {
  wallMs: 20_000,
  cpuSeconds: 10,
  memoryBytes: 768 * mebibyte,
  answerBytes: 4 * mebibyte,
}

/** The child process that parses emails. */
export const mailProgram: LimitedProgram = {
  program: fileURLToPath(new URL('mail-program.ts', import.meta.url)),
  library: packageOf('postal-mime'),
  imports: [mailParser],
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
  return answer.isComplete ? readAnswer(z.nullable(ReadMail), answer.bytes.toString()) : null
}
