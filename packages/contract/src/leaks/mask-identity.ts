import type { LeakType } from './leaks.ts'

const dots = '•'
/** The number of hidden letters isn't shown exactly either. */
const dotsMax = 4

/**
 * A user name or address as lists show it: the first letter and the domain. A part after a dot is often the whole surname.
 *
 * @param name as it was leaked, e.g. `anna.rao@bank.example`
 * @returns e.g. `a••••@bank.example`; masking it again changes nothing
 */
export function maskIdentity(name: string): string {
  const at = name.lastIndexOf('@')
  const domain = at > 0 ? name.slice(at) : ''
  const letters = Array.from(at > 0 ? name.slice(0, at) : name)
  return letters.length < 3
    ? `${dots.repeat(3)}${domain}`
    : `${letters[0]}${dots.repeat(Math.min(letters.length - 1, dotsMax))}${domain}`
}

/** The user name of a leak, masked. Of payment cards only the last digits are ever stored, so there is nothing to mask. */
export const maskedName = (leakType: LeakType, name: string): string =>
  leakType === 'paymentCards' ? name : maskIdentity(name)
