import { fixedMask } from '@signet/contract/leaks/leaks'

/** The lower limits of the length classes; shorter passwords share one class. */
const lengthClasses = [16, 12, 8] as const
const shortest = 4

/** The maximum that a mask may show of a password: its length class, and above seven characters the first and last letter. */
export function hintOf(password: string): string {
  const letters = Array.from(password)
  const lengthClass = lengthClasses.find((length) => letters.length >= length)
  if (lengthClass === undefined) return JSON.stringify([shortest])
  return JSON.stringify([lengthClass, letters[0], letters.at(-1)])
}

/** The mask of a password: based on its hint if the company allows one, otherwise the same for all. */
export function maskOf(hint: string | null): string {
  if (hint === null) return fixedMask
  const [length, first, last]: [number, string?, string?] = JSON.parse(hint)
  if (first === undefined || last === undefined) return '•'.repeat(length)
  return `${first}${'•'.repeat(length - 2)}${last}`
}
