/** An object of a JSON response. */
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []).slice(0, 50) : []

/** An http(s) address. */
export function webOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : null
}
