import { lettersAndDigits } from './letters-and-digits.ts'

/*
 * What a check at run time shows and TypeScript doesn't conclude by itself: the types of keys, of members of a list and of unknown values.
 */

/** The keys of an object written in the source, in their order, with their type. The object must not have more keys than its type. */
export function keysIn<T extends object>(record: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in record) if (Object.hasOwn(record, key)) keys.push(key)
  return keys
}

/** Whether a value is in a list of a narrower type, such as a string in an enumeration. */
export function isOneOf<T extends string>(list: readonly T[], value: unknown): value is T {
  const values: readonly unknown[] = list
  return values.includes(value)
}

/** Whether a value is an object, whose fields are still unknown; an array is not one. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object with a value for each of these keys. */
export function recordFrom<K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- TypeScript types the keys of `fromEntries` as any text
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>
}

/** A value that must be there, such as the entry of a map with a known key. @throws Error naming it when it is missing, which is a bug */
export function required<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} is missing`)
  return value
}

/** The text in a field of an unknown value; undefined if it has no such field, or something else in it. */
export function textIn(value: unknown, field: string): string | undefined {
  const found = isRecord(value) ? value[field] : undefined
  return typeof found === 'string' ? found : undefined
}

/**
 * The one of some words that a person means by a text in an address: capitals, blanks, hyphens and underscores don't matter, and the label
 * of a word stands for it. `undefined` for anything else.
 */
export function meantBy<T extends string>(
  text: string,
  words: readonly T[],
  labelOf: (word: T) => string = String,
): T | undefined {
  const wanted = lettersAndDigits(text)
  return (
    words.find((word) => lettersAndDigits(word) === wanted) ??
    words.find((word) => lettersAndDigits(labelOf(word)) === wanted)
  )
}
