import { ConnectorError } from '../connector-error.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import type { OutsideOptions } from '../outside-options.ts'
import { parseSecurityTxt } from './parse-security-txt.ts'

/** The host whose file is read. */
export interface SecurityTxtOptions extends OutsideOptions {
  /** 443 by default. */
  port?: number | undefined
  /** `https` by default, as the standard requires; `http` is for tests. */
  scheme?: 'http' | 'https' | undefined
}

/** Larger files aren't security.txt files. */
const sizeMax = 32 * 1024
const paths = ['/.well-known/security.txt', '/security.txt']

/**
 * Reads the security.txt file of a host, at its well-known address or the old one.
 *
 * Source: RFC 9116, section 3. A redirect to another host is not accepted: the file would speak for that host.
 *
 * @returns null when the host has no valid file; `record` is its address
 * @throws ConnectorError `throttled` only; a host that doesn't answer has no file
 */
export async function readSecurityTxt(
  host: string,
  now: Date,
  options: SecurityTxtOptions = {},
): Promise<{ contacts: string[]; record: string } | null> {
  const { allowAddress = [], lookup, port = 443, scheme = 'https' } = options
  for (const path of paths) {
    try {
      await options.before?.(host)
      const answer = await guardedFetch(`${scheme}://${host}:${port}${path}`, { allowAddress, sizeMax, lookup })
      const chunks: Buffer[] = []
      for await (const chunk of answer.body) chunks.push(chunk)
      if (answer.url.hostname !== host || !/^text\/plain\b/i.test(answer.contentType)) continue
      const contacts = parseSecurityTxt(Buffer.concat(chunks).toString('utf8'), now)
      if (contacts.length > 0) return { contacts, record: `${answer.url.origin}${answer.url.pathname}` }
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind === 'throttled') throw error
    }
  }
  return null
}
