import type { AllowKind } from '@signet/contract/allow-list'
import { allowValueMax } from '@signet/contract/allow-list'
import { anySourceOf, fieldOf, type AnySource, type SourceFields } from '@signet/contract/sources'
import { normaliseName, type NormalisedName } from './normalise-name.ts'
import { splitName } from './split-name.ts'

/*
 * What somebody lets pass. An entry is found by its exact value, never by walking a list: a name has a handful of values that would
 * cover it (itself, the domains above it, the beginnings of its address), and those are looked up. So a list of a hundred thousand
 * decisions costs what a list of ten does.
 */

/** A value of an entry, in the form in which it is compared. */
export interface AllowValue {
  kind: AllowKind
  value: string
}

/** Where a finding is: what an allow-list is asked about. */
export interface SeenAt {
  /** Domain, host or address as a feed wrote it; null when there is none. */
  place: string | null
  /** `source/account` in lower case but for the source, e.g. `Instagram/umberfreight`. */
  account: string | null
  /** Of what was served there, when somebody looked. */
  contentHash: string | null
}

/** An allow-list entry as the matching sees it. */
export interface AllowRule extends AllowValue {
  /** From then on it covers nothing. */
  expiresAt: Date | null
  /** What was served there when it was let pass; other content is another matter. */
  contentHash: string | null
}

/** Beginnings of one address that are looked up; beyond them only the address as a whole is. */
const prefixesMax = 24
/** Labels of a host that are looked up. */
const parentsMax = 20

/** The field of a source that names the account itself; display names can be anybody's. */
const accountFields: Partial<Record<AnySource, string>> = {
  Telegram: 'channel_data.entity_user_name',
  Instagram: 'Username',
  Twitter: 'Handle',
  Reddit: 'Username',
  TikTok: 'Username',
  WhatsApp: 'Profile',
  FinancialFraud: 'account_number',
}
/** The field of a source that says where on the web it is. */
const placeFields: Partial<Record<AnySource, readonly string[]>> = {
  Domain: ['domain_name'],
  URL: ['link', 'adURL'],
  Advertisements: ['landingUrl'],
  FB: ['ProfileUrl'],
  YouTube: ['channelUrl'],
  LinkedIn: ['profileLink', 'postLink'],
  GitHub: ['repositoryLink'],
  DocumentLeaks: ['link'],
}

/** Where a threat is, from what is known of it. */
export function seenIn(threat: { source: AnySource; fields: SourceFields; url?: string | null }): SeenAt {
  const { source, fields } = threat
  const accountField = accountFields[source]
  const name = accountField ? fieldOf(fields, accountField) : null
  const places = placeFields[source]
  const place = places ? (places.map((field) => fieldOf(fields, field)).find(Boolean) ?? threat.url ?? null) : null
  return {
    place,
    account: name ? accountValue(source, name) : null,
    contentHash: fieldOf(fields, 'contentHash'),
  }
}

function accountValue(source: AnySource, name: string): string | null {
  const plain = name.normalize('NFC').replaceAll(/\s+/g, '').replace(/^@+/, '').toLowerCase()
  return plain === '' ? null : `${source}/${plain}`
}

/** True for a host that belongs to one owner: no public suffix, no suffix of a hosting company such as `github.io`. */
function isOwnable(host: string): boolean {
  if (/^[\d.]+$/.test(host) || host.startsWith('[')) return false
  const { labels, registrableAt, hostedAt } = splitName(host)
  return labels.length >= 2 && registrableAt >= 0 && hostedAt !== host
}

/** The address without its scheme, credentials and a slash at its end. */
function addressValue(name: NormalisedName): string {
  const text = name.address.replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
  return text.includes('?') ? text : text.replace(/\/+$/, '')
}

/**
 * The value of an entry as it is kept, from what a person wrote.
 *
 * @returns `null` when it cannot be one of that kind: an address for a host, a public suffix, a word
 */
export function allowValueOf(kind: AllowKind, text: string): string | null {
  const value = readValue(kind, text)
  return value === null || value.length > allowValueMax ? null : value
}

function readValue(kind: AllowKind, text: string): string | null {
  if (kind === 'account') {
    const [word = '', ...rest] = text.trim().split('/')
    const source = anySourceOf(word)
    return source && accountFields[source] ? accountValue(source, rest.join('/')) : null
  }
  const name = normaliseName(text)
  if (!name) return null
  if (kind === 'address') return name.isAddress && name.host.includes('.') ? addressValue(name) : null
  if (name.isAddress) return null
  if (kind === 'domain') return isOwnable(name.host) ? name.host : null
  return isOwnable(name.host) || /^[\d.]+$/.test(name.host) || name.host.startsWith('[') ? name.host : null
}

/**
 * What a decision to let a finding pass should cover from now on: the domain with everything below it when it is a domain of its
 * own, else that host alone; the address; or the account.
 *
 * @returns `null` when it has nothing that can be recognised again
 */
export function allowValueFor(seen: SeenAt): AllowValue | null {
  if (seen.account && seen.account.length <= allowValueMax) return { kind: 'account', value: seen.account }
  const name = seen.place === null ? null : normaliseName(seen.place)
  if (!name) return null
  const kind = name.isAddress ? 'address' : isDomainOfItsOwn(name.host) ? 'domain' : 'host'
  const value = allowValueOf(kind, seen.place as string)
  return value === null ? null : { kind, value }
}

function isDomainOfItsOwn(host: string): boolean {
  return isOwnable(host) && splitName(host).registrable === host
}

/** Every value that would cover a finding, the most exact first. */
export function allowValuesOf(seen: SeenAt): AllowValue[] {
  const values: AllowValue[] = seen.account ? [{ kind: 'account', value: seen.account }] : []
  const name = seen.place === null ? null : normaliseName(seen.place)
  if (!name) return values
  if (name.isAddress) for (const value of beginningsOf(addressValue(name))) values.push({ kind: 'address', value })
  values.push({ kind: 'host', value: name.host })
  let host = name.host
  for (let count = 0; count < parentsMax && isOwnable(host); count++) {
    values.push({ kind: 'domain', value: host })
    host = host.slice(host.indexOf('.') + 1)
  }
  return values
}

/** The address itself, without its query, and every folder above it; not the bare host, which is of another kind. */
function beginningsOf(address: string): string[] {
  const found = new Set([address])
  const path = address.replace(/\?.*$/s, '').replace(/\/+$/, '')
  const steps: string[] = []
  for (let at = path.indexOf('/'); at !== -1 && steps.length < prefixesMax; at = path.indexOf('/', at + 1)) {
    const next = path.indexOf('/', at + 1)
    steps.push(next === -1 ? path : path.slice(0, next))
  }
  for (const step of steps.toReversed()) found.add(step)
  return [...found].filter((value) => value.length <= allowValueMax)
}

/** What an allow-list says of a finding: the rule that covers it, or one that did and no longer does. */
export interface Allowed<T extends AllowRule> {
  rule: T
  /** `suppressed`: it passes. `expired` and `changed`: it was let pass once, and is a threat again. */
  state: 'suppressed' | 'expired' | 'changed'
}

/** One text for a value, to look it up by. */
export const allowKeyOf = ({ kind, value }: AllowValue) => `${kind} ${value}`

/**
 * Asks an allow-list about a finding.
 *
 * @param rules the rules by `allowKeyOf`; those that cover nothing of the finding may be left out
 * @param now what expiry is measured by
 * @returns `null` when nobody ever let it pass
 */
export function allowedBy<T extends AllowRule>(
  rules: ReadonlyMap<string, T>,
  seen: SeenAt,
  now: Date,
): Allowed<T> | null {
  let lapsed: Allowed<T> | null = null
  for (const value of allowValuesOf(seen)) {
    const rule = rules.get(allowKeyOf(value))
    if (!rule) continue
    if (rule.expiresAt !== null && rule.expiresAt <= now) lapsed ??= { rule, state: 'expired' }
    else if (isOtherContent(rule.contentHash, seen.contentHash)) lapsed ??= { rule, state: 'changed' }
    else return { rule, state: 'suppressed' }
  }
  return lapsed
}

/** Content nobody looked at is taken for unchanged: a feed that only names a domain says nothing of what is served there. */
function isOtherContent(allowed: string | null, seen: string | null): boolean {
  return allowed !== null && seen !== null && allowed !== seen
}
