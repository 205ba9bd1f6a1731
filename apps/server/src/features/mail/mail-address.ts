import { notInOneLine } from '@signet/contract/wire'
import type { MailAddress } from '../../app/mailer.ts'
import { AppError } from '../../errors.ts'

// The simple form that people use: no quotes, no comments, no routes, one @.
const plainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i
const addressMax = 254

/** Whether a text is one plain email address, e.g. `clara@bank.example`. */
export function isMailAddress(text: string): boolean {
  return text.length <= addressMax && plainAddress.test(text) && !/^\.|\.\.|\.@/.test(text)
}

/** The maximum length of a subject, or of a name in an address. */
const lineMax = 200

/** Makes untrusted text safe for a header or a line of a file: line breaks and bidirectional marks become spaces. */
export function asOneLine(text: string, max = lineMax): string {
  return text.toWellFormed().split(notInOneLine).filter(Boolean).join(' ').trim().slice(0, max).toWellFormed()
}

/**
 * An address for a header, with its name on one line.
 *
 * @throws AppError `BAD_REQUEST` for an invalid address
 */
export function checkedAddress({ name, address }: MailAddress): MailAddress {
  if (!isMailAddress(address)) throw new AppError('NOT_A_MAIL_ADDRESS')
  return { name: asOneLine(name), address }
}

/** Parses a sender: `Signet <alerts@signet.example>` or only the address. Null if it is neither. */
export function readSender(text: string): MailAddress | null {
  const [, name = '', bracketed] = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  const plain = name.replaceAll('"', '').trim()
  return isMailAddress(address) && !notInOneLine.test(plain) ? { name: plain || 'Signet', address } : null
}
