import { fixedMask } from '@signet/contract/leaks'

/** Passwords up to this length are only distinguished by their length class. */
const lengthClasses = [16, 12, 8] as const
const shortest = 4

/** Of a password, what a mask may show at most: its class of length, and beyond seven letters the first and the last. */
export function hintOf(password: string): string {
  const letters = Array.from(password)
  const lengthClass = lengthClasses.find((length) => letters.length >= length)
  if (lengthClass === undefined) return JSON.stringify([shortest])
  return JSON.stringify([lengthClass, letters[0], letters.at(-1)])
}

/** The mask of a password: from its hint where the company allows one, else the same for all. */
export function maskOf(hint: string | null): string {
  if (hint === null) return fixedMask
  const [length, first, last] = JSON.parse(hint) as [number, string?, string?]
  if (first === undefined || last === undefined) return '•'.repeat(length)
  return `${first}${'•'.repeat(length - 2)}${last}`
}
