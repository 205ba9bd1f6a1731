import { isEmailAddress } from '@signet/contract/access/credentials'
import { notInOneLine } from '@signet/contract/wire'
import type { MailAddress } from './mailer.ts'

/** The mail server that an installation sends through. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte (smtps). */
  isSecure: boolean
  user: string
  password: string
}

/** The key that signs emails (DKIM, RFC 6376), and the selector of its public key in the DNS of the sender's domain. */
export interface DkimKey {
  selector: string
  /** PEM. */
  privateKey: string
}

/** Parses `smtp[s]://user:password@host:port`; null if it has another form. */
export function readMailServer(text: string): MailServer | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (!/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.search !== '' || url.hash !== '') return null
  const isSecure = url.protocol === 'smtps:'
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
      isSecure,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    }
  } catch {
    // An invalid percent escape.
    return null
  }
}

/** Parses a sender: `Signet <alerts@signet.example>` or only the address. Null if it is neither. */
export function readSender(text: string): MailAddress | null {
  const [, name = '', bracketed] = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = bracketed ?? text.trim()
  const plain = name.replaceAll('"', '').trim()
  return isEmailAddress(address) && !notInOneLine.test(plain) ? { name: plain || 'Signet', address } : null
}

/** The mail server of the installation, and the sender of its emails. */
export interface MailSettings {
  smtp: MailServer
  from: MailAddress
  dkim: DkimKey | null
}
