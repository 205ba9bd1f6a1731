import { createHash, createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { tipAgeMinMs } from '@signet/contract/collection/tips'
import { hourMs } from '@signet/contract/time'
import { AppError } from '../../../errors.ts'
import { isSame } from '../../../secret-token.ts'

/** How long a form can stay open. */
const ageMaxMs = 4 * hourMs
/** Crockford's base 32: without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 20

const mac = (key: Buffer, parts: readonly (string | number)[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** A challenge for one report to a company: it says when the form was opened, and nobody else can make one. */
export function newChallenge(key: Buffer, companyId: number, now: Date): string {
  const stamp = `${now.getTime().toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${stamp}.${mac(key, ['challenge', companyId, stamp]).toString('base64url')}`
}

/**
 * Checks the challenge that a report brings back.
 *
 * @throws AppError `TIP_FORM_EXPIRED` for one that is old or not ours, `TIP_TOO_SOON` if no person could have filled it in yet
 */
export function checkChallenge(key: Buffer, companyId: number, challenge: string, now: Date): void {
  const [, stamp = '', at = '', signature = ''] = /^(([0-9a-z]{1,10})\.[\w-]{16})\.([\w-]{43})$/.exec(challenge) ?? []
  const ageMs = now.getTime() - Number.parseInt(at, 36)
  const isOurs = isSame(mac(key, ['challenge', companyId, stamp]).toString('base64url'), signature)
  if (!isOurs || !(ageMs < ageMaxMs)) throw new AppError('TIP_FORM_EXPIRED')
  if (ageMs < tipAgeMinMs) {
    throw new AppError('TIP_TOO_SOON', {}, { retryAfter: Math.ceil((tipAgeMinMs - ageMs) / 1000) })
  }
}

/** The tracking code of the report with this challenge, 100 bits: a report that is sent again gets the same one. */
export function codeOf(key: Buffer, challenge: string): string {
  const bits = Array.from(mac(key, ['code', challenge]), (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = Array.from(
    { length: codeLength },
    (_, at) => alphabet[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)],
  )
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** The stored hash of a code, however a person writes it down. */
export function hashOfCode(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(plain).digest()
}

/** Anyone who has an IPv6 address has all of its network. */
const networkOf = (ip: string) =>
  isIPv6(ip) && !ip.startsWith('::ffff:') ? `${ip.split(':').slice(0, 4).join(':')}::` : ip

/** What requests of an address are counted under: the address itself isn't stored. */
export const callerOf = (key: Buffer, ip: string): string =>
  mac(key, ['caller', networkOf(ip)])
    .subarray(0, 15)
    .toString('base64url')

/** By what a second report of the same thing from the same address is recognised; it differs for every other thing. */
export const reporterOf = (key: Buffer, tipId: string, ip: string): Buffer =>
  mac(key, ['reporter', tipId, networkOf(ip)]).subarray(0, 16)
