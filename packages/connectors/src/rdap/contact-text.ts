/**
 * One email address that is safe to use in an email header, with the host in lower case; null for anything else, such as a list, a display
 * name before it, or a line break.
 *
 * Source: the dot-atom form of RFC 5322, section 3.4.1; quoted forms are refused because registries don't use them.
 */
export function addressSpecOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/^mailto:/i, '')
  if (text.length > 254 || !/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/i.test(text)) {
    return null
  }
  return text.toLowerCase()
}
