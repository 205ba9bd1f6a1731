import { createHash } from 'node:crypto'

/**
 * An id derived from a text, in the form of a UUID: the same text always has the same id.
 *
 * @param version the UUID version that the id states, see RFC 9562
 */
export function derivedId(text: string, version: 4 | 5 | 8): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
