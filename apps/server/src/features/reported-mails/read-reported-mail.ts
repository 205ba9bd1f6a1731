import { mebibyte } from '@signet/contract/threats/file-types'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readAnswer } from '../../child-processes/child-answer.ts'
import { mailParser, ownLinks, ownPackage, packageOf } from '../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'
import { readPictures } from '../evidence/pictures/read-pictures.ts'
import { readText } from '../evidence/pictures/read-text.ts'
import { addressesInText, refanged } from './refang.ts'

/** One email of a report: the report itself, or an email that is attached to it. */
const ReportedMessage = z.object({
  subject: z.string(),
  /** With refanged addresses. */
  text: z.string(),
  links: z.array(z.object({ url: z.string(), shown: z.string() })),
})
export type ReportedMessage = z.output<typeof ReportedMessage>

/** What a report says. */
const ReportedMailFacts = z.object({
  /** Of the report, without angle brackets; null if it has none. */
  messageId: z.nullable(z.string()),
  /** Who sent the report, in lower case; null without a sender. */
  from: z.nullable(z.string()),
  /** The report first. */
  messages: z.array(ReportedMessage),
  /** In base64, as they were sent. */
  pictures: z.array(z.string()),
})
export type ReportedMailFacts = z.output<typeof ReportedMailFacts>

const childLimits: ChildLimits = {
  wallMs: 30_000,
  cpuSeconds: 15,
  memoryBytes: 1024 * mebibyte,
  heapBytes: 256 * mebibyte,
  answerBytes: 48 * mebibyte,
}

/** The child process that reads reports. */
const program: LimitedProgram = {
  program: fileURLToPath(new URL('reported-mail-program.ts', import.meta.url)),
  library: packageOf('postal-mime'),
  imports: [mailParser, ownPackage('readers'), ownPackage('connectors'), ownPackage('contract'), ownLinks],
  isNative: false,
}

/** What an email says, and the QR codes in its pictures. */
export type ReportedMailContent = ReportedMailFacts & { codes: string[] }

/**
 * Reads an email in which somebody reports phishing, and the QR codes in its pictures, in separate child processes.
 *
 * @param textModel for `readText`, if text in pictures is read as well
 * @returns null if it can't be read, or takes more time or memory than any email needs
 * @throws ChildFailure if the program failed
 */
export async function readReportedMail(
  bytes: Buffer,
  textModel: string | null = null,
): Promise<ReportedMailContent | null> {
  const answer = await runLimited(program, Readable.from([bytes]), childLimits)
  if (!answer.isComplete) return null
  const report = readAnswer(z.nullable(ReportedMailFacts), answer.bytes.toString())
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
