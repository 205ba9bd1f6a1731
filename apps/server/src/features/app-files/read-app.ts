import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { mebibyte } from '@signet/contract/threats/file-types'
import type { UnreadableReason } from '@signet/readers'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'
import { readLimits } from '../file-imports/read-file.ts'
import type { AppFileFacts } from './app-facts.ts'

/** What the child process says about the file of an app. */
export type ReadApp =
  | {
      state: 'read'
      facts: AppFileFacts
      /** In Base64; null if it has none that can be compared. */
      icon: string | null
    }
  | {
      state: 'unreadable'
      /** `bundle` is an Android App Bundle, which nobody can install; `ios` an app of another system. */
      reason: UnreadableReason | 'bundle' | 'ios'
    }

const limits: ChildLimits = { ...readLimits, answerBytes: 8 * mebibyte }
const packages = path.resolve(fileURLToPath(import.meta.resolve('@signet/readers')), '../../..')
const program: LimitedProgram = {
  program: fileURLToPath(new URL('app-program.ts', import.meta.url)),
  library: path.join(packages, 'readers'),
  imports: [
    path.join(packages, 'contract'),
    path.join(packages, 'detection'),
    path.resolve(packages, '../node_modules/@signet'),
  ],
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
  const read: ReadApp = JSON.parse(answer.bytes.toString())
  return read
}
