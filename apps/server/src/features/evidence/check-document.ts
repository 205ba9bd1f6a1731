import { mebibyte } from '@signet/contract/threats/file-types'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readAnswer } from '../../child-processes/child-answer.ts'
import { ownLinks, ownPackage, packageOf } from '../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'
import { AppError } from '../../errors.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Whether a document opens; locked documents need a password. */
const DocumentState = z.enum(['opens', 'locked', 'unreadable'])
export type DocumentState = z.output<typeof DocumentState>

/** Only the list of objects and the first page are read. */
const childLimits: ChildLimits = {
  wallMs: 20_000,
  cpuSeconds: 10,
  memoryBytes: 768 * mebibyte,
  answerBytes: 100,
}

const program: LimitedProgram = {
  program: fileURLToPath(new URL('document-program.ts', import.meta.url)),
  library: ownPackage('readers'),
  imports: [ownLinks, packageOf('@hyzyla/pdfium')],
  isNative: false,
}

const waitingMax = 20
const inTurn = oneAtATime(waitingMax, () => new AppError('PAGES_BUSY', {}, { retryAfter: 5 }))

/**
 * Refuses a PDF that can't be opened, because as evidence it proves nothing. A separate child process opens it, one at a time.
 *
 * @param pdf read as far as needed, and destroyed
 * @param name of the file, for the refusal
 * @throws AppError `PDF_UNREADABLE`, also for a file that takes more time or memory than any page needs; `PDF_LOCKED`; `PAGES_BUSY`
 * @throws ChildFailure if the program failed
 */
export async function checkDocument(pdf: Readable, name: string, limits = childLimits): Promise<void> {
  try {
    const { isComplete, bytes } = await inTurn(() => runLimited(program, pdf, limits))
    const state = isComplete ? readAnswer(DocumentState, bytes.toString()) : 'unreadable'
    if (state !== 'opens') {
      throw new AppError(state === 'locked' ? 'PDF_LOCKED' : 'PDF_UNREADABLE', { name }, { at: 'body.file' })
    }
  } finally {
    pdf.destroy()
  }
}
