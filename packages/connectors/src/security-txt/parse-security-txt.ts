import { addressSpecOf } from '../rdap/contact-text.ts'
import { webOf } from '../rdap/json-values.ts'

const contactsMax = 10

/**
 * The contacts in a security.txt file, the preferred first: email addresses that are safe to use in a header, and https addresses.
 *
 * Source: RFC 9116, section 2.5: `Contact` and `Expires` are required; a file that has expired must not be used. A signature around the
 * file (section 2.3) is not checked; its lines are not fields.
 *
 * @param now for comparing with `Expires`
 * @returns empty for a file that has expired, has no valid `Expires`, or is not a security.txt file
 */
export function parseSecurityTxt(text: string, now: Date): string[] {
  const fields = text
    .slice(0, 64 * 1024)
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value = ''] = /^([A-Za-z-]+):\s*(.+)$/.exec(line.trim()) ?? []
      return name ? [{ name: name.toLowerCase(), value: value.trim() }] : []
    })
  const expires = fields.filter(({ name }) => name === 'expires')
  const until = expires.length === 1 ? Date.parse(expires[0]?.value ?? '') : Number.NaN
  if (!(until > now.getTime())) return []
  const contacts = fields
    .filter(({ name }) => name === 'contact')
    .flatMap(({ value }) => (/^https:/i.test(value) ? webOf(value) : addressSpecOf(value)) ?? [])
  return [...new Set(contacts)].slice(0, contactsMax)
}
