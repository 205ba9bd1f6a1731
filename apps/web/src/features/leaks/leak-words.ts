import { type Leak, type LeakStatus, type PasswordKind } from '@signet/contract/leaks/leaks'
import { defang } from '@signet/contract/threats/defang'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t } from './words.ts'
import { passwordKindName, urlTypeName } from '../../words/named/leaks.ts'

export const statusTones: Record<LeakStatus, ChipTone> = { open: 'new', resolved: 'good', ignored: 'closed' }

/** The name of a leak: its owner, masked unless the server sends the name, or what it contains. */
export const leakName = ({ username, entity }: Pick<Leak, 'username' | 'entity'>): string => username ?? entity

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

/** The host as displayed: the company's own host is safe to open, the package of an app can't be opened, any other host is defanged. */
export function shownHost(leak: Pick<Leak, 'subdomain' | 'url'>): string | undefined {
  const host = leakHostOf(leak)
  const isSafe = leak.subdomain || /^android:/i.test(leak.url ?? '')
  return host && !isSafe ? defang(host) : host
}

/** The kind of a password as text: `Hashed by bcrypt`. */
export function passwordWord(kind: PasswordKind, hashedBy: string | undefined): string {
  return hashedBy ? t('hashedWith', { name: hashedBy }) : passwordKindName(kind)
}
