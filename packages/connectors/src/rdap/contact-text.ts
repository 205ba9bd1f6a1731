import { isEmailAddress } from '@signet/contract/access/credentials'

/**
 * One email address that is safe to use in an email header, with the host in lower case; null for anything else, such as a list, a display
 * name before it, or a line break.
 */
export function addressSpecOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/^mailto:/i, '')
  return isEmailAddress(text) ? text.toLowerCase() : null
}
