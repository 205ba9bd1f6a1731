import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { mebibyte } from '@signet/contract/threats/file-types'
import * as z from 'zod/mini'
import { readAnswer } from '../../child-processes/child-answer.ts'
import { ownLinks, ownPackage, packageOf } from '../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'
import { readLimits } from '../file-imports/read-file.ts'

/** What decides whether an app passes for one of a company, and what identifies it. */
const Facts = z.object({
  package: z.nullable(z.string()),
  labels: z.array(z.string()),
  permissions: z.array(z.string()),
  certificateSha256s: z.array(z.string()),
  iconHash: z.nullable(z.string()),
  hosts: z.array(z.string()),
  keys: z.array(z.string()),
  versionName: z.nullable(z.string()),
  /** Of an app for iOS: the team that its signature names. */
  teamId: z.nullable(z.string()),
  md5: z.string(),
  sha256: z.string(),
})
export type AppFileFacts = z.output<typeof Facts>

/** What the child process says about the file of an app. */
const Answer = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    facts: Facts,
    /** In Base64; null if it has none that can be compared. */
    icon: z.nullable(z.string()),
  }),
  z.object({
    state: z.literal('unreadable'),
    reason: z.enum(['damaged', 'locked', 'tooLarge']),
  }),
])
export type ReadApp = z.output<typeof Answer>

const limits: ChildLimits = { ...readLimits, answerBytes: 8 * mebibyte }
const program: LimitedProgram = {
  program: fileURLToPath(new URL('app-program.ts', import.meta.url)),
  library: ownPackage('readers'),
  imports: [ownPackage('contract'), ownPackage('detection'), ownLinks, ...['saxes', 'xmlchars'].map(packageOf)],
  isNative: false,
}

/**
 * Reads the file of an app in a separate child process.
 *
 * @param bytes at most `appFileUpload.maxBytes`
 * @throws ChildFailure if the program failed
 */
export async function readApp(bytes: Readable): Promise<ReadApp> {
  const answer = await runLimited(program, bytes, limits)
  if (!answer.isComplete) return { state: 'unreadable', reason: 'tooLarge' }
  return readAnswer(Answer, answer.bytes.toString())
}
