import { type Leak, type LeakStatus, type PasswordKind } from '@signet/contract/leaks'
import { defang } from '../../format/defang.ts'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t } from './words.ts'
import { passwordKindName, urlTypeName } from '../../words/named/leaks.ts'

export const statusTones: Record<LeakStatus, ChipTone> = { open: 'new', resolved: 'good', ignored: 'closed' }

const dots = '•'
/** How many letters are hidden is nobody's business either. */
const dotsMax = 4

/**
 * A user name or address as a list shows it: just enough to be recognised by people who know it. The first letter and what
 * follows the last mark of the name stay, and the domain.
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

/** What a leak is called: whose it is, or what it holds. */
export function leakName(leak: Pick<Leak, 'username' | 'entity' | 'leakType'>, isMasked: boolean): string {
  if (leak.username === undefined) return leak.entity
  // Of a card no more than its last digits is kept anywhere.
  return isMasked && leak.leakType !== 'paymentCards' ? maskIdentity(leak.username) : leak.username
}

/** What the address of a sign-in leads to, in words. */
export const addressKind = ({ urlType }: Pick<Leak, 'urlType'>): string | undefined =>
  urlType ? urlTypeName(urlType) : undefined

/** The host an address names; the address itself when it names none. */
export function hostOf({ subdomain, url }: Pick<Leak, 'subdomain' | 'url'>): string | undefined {
  if (subdomain) return subdomain
  if (!url) return undefined
  const app = /^android:\/\/[^@]*@([\w.]+)/i.exec(url)
  if (app) return app[1]
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]+)/i.exec(url)?.[1] ?? url
}

/** The host as it is shown: the company's own address is nobody's trap, any other is defanged. */
export function shownHost(leak: Pick<Leak, 'subdomain' | 'url'>): string | undefined {
  const host = hostOf(leak)
  return host && !leak.subdomain ? defang(host) : host
}

/** What a password is, in words: `Hashed by bcrypt`. */
export function passwordWord(kind: PasswordKind, hashedBy: string | undefined): string {
  return hashedBy ? t('hashedWith', { name: hashedBy }) : passwordKindName(kind)
}

/** The user names for a password reset: one per line, each once, without passwords. */
export function resetListOf(leaks: readonly Pick<Leak, 'username'>[]): string[] {
  const seen = new Map<string, string>()
  for (const { username } of leaks) if (username) seen.set(username.toLowerCase(), username)
  return [...seen.values()].toSorted((a, b) => a.localeCompare(b))
}
