import { domainToASCII } from 'node:url'
import type { LeakStatus, LeakType, UrlType } from '@signet/contract/leaks/leaks'

/** A leak as provided by a parser or the demo. */
export interface LeakDraft {
  leakType: LeakType
  entity: string
  source: string
  leakedAt: Date
  addedAt?: Date
  /** A URL as it was written, with or without scheme; `android://…@package` for an app. */
  url?: string | undefined
  username?: string | undefined
  /** The password as leaked; it is stored only in encrypted form. */
  password?: string | undefined
  stealer?: string | undefined
  docCategory?: string | undefined
  docSource?: string | undefined
  records?: number | undefined
  isEmployee?: boolean
  status?: LeakStatus
  isDemo?: boolean
  /** Set if the password is older than passwords are kept (demo): only that there was one is stored. */
  isPasswordDeleted?: boolean
  /** Set if ids must be predictable (demo). */
  id?: string
}

/** The domains, apps and logins that identify a company in leaks. */
export interface LeakScope {
  /** Registrable domains in lower case and ASCII. */
  domains: readonly string[]
  /** Email addresses and handles of watched people, in lower case. */
  logins: ReadonlySet<string>
  /** Package names of its apps, in lower case. */
  apps: ReadonlySet<string>
}

/** The parts of a URL. */
export interface LeakAddress {
  /** The host in lower case and ASCII without a trailing dot, or the package of an app. */
  host: string
  /** The path without query and fragment; empty for `/`. */
  path: string
  isApp: boolean
}

const appForm = /^android:\/\/[^@]*@([\w.]+)/i
const webForm = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@?#]*@)?(\[[0-9a-f:.]+\]|[^\s/:?#@]+)(?::\d*)?([^?#\s]*)/i

/** Parses a URL; null if it contains no host. */
export function addressOf(url: string): LeakAddress | null {
  const app = appForm.exec(url)
  if (app) return { host: (app[1] ?? '').toLowerCase(), path: '', isApp: true }
  const web = webForm.exec(url)
  if (!web) return null
  const written = (web[1] ?? '').replace(/\.$/, '')
  // Names with underscores occur but are refused by the converter.
  const host = (written.startsWith('[') ? written : domainToASCII(written) || written).toLowerCase()
  return { host, path: web[2] === '/' ? '' : (web[2] ?? ''), isApp: false }
}

/** Whether a host is the domain or a subdomain, comparing whole labels. */
export function isBelow(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** The mail domain of a login; null if it isn't an email address. */
export function mailDomainOf(login: string): string | null {
  const at = login.lastIndexOf('@')
  if (at < 1) return null
  const written = login.slice(at + 1).replace(/\.$/, '')
  return (domainToASCII(written) || written).toLowerCase()
}

/** Whether a leak concerns the company by its host or app, its mail domain, or one of its people. */
export function isConcerned(scope: LeakScope, url: string | undefined, username: string | undefined): boolean {
  const address = url === undefined ? null : addressOf(url)
  if (address && (address.isApp ? scope.apps.has(address.host) : isBelow(address.host, scope.domains))) return true
  if (username === undefined) return false
  const login = username.toLowerCase()
  const mailDomain = mailDomainOf(login)
  return (mailDomain !== null && isBelow(mailDomain, scope.domains)) || scope.logins.has(login)
}

const remoteWords = /^(vpn|remote|rdp|citrix|gateway|connect|access|sslvpn|portal-vpn)[\d-]*$/
const mailWords = /^(mail|webmail|owa|exchange|outlook|autodiscover|imap|smtp)[\d-]*$/
const administrationWords = /^(admin|administrator|cpanel|console|manage|backoffice|intranet)[\d-]*$/
const signInPath = /(^|[/._-])(login|signin|sign-in|auth|sso|account|session|oauth2?)([/._-]|$)/i

/** The type of the page that a URL leads to, based on the labels of its host and its path. */
export function urlTypeOf({ host, path, isApp }: LeakAddress): UrlType {
  if (isApp) return 'app'
  const labels = host.split('.')
  const segments = path.toLowerCase().split('/')
  const isAny = (words: RegExp) =>
    labels.some((label) => words.test(label)) || segments.some((part) => words.test(part))
  if (isAny(remoteWords)) return 'remoteAccess'
  if (isAny(mailWords)) return 'mail'
  if (isAny(administrationWords)) return 'administration'
  if (labels.includes('api') || segments.includes('api')) return 'api'
  if (
    labels.some((label) => /^(login|signin|auth|sso|account|accounts|id|secure)$/.test(label)) ||
    signInPath.test(path)
  )
    return 'signIn'
  return 'page'
}

/** Placeholders that logs and lists use instead of a missing password. */
const absent = new Set(['', '[not_saved]', 'unknown', 'n/a', 'null', '(null)', 'none', '-'])
export const isLeakedPassword = (text: string | undefined): text is string =>
  text !== undefined && !absent.has(text.toLowerCase())
