import { randomUUID } from 'node:crypto'

/** How a desk for complaints answers a notice: `acknowledges` by itself, `confirms` by a person. */
export const answerKinds = ['acknowledges', 'confirms', 'asks', 'done', 'refuses', 'outOfOffice'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** What is read of a notice to answer it. */
export interface NoticeHead {
  /** Of the envelope. */
  from: string
  to: string
  messageId: string
  subject: string
  /** Where answers go. */
  replyTo: string
  /** The complete header section, for a report about the message. */
  header: string
}

export function headOf(message: string, envelope: { from: string; to: string }): NoticeHead {
  const end = message.indexOf('\r\n\r\n')
  const header = end < 0 ? message : message.slice(0, end)
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.*(?:\\r\\n[ \\t].*)*)`, 'im')
      .exec(header)?.[1]
      ?.replaceAll(/\r\n[ \t]+/g, ' ')
      .trim() ?? ''
  const sender = field('Reply-To') || field('From')
  return {
    ...envelope,
    messageId: field('Message-ID'),
    subject: field('Subject'),
    replyTo: /<([^>]+)>/.exec(sender)?.[1] ?? sender,
    header,
  }
}

const texts: Record<AnswerKind, (caseNumber: string) => string> = {
  acknowledges: (number) =>
    `Thank you for your report. We have received it and opened ticket ${number}.\r\nPlease keep this number in the subject of further messages.`,
  confirms: (number) =>
    `Thank you for your report, which is ticket ${number}. I have passed it to our abuse team; we are investigating.`,
  asks: (number) =>
    `Regarding ticket ${number}: could you please provide the full URL, a screenshot and the time in UTC at which you saw the content?`,
  done: (number) => `Regarding ticket ${number}: the reported content has been removed and the account was suspended.`,
  refuses: (number) =>
    `Regarding ticket ${number}: the reported content does not violate our terms, and we will not take action on this report.`,
  outOfOffice: () => 'I am out of the office until Monday and have no access to my email. In urgent cases please call.',
}

/** An answer of a desk, as its mail server sends it (RFC 5322; automatic ones are marked as RFC 3834 says). */
export function answerTo(head: NoticeHead, kind: AnswerKind, caseNumber: string, at: Date): string {
  const isAutomatic = kind === 'acknowledges' || kind === 'outOfOffice'
  const subject = kind === 'outOfOffice' ? `Automatic reply: ${head.subject}` : `Re: [${caseNumber}] ${head.subject}`
  return lines([
    ...fields(head.to, head.replyTo, subject, at),
    ...threadOf(head),
    ...(isAutomatic ? ['Auto-Submitted: auto-replied'] : []),
    'Content-Type: text/plain; charset=utf-8',
    '',
    texts[kind](caseNumber),
    '',
  ])
}

/** A report that a message was accepted and could not be delivered afterwards (RFC 3464). */
export function bounceOf(head: NoticeHead, at: Date): string {
  const host = head.to.slice(head.to.indexOf('@') + 1)
  const boundary = `bounce-${randomUUID()}`
  return lines([
    ...fields(`MAILER-DAEMON@${host}`, head.from, 'Undelivered Mail Returned to Sender', at),
    ...threadOf(head),
    'Auto-Submitted: auto-replied',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `Your message to <${head.to}> could not be delivered: the mailbox does not exist.`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; mx.${host}`,
    '',
    `Final-Recipient: rfc822; ${head.to}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user here',
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    head.header,
    '',
    `--${boundary}--`,
    '',
  ])
}

const fields = (from: string, to: string, subject: string, at: Date) => [
  `From: <${from}>`,
  `To: <${to}>`,
  `Subject: ${subject}`,
  `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
  `Message-ID: <${randomUUID()}@${from.slice(from.indexOf('@') + 1)}>`,
  'MIME-Version: 1.0',
]
const threadOf = ({ messageId }: NoticeHead) => [`In-Reply-To: ${messageId}`, `References: ${messageId}`]
const lines = (all: string[]) => all.join('\r\n')
