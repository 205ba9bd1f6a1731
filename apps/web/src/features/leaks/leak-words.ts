import { type Leak, type LeakStatus, type PasswordKind } from '@signet/contract/leaks/leaks'
import { defang } from '../../format/names/defang.ts'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t } from './words.ts'
import { passwordKindName, urlTypeName } from '../../words/named/leaks.ts'

export const statusTones: Record<LeakStatus, ChipTone> = { open: 'new', resolved: 'good', ignored: 'closed' }

const dots = '•'
/** The number of hidden letters isn't shown exactly either. */
const dotsMax = 4

/**
 * A user name or address as lists show it: just enough that people who know it recognise it. The first letter, the part from the last
 * separator on, and the domain are kept.
 *
 * @example maskIdentity('anna.rao@bank.example') === 'a•••.rao@bank.example'
 */
export function maskIdentity(name: string): string {
  const at = name.lastIndexOf('@')
  const local = at > 0 ? name.slice(0, at) : name
  const domain = at > 0 ? name.slice(at) : ''
  const letters = Array.from(local)
  if (letters.length < 3) return `${dots.repeat(3)}${domain}`
  const mark = Math.max(local.lastIndexOf('.'), local.lastIndexOf('_'), local.lastIndexOf('-'))
  const tail = mark > 1 && local.length - mark <= 12 ? Array.from(local.slice(mark)) : []
  const hidden = Math.max(2, letters.length - 1 - tail.length)
  return `${letters[0]}${dots.repeat(Math.min(hidden, dotsMax))}${tail.join('')}${domain}`
}

/** The name of a leak: its owner, or what it contains. */
export function leakName(leak: Pick<Leak, 'username' | 'entity' | 'leakType'>, isMasked: boolean): string {
  if (leak.username === undefined) return leak.entity
  // Only the last digits of a payment card number are ever stored.
  return isMasked && leak.leakType !== 'paymentCards' ? maskIdentity(leak.username) : leak.username
}

/** The kind of address that the credentials belong to, as text. */
export const addressKind = ({ urlType }: Pick<Leak, 'urlType'>): string | undefined =>
  urlType ? urlTypeName(urlType) : undefined

/** The host of an address, or the address itself if it has none. */
export function leakHostOf({ subdomain, url }: Pick<Leak, 'subdomain' | 'url'>): string | undefined {
  if (subdomain) return subdomain
  if (!url) return undefined
  const app = /^android:\/\/[^@]*@([\w.]+)/i.exec(url)
  if (app) return app[1]
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]+)/i.exec(url)?.[1] ?? url
}

/** The host as displayed: the company's own host is safe to open, any other is defanged. */
export function shownHost(leak: Pick<Leak, 'subdomain' | 'url'>): string | undefined {
  const host = leakHostOf(leak)
  return host && !leak.subdomain ? defang(host) : host
}

/** The kind of a password as text: `Hashed by bcrypt`. */
export function passwordWord(kind: PasswordKind, hashedBy: string | undefined): string {
  return hashedBy ? t('hashedWith', { name: hashedBy }) : passwordKindName(kind)
}

/** The user names for a password reset: one per line, each once, without passwords. */
export function resetListOf(leaks: readonly Pick<Leak, 'username'>[]): string[] {
  const seen = new Map<string, string>()
  for (const { username } of leaks) if (username) seen.set(username.toLowerCase(), username)
  return [...seen.values()].toSorted((a, b) => a.localeCompare(b))
}
