/**
 * One mail address that may go into the header of a mail, in lower case as far as its host; null for anything else: a list, a name before
 * it, a line break.
 *
 * Source: the dot-atom form of RFC 5322, section 3.4.1; quoted forms are refused, registries have none.
 */
export function addressSpecOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/^mailto:/i, '')
  if (text.length > 254 || !/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/i.test(text)) {
    return null
  }
  return text.toLowerCase()
}
