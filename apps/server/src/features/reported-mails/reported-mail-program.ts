/*
 * The child process that reads emails in which people report phishing: one email from standard input, as it was sent (RFC 5322) or as
 * Outlook saves it. It writes what the email and those attached to it say as JSON to standard output. `read-reported-mail.ts` starts and
 * limits it.
 */
import type { Attachment, Email } from 'postal-mime'
import { isCompoundFile } from '@signet/readers/mail/compound-file'
import { readMsg, type MessageFile, type OutlookMessage } from '@signet/readers/mail/msg'
import { UnreadableFile } from '@signet/readers/file-kind'
import { giveUpRights, readInput } from '../../child-processes/limited-program.ts'
import { addressOf, isOverLimits, parseMail } from '../../child-processes/parse-mail.ts'
import { readHtmlBody, type ShownLink } from './html-body.ts'
import type { ReportedMailFacts } from './read-reported-mail.ts'
import { addressesInText, refanged } from './refang.ts'
import { unwrappedLink } from './unwrapped-link.ts'

const limits = { text: 50_000, html: 1024 * 1024, links: 60, messages: 20, depth: 5, pictures: 8, picture: 3_000_000 }

class Reading {
  readonly report: ReportedMailFacts = { messageId: null, from: null, messages: [], pictures: [] }

  async read(bytes: Buffer, depth: number): Promise<void> {
    if (isCompoundFile(bytes)) {
      await this.#readOutlook(readMsg(bytes), depth)
      return
    }
    const mail = await parseMail(bytes)
    this.#keep(depth, { messageId: idIn(mail.messageId), from: addressOf(mail.from ?? mail.sender) }, mail)
    for (const attachment of mail.attachments) {
      await this.#readFile(
        { name: attachment.filename ?? '', type: attachment.mimeType, bytes: bytesOf(attachment) },
        depth,
      )
    }
  }

  async #readOutlook({ messages, files, ...message }: OutlookMessage, depth: number): Promise<void> {
    this.#keep(depth, message, message)
    for (const file of files) await this.#readFile(file, depth)
    for (const each of messages) if (this.#hasRoom(depth)) await this.#readOutlook(each, depth + 1)
  }

  /** Emails and pictures are read, other files left out. */
  async #readFile({ name, type, bytes }: MessageFile, depth: number): Promise<void> {
    const { pictures } = this.report
    if (type.startsWith('image/') || /\.(?:png|jpe?g|gif|webp)$/i.test(name)) {
      if (pictures.length < limits.pictures && bytes.length <= limits.picture) pictures.push(bytes.toString('base64'))
      return
    }
    const isMail = type === 'message/rfc822' || /\.(?:eml|msg)$/i.test(name) || isCompoundFile(bytes)
    if (!isMail || !this.#hasRoom(depth)) return
    try {
      await this.read(bytes, depth + 1)
    } catch (error) {
      // A damaged attachment, or one that isn't an email, costs only itself.
      if (!isUnreadable(error)) throw error
    }
  }

  #hasRoom(depth: number): boolean {
    return depth < limits.depth && this.report.messages.length < limits.messages
  }

  #keep(
    depth: number,
    { messageId, from }: Pick<ReportedMailFacts, 'messageId' | 'from'>,
    { subject, text = '', html = '' }: Pick<Email, 'subject' | 'text' | 'html'>,
  ): void {
    const { report } = this
    if (depth === 0) Object.assign(report, { messageId, from })
    const room = { text: limits.text, links: limits.links, pictures: limits.pictures - report.pictures.length }
    const body = readHtmlBody(html.slice(0, limits.html), room)
    report.pictures.push(
      ...body.pictures.filter(({ length }) => length <= limits.picture).map((one) => one.toString('base64')),
    )
    const words = (text.trim() === '' ? body.text : text).slice(0, limits.text)
    const links = new Map<string, ShownLink>()
    const add = (url: string, shown: string) => {
      const link = unwrappedLink(url)
      if (links.size < limits.links && !links.has(link)) links.set(link, { url: link, shown })
    }
    for (const { url, shown } of body.links) add(url, shown)
    for (const url of addressesInText(`${subject ?? ''}\n${words}`, limits.links)) add(url, '')
    report.messages.push({
      subject: (subject ?? '').slice(0, 1000),
      text: refanged(words),
      links: [...links.values()],
    })
  }
}

const idIn = (text = '') => /<([^<>\s]{3,250})>/.exec(text)?.[1] ?? null

const bytesOf = ({ content }: Attachment) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))

const isUnreadable = (error: unknown) => error instanceof UnreadableFile || isOverLimits(error)

/** @returns null for an email that is damaged or over the limits */
async function reportIn(bytes: Buffer): Promise<ReportedMailFacts | null> {
  const reading = new Reading()
  try {
    await reading.read(bytes, 0)
    return reading.report
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

// At the end, because it waits for what the file defines.
if (import.meta.main) {
  giveUpRights()
  process.stdout.write(JSON.stringify(await reportIn(await readInput())))
}
