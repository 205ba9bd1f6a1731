import type { DnsFacts, HttpFacts } from '@signet/contract/threats/observations'
import type { AssetCheck } from '@signet/contract/takedowns/takedowns'
import { resolves } from './domain-changes.ts'
import { splitName } from '../names/split-name.ts'

/** The result of checking the target of a takedown; null for a part that couldn't be checked. */
export interface SeenAsset {
  dns: DnsFacts | null
  http: HttpFacts | null
}

/** Titles of the notices that hosts and networks show in place of a page they have taken down. */
const noticeTitles = [
  /^(this )?(account|site|website|domain|page)( has been| is)? (suspended|disabled|deactivated|blocked)\b/i,
  /^suspended (account|domain|site|page)\b/i,
  /^(warning[:!]? )?(suspected|reported|deceptive) (phishing|malware|site)\b/i,
]
/** Status codes that say the page is gone: 404, 410, and 451, unavailable for legal reasons (RFC 7725). */
const goneStatuses = new Set([404, 410, 451])
const [clientErrors, serverErrors] = [400, 500]

/**
 * The current state of a takedown target, as seen from one location.
 *
 * A server that refuses this client counts as cloaked and not as gone, because sites that block scanners still show their page to other
 * visitors. A broken server shows nothing to visitors and counts as gone; act on it only after a second check.
 */
export function assetStateOf({ dns, http }: SeenAsset): Omit<AssetCheck, 'at'> {
  const plain = { status: http?.status ?? null, leadsTo: null }
  if (dns === null) return { ...plain, state: 'unknown', reason: 'notAsked' }
  if (!resolves(dns)) {
    return { status: null, leadsTo: null, state: 'offline', reason: dns.state === 'absent' ? 'noName' : 'noAddress' }
  }
  if (http === null) return { ...plain, state: 'unknown', reason: 'notAsked' }
  const { status, title, address, isParked } = http
  if (status === null) return { ...plain, state: 'offline', reason: 'silent' }
  if (isParked) return { ...plain, state: 'parked', reason: 'placeholder' }
  const end = hostIn(address)
  if (end !== null && registrableOf(end) !== registrableOf(http.host)) {
    return { ...plain, leadsTo: end, state: 'redirecting', reason: 'elsewhere' }
  }
  if (noticeTitles.some((pattern) => title !== null && pattern.test(title.trim()))) {
    return { ...plain, state: 'offline', reason: 'blocked' }
  }
  if (goneStatuses.has(status) || status >= serverErrors) return { ...plain, state: 'offline', reason: 'gone' }
  if (status >= clientErrors) return { ...plain, state: 'cloaked', reason: 'refused' }
  return { ...plain, state: 'active', reason: 'page' }
}

const hostIn = (address: string | null) => /^https?:\/\/([^/:]+)/.exec(address ?? '')?.[1]?.toLowerCase() ?? null

function registrableOf(host: string): string {
  const { labels, registrableAt } = splitName(host)
  return labels.slice(Math.max(0, registrableAt)).join('.')
}
