import { ibansIn } from '../documents/ibans.ts'
import { normaliseName, type NormalisedName } from '../names/normalise-name.ts'
import { walletsIn } from './wallets.ts'

/** How a text can be answered or paid, in the order of the text. */
export interface Contacts {
  /** Web addresses and bare hosts, refanged. */
  addresses: NormalisedName[]
  /** As written. */
  phones: string[]
  emails: string[]
  /** Payment addresses of UPI, e.g. `name@bank`. */
  upis: string[]
  /** Codes of branches of Indian banks. */
  ifscs: string[]
  ibans: string[]
  wallets: string[]
  /** The first six digits of card numbers, which name the issuer; the number itself isn't kept. */
  bins: string[]
}

/** The most of each kind that is kept of a text. */
const eachMax = 20

const address =
  /(?:h(?:tt|xx)ps?:\/\/[^\s<>"'`]{3,500})|(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,62})(?:\.|\[\.\]|\(\.\)|\[dot\])){1,6}(?:[a-z]{2,24}|xn--[a-z0-9-]{2,50})(?:[/?][^\s<>"'`]{0,500})?(?![\p{L}\p{N}_@-])/giu
const email = /(?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?![\w@])/gi
const upi = /(?<![\w.+-])[a-z0-9][\w.-]{1,60}@[a-z][a-z0-9]{1,20}(?![\w.@-])/gi
/** The code of the bank, a zero, and that of the branch (Reserve Bank of India). */
const ifsc = /(?<![A-Z0-9])[A-Z]{4}0[A-Z0-9]{6}(?![A-Z0-9])/g
const phone = /(?<![\w.@+/-])(?:\+|00)?\d(?:[ ().-]{0,2}\d){6,15}(?![\w@])/g
const card = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g
/** A number with fewer digits is an amount, a date or a time. */
const phoneDigitsMin = 9
const phoneDigitsMax = 15

/** Every contact and payment account in a text. Check digits that don't fit, and phone numbers of a wrong length, are left out. */
export function contactsIn(text: string): Contacts {
  const emails = each(text, email)
  const ibans = ibansIn(text).slice(0, eachMax)
  const wallets = walletsIn(text).slice(0, eachMax)
  const cards = each(text, card).filter(isCard)
  const numbers = each(text, phone).filter(
    (number) => isPhone(number) && !cards.includes(number) && !ibans.some((iban) => iban.includes(digitsIn(number))),
  )
  return {
    addresses: addressesIn(text),
    phones: numbers,
    emails,
    upis: each(text, upi).filter((payee) => !emails.some((one) => one.startsWith(payee))),
    ifscs: each(text, ifsc),
    ibans,
    wallets,
    bins: [...new Set(cards.map((number) => digitsIn(number).slice(0, 6)))],
  }
}

/** The addresses in a text as hosts and paths, without what punctuation follows them. */
export function addressesIn(text: string): NormalisedName[] {
  return each(text, address).flatMap((written) => normaliseName(refanged(written)) ?? [])
}

const refanged = (written: string) =>
  written
    .replace(/^h(?:tt|xx)p/i, 'http')
    .replaceAll(/\[\.\]|\(\.\)|\[dot\]/gi, '.')
    .replace(/[.,;:!?)\]}»”’*_]+$/u, '')

function each(text: string, pattern: RegExp): string[] {
  const found = new Set<string>()
  for (const [match] of text.matchAll(pattern)) {
    found.add(match.trim())
    if (found.size >= eachMax) break
  }
  return [...found]
}

const digitsIn = (text: string) => text.replaceAll(/\D/g, '')

function isPhone(text: string): boolean {
  const { length } = digitsIn(text)
  return length >= phoneDigitsMin && length <= phoneDigitsMax && !/^\d{4}-\d{2}-\d{2}/.test(text)
}

/** The check digit of ISO/IEC 7812-1 (Luhn), for numbers of the length of cards that start like one. */
function isCard(text: string): boolean {
  const digits = digitsIn(text)
  if (digits.length < 13 || !/^(?:3[47]|4|5[1-5]|2[2-7]|6)/.test(digits) || /^(\d)\1+$/.test(digits)) return false
  let sum = 0
  for (const [at, digit] of Array.from(digits).toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
