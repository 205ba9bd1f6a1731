import type { LeakType } from './leaks.ts'

const dots = '•'
/** The number of hidden letters isn't shown exactly either. */
const dotsMax = 4

/**
 * A user name or address as lists show it: just enough that people who know it recognise it. The first letter, the part from the last
 * separator on, and the domain are kept.
 *
 * @param name as it was leaked, e.g. `anna.rao@bank.example`
 * @returns e.g. `a•••.rao@bank.example`; masking it again changes nothing that matters
 */
export function maskIdentity(name: string): string {
  const at = name.lastIndexOf('@')
  const local = at > 0 ? name.slice(0, at) : name
  const domain = at > 0 ? name.slice(at) : ''
  const letters = Array.from(local)
  if (letters.length < 3) return `${dots.repeat(3)}${domain}`
  const mark = Math.max(local.lastIndexOf('.'), local.lastIndexOf('_'), local.lastIndexOf('-'))
  const tail = mark > 1 && local.length - mark <= 12 ? Array.from(local.slice(mark)) : []
  const hidden = Math.max(2, letters.length - 1 - tail.length)
  return `${letters[0]}${dots.repeat(Math.min(hidden, dotsMax))}${tail.join('')}${domain}`
}

/** The user name of a leak, masked. Of payment cards only the last digits are ever stored, so there is nothing to mask. */
export const maskedName = (leakType: LeakType, name: string): string =>
  leakType === 'paymentCards' ? name : maskIdentity(name)
