/*
 * Search parameters. In the URL everything is text and a list is comma-joined (`severity=Critical,High`). A comma inside a value is `%2C`
 * and a percent sign `%25` before URL encoding, as in the API. Unset parameters are absent.
 */
import { meantBy } from '@signet/contract/narrow'

const escapeItem = (text: string) => text.replaceAll('%', '%25').replaceAll(',', '%2C')
// A colon is allowed in a query string and is kept readable.
const encodeText = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':')
const unescapeItem = (text: string) => text.replaceAll(/%2C/gi, ',').replaceAll('%25', '%')

/** Parses a query string. The first of a repeated parameter counts. */
export function parseSearch(search: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) values[name] ??= value
  return values
}

/** Writes search parameters with a leading `?`. Empty ones are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parts: string[] = []
  for (const [name, value] of Object.entries(search)) {
    const text = Array.isArray(value)
      ? value.map((item) => encodeText(escapeItem(String(item)))).join(',')
      : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? encodeText(String(value))
        : ''
    if (text !== '') parts.push(`${encodeURIComponent(name)}=${text}`)
  }
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** A text of at most `max` characters; undefined when empty. */
export function textOf(value: unknown, max = 200): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, max) : undefined
}

/** A list; with `allowed`, only those values, in any case or as their label. Undefined when nothing is left. */
export function listOf<T extends string = string>(
  value: unknown,
  allowed?: readonly T[],
  labelOf?: (word: T) => string,
): T[] | undefined {
  const items: string[] =
    typeof value === 'string'
      ? value.split(',').map((text) => unescapeItem(text.trim()))
      : Array.isArray(value)
        ? value.filter((item) => typeof item === 'string')
        : []
  const meant = (item: string) => (allowed ? meantBy(item, allowed, labelOf) : item)
  const kept = [...new Set(items.filter((item) => item !== '').map(meant))].filter(
    (item): item is T => item !== undefined,
  )
  return kept.length > 0 ? kept.slice(0, 100) : undefined
}

/** One of the allowed words, in any case; else undefined. */
export function oneOf<const T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return typeof value === 'string' ? meantBy(value, allowed) : undefined
}

/** A calendar day `YYYY-MM-DD` that exists. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined
}

/** `1` or `true` in the URL, returned as `'1'`. */
export function flagOf(value: unknown): '1' | undefined {
  return value === '1' || value === 'true' || value === true ? '1' : undefined
}

/** The number of a page as text, from 1 to 9999; undefined for anything else, which is the first page. */
export const pageOf = (raw: unknown) => (/^[1-9]\d{0,3}$/.test(String(raw)) ? String(raw) : undefined)

/** A web address, e.g. of a page that somebody reports; undefined for anything else. */
export function webAddressOf(value: unknown): string | undefined {
  const text = textOf(value, 2000)
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}
