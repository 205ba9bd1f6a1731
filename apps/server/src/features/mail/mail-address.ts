import { isEmailAddress } from '@signet/contract/access/credentials'
import { notInOneLine } from '@signet/contract/wire'
import type { MailAddress } from '../../app/mailer.ts'
import { AppError } from '../../errors.ts'

/** The maximum length of a subject, or of a name in an address. */
const lineMax = 200

/** Makes untrusted text safe for a header or a line of a file: line breaks and bidirectional marks become spaces. */
export function asOneLine(text: string, max = lineMax): string {
  return text.toWellFormed().split(notInOneLine).filter(Boolean).join(' ').trim().slice(0, max).toWellFormed()
}

/** The lengths of an address that is stored. */
const addressMin = 3
const addressMax = 254

/** An address as it is stored and shown, each part on one line; it may be none. */
export const shownAddress = ({ name, address }: MailAddress): MailAddress => ({
  name: asOneLine(name),
  address: shortened(asOneLine(address, addressMax + 1)),
})

/** A part of an address must not become an address of its own, perhaps at another host. */
const shortened = (address: string) =>
  address.length > addressMax ? `${address.slice(0, addressMax - 1)}…` : address.padEnd(addressMin, '?')

/**
 * An address for a header, with its name on one line.
 *
 * @throws AppError `BAD_REQUEST` for an invalid address
 */
export function checkedAddress({ name, address }: MailAddress): MailAddress {
  if (!isEmailAddress(address)) throw new AppError('NOT_A_MAIL_ADDRESS')
  return { name: asOneLine(name), address }
}
