import { notInOneLine } from '@signet/contract/wire'
import { isMailAddress } from '../../app/mail-settings.ts'
import type { MailAddress } from '../../app/mailer.ts'
import { AppError } from '../../errors.ts'

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
