/* Reads fields of JSON that others wrote: a field that is missing or of another type is absent, and no error. */

import { isObject, type Json } from '../narrow.ts'

/** The object in a field; one without fields if there is none. */
export function fieldsIn(value: unknown, field: string): Json {
  const found = isObject(value) ? value[field] : undefined
  return isObject(found) ? found : {}
}

/** The list in a field; an empty one if there is none. */
export function listIn(value: unknown, field: string): readonly unknown[] {
  const found = isObject(value) ? value[field] : undefined
  return Array.isArray(found) ? found : []
}

/** The text in a field, which may be empty. */
export function textIn(value: unknown, field: string): string | null {
  const found = isObject(value) ? value[field] : undefined
  return typeof found === 'string' ? found : null
}

/** The texts in a list. */
export function textsIn(value: unknown, field: string): string[] {
  return listIn(value, field).filter((each) => typeof each === 'string')
}

/** A number, or a text of digits, such as the counts of some platforms. */
export function numberIn(value: unknown, field: string): number | null {
  const found = isObject(value) ? value[field] : undefined
  const number = typeof found === 'string' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(found) ? Number(found) : found
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** An identifier as text, whether it is a text or a whole number; null if it is empty. */
export function idIn(value: unknown, field: string): string | null {
  const found = isObject(value) ? value[field] : undefined
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
