import { mebibyte } from '@signet/contract/threats/file-types'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readAnswer } from '../../child-processes/child-answer.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'
import { readPictures } from '../evidence/pictures/read-pictures.ts'
import type { ReportedMailFacts } from './reported-mail-program.ts'

const Facts = z.object({
  messageId: z.nullable(z.string()),
  from: z.nullable(z.string()),
  messages: z.array(
    z.object({
      subject: z.string(),
      text: z.string(),
      links: z.array(z.object({ url: z.string(), shown: z.string() })),
    }),
  ),
  pictures: z.array(z.string()),
})

const childLimits: ChildLimits = {
  wallMs: 30_000,
  cpuSeconds: 15,
  memoryBytes: 1024 * mebibyte,
  heapBytes: 256 * mebibyte,
  answerBytes: 48 * mebibyte,
}

const readers = path.resolve(fileURLToPath(import.meta.resolve('@signet/readers')), '../..')

/** The child process that reads reports. */
const program: LimitedProgram = {
  program: fileURLToPath(new URL('reported-mail-program.ts', import.meta.url)),
  library: path.resolve(fileURLToPath(import.meta.resolve('postal-mime')), '../../..'),
  imports: [
    readers,
    path.resolve(readers, '../connectors'),
    path.resolve(readers, '../contract'),
    path.resolve(readers, '../../node_modules/@signet'),
  ],
  isNative: false,
}

/** What an email says, and the QR codes in its pictures. */
export type ReportedMail = ReportedMailFacts & { codes: string[] }

/**
 * Reads an email in which somebody reports phishing, and the QR codes in its pictures, in separate child processes.
 *
 * @returns null if it can't be read, or takes more time or memory than any email needs
 * @throws ChildFailure if the program failed
 */
export async function readReportedMail(bytes: Buffer): Promise<ReportedMail | null> {
  const answer = await runLimited(program, Readable.from([bytes]), childLimits)
  if (!answer.isComplete) return null
  const report: ReportedMailFacts | null = readAnswer(z.nullable(Facts), answer.bytes.toString())
  if (report === null) return null
  const pictures = await readPictures(
    [],
    report.pictures.map((picture) => Buffer.from(picture, 'base64')),
  )
  return { ...report, pictures: [], codes: [...new Set(pictures.flatMap(({ codes }) => codes))] }
}
