import { mebibyte } from '@signet/contract/threats/file-types'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readAnswer } from '../../child-processes/child-answer.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'
import { readPictures } from '../evidence/pictures/read-pictures.ts'
import { readText } from '../evidence/pictures/read-text.ts'
import { addressesInText, refanged } from './refang.ts'
import type { ReportedMailFacts, ReportedMessage } from './reported-mail-program.ts'

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
 * @param textModel for `readText`, if text in pictures is read as well
 * @returns null if it can't be read, or takes more time or memory than any email needs
 * @throws ChildFailure if the program failed
 */
export async function readReportedMail(bytes: Buffer, textModel: string | null = null): Promise<ReportedMail | null> {
  const answer = await runLimited(program, Readable.from([bytes]), childLimits)
  if (!answer.isComplete) return null
  const report: ReportedMailFacts | null = readAnswer(z.nullable(Facts), answer.bytes.toString())
  if (report === null) return null
  const sent = report.pictures.map((picture) => Buffer.from(picture, 'base64'))
  const pictures = await readPictures([], sent)
  const messages = [...report.messages, ...(textModel === null ? [] : await messagesIn(sent, textModel))]
  return { ...report, messages, pictures: [], codes: [...new Set(pictures.flatMap(({ codes }) => codes))] }
}

/** Of one email: reading a page full of text takes seconds. Smaller pictures are logos and the points of lists. */
const read = { pictures: 3, bytesMin: 4000, links: 20 } as const

/** What is written in the pictures of an email, as further messages in it: phishing often is one large picture. */
async function messagesIn(pictures: readonly Buffer[], textModel: string): Promise<ReportedMessage[]> {
  const messages: ReportedMessage[] = []
  const large = pictures.filter(({ length }) => length >= read.bytesMin)
  for (const picture of large.slice(0, read.pictures)) {
    const words = await readText(picture, textModel)
    const links = addressesInText(words, read.links).map((url) => ({ url, shown: '' }))
    if (words.trim() !== '') messages.push({ subject: '', text: refanged(words), links })
  }
  return messages
}
