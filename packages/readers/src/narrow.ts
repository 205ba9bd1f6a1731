/*
 * What the readers take from JSON that another program wrote: a field with an unexpected type counts as absent.
 */

/** An object of a JSON file. */
export type Json = Readonly<Record<string, unknown>>

/** Whether a value is an object; an array is not one. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects in a list. */
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A text that isn't empty, without the blanks around it; null for anything else. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** The texts in a list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : []

/** A number, also one written as a text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const text = typeof value === 'string' ? textOf(value) : value
  const number = typeof text === 'string' ? Number(text) : text
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
