/*
 * What the readers take from JSON that another program wrote: a field with an unexpected type counts as absent. A name that ends in `Of`
 * reads a value, one that ends in `In` a field of an object.
 */

/** An object of a JSON file. */
export type Json = Readonly<Record<string, unknown>>

/** Whether a value is an object; an array is not one. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects in a list. */
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A text that isn't empty, without the blanks around it; null for anything else. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** The texts in a list, without those that are empty. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : []

/** A number, or a text of digits, such as the counts of some platforms; null for anything else. */
export function numberOf(value: unknown): number | null {
  const text = textOf(value)
  const number = text !== null && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const valueIn = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined)

/** The object in a field; one without fields if there is none. */
export function fieldsIn(value: unknown, field: string): Json {
  const found = valueIn(value, field)
  return isObject(found) ? found : {}
}

/** The list in a field; an empty one if there is none. */
export function listIn(value: unknown, field: string): readonly unknown[] {
  const found = valueIn(value, field)
  return Array.isArray(found) ? found : []
}

/** The text in a field, which may be empty or surrounded by blanks; null if there is none. */
export function textIn(value: unknown, field: string): string | null {
  const found = valueIn(value, field)
  return typeof found === 'string' ? found : null
}

/** The texts of the list in a field, which may be empty. */
export const textsIn = (value: unknown, field: string): string[] =>
  listIn(value, field).filter((each) => typeof each === 'string')

/** The number in a field, as `numberOf` reads it. */
export const numberIn = (value: unknown, field: string): number | null => numberOf(valueIn(value, field))

/** An identifier as text, whether it is a text or a whole number; null if it is empty. */
export function idIn(value: unknown, field: string): string | null {
  const found = valueIn(value, field)
  if (typeof found === 'number') return Number.isSafeInteger(found) ? String(found) : null
  return typeof found === 'string' && found !== '' ? found : null
}

/** What was read of a list, and how many of its items are malformed. */
export interface Items<T> {
  items: T[]
  /** Number of items that are left out because they are malformed. */
  skipped: number
}

/** Reads each item of a list. */
export function readItems<T>(list: readonly unknown[], read: (item: Json) => T | null): Items<T> {
  const items: T[] = []
  for (const each of list) {
    const item = isObject(each) ? read(each) : null
    if (item !== null) items.push(item)
  }
  return { items, skipped: list.length - items.length }
}
