import { AppError } from '../../errors.ts'

/** A person and where their mail goes. Kept apart, so that no text is ever parsed into addresses. */
export interface MailAddress {
  name: string
  address: string
}

// Every control character: a line break in a header begins another header.
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001F\u007F\u0085\u2028\u2029]/
// The plain form that people have: no quotes, no comments, no routes, one @.
const plainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i
const addressMax = 254

/** Whether something is one plain address, e.g. `clara@bank.example`. */
export function isMailAddress(text: string): boolean {
  return text.length <= addressMax && plainAddress.test(text) && !/^\.|\.\.|\.@/.test(text)
}

/** Whether text may stand in a header: one line, nothing that starts another. */
export function isOneLine(text: string): boolean {
  return !control.test(text) && text.isWellFormed()
}

/** Text from outside as it may stand in a subject: one line of at most 200 characters. */
export function asOneLine(text: string): string {
  return text.toWellFormed().split(control).filter(Boolean).join(' ').trim().slice(0, 200).toWellFormed()
}

/** @throws AppError `BAD_REQUEST` for an address that is none, or a name that would not stay in its header */
export function checkedAddress({ name, address }: MailAddress): MailAddress {
  if (!isMailAddress(address)) throw new AppError('BAD_REQUEST', 'A mail address is not one.')
  if (!isOneLine(name)) throw new AppError('BAD_REQUEST', 'A name in a mail address must be one line.')
  return { name: name.slice(0, 200), address }
}

/**
 * Reads a sender as a person writes it: `Signet <alerts@signet.example>` or the address alone. Null when it is neither.
 */
export function readSender(text: string): MailAddress | null {
  const [, name = '', bracketed] = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  const plain = name.replaceAll('"', '').trim()
  return isMailAddress(address) && isOneLine(plain) ? { name: plain || 'Signet', address } : null
}
