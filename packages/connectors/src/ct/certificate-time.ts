import { dayMs } from '@signet/contract/time'

/**
 * Parses a UTCTime (`yyMMddHHmmssZ`) or GeneralizedTime (`yyyyMMddHHmmssZ`) whose length and `Z` have already been checked.
 *
 * Source: RFC 5280, section 4.1.2.5.
 *
 * @returns milliseconds since 1970; NaN if one of the characters is not a digit
 */
export function timeAt(bytes: Buffer, start: number, isShort: boolean): number {
  const end = start + (isShort ? 12 : 14)
  for (let digit = start; digit < end; digit += 1) if (!isDigit(bytes[digit]!)) return Number.NaN
  let at = start
  let year = twoDigits(bytes, at)
  at += 2
  if (isShort) year += year < 50 ? 2000 : 1900
  else {
    year = year * 100 + twoDigits(bytes, at)
    at += 2
  }
  const days = daysUntil(year, twoDigits(bytes, at), twoDigits(bytes, at + 2))
  const [hours, minutes, seconds] = [twoDigits(bytes, at + 4), twoDigits(bytes, at + 6), twoDigits(bytes, at + 8)]
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function twoDigits(bytes: Buffer, at: number): number {
  return (bytes[at]! - 0x30) * 10 + bytes[at + 1]! - 0x30
}

/** Days from 1970-01-01 to the first of each month in a year that begins with March. */
const daysBeforeMonth = Int32Array.of(306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275)

/**
 * Days since 1970 of a day in the Gregorian calendar, in a third of the time that `Date.UTC` takes. As with `Date.UTC`, a month or day that
 * does not exist overflows into the next.
 */
function daysUntil(year: number, month: number, day: number): number {
  if (month < 1 || month > 12) return Date.UTC(year, month - 1, day) / dayMs
  const from = month > 2 ? year : year - 1
  const leapDays = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  return from * 365 + leapDays + daysBeforeMonth[month - 1]! + day - 719_469
}
