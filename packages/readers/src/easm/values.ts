import { isIP } from 'node:net'
import { numberOf, textOf } from '../narrow.ts'

const isoTime = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i

/** A time with a zone as UTC, with all digits of its fraction; a time without zone is UTC. Null for anything else. */
export function utcOf(value: unknown): string | null {
  const [, seconds, fraction = '', zone = 'Z'] = isoTime.exec(textOf(value) ?? '') ?? []
  if (!seconds) return null
  const time = Date.parse(`${seconds.replace(' ', 'T')}${zone.toUpperCase()}`)
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}${fraction}Z`
}

/** Seconds since 1970, as a number or a text, as UTC; null for anything else. */
export function utcOfSeconds(value: unknown): string | null {
  const seconds = numberOf(value)
  if (seconds === null || seconds <= 0 || seconds > 253_402_300_799) return null
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** A port, as a number or a text; null for anything else. */
export function portOf(value: unknown): number | null {
  const port = numberOf(value)
  return port !== null && Number.isInteger(port) && port > 0 && port <= 65_535 ? port : null
}

/** An IPv4 or IPv6 address in lower case; null for anything else. */
export function ipOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && isIP(text) > 0 ? text.toLowerCase() : null
}

/** The host in a URL, in `host:port`, or the host itself; lower case, without the final dot. Null for anything else. */
export function hostOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === null || /\s/.test(text)) return null
  if (isIP(text) > 0) return text.toLowerCase()
  const url = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `any://${text}`
  if (!URL.canParse(url)) return null
  const host = new URL(url).hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  return host === '' ? null : host
}

/** Without repeats, in their first order. */
export const unique = <T>(values: Iterable<T>): T[] => [...new Set(values)]

/**
 * Text whose bytes a program wrote as `\xHH`: nmap in the results of its scripts, masscan in its banners. Bytes that aren't UTF-8 stay as
 * they are written.
 */
export const withoutByteEscapes = (text: string): string =>
  text.replace(/(?:\\x[0-9a-f]{2})+/gi, (escapes) => {
    const bytes = Buffer.from(escapes.replaceAll(/\\x/gi, ''), 'hex')
    return decoded(bytes) ?? escapes
  })

/** Text whose UTF-8 bytes were each written as one character, as masscan does in JSON; anything else unchanged. */
export function withoutDoubleEncoding(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return bytes.toString('latin1') === text ? (decoded(bytes) ?? text) : text
}

/** Undefined if the bytes are not UTF-8. */
function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
