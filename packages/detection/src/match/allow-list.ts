import { allowValueMax, type AllowKind } from '@signet/contract/threats/allow-list'
import { anySourceOf, fieldOf, type AnySource, type SourceRecord } from '@signet/contract/threats/sources'
import { isHostName, normaliseName, type NormalisedName } from '../names/normalise-name.ts'
import { splitName } from '../names/split-name.ts'

/*
 * The allow list. An entry is found by its exact value and never by scanning the list: only a few values can cover a name (the name itself,
 * the domains above it, the prefixes of its address), and each of them is looked up. A list of a hundred thousand entries therefore costs
 * as much as a list of ten.
 */

/** The value of an entry, in the form used for comparison. */
export interface AllowValue {
  kind: AllowKind
  value: string
}

/** Where a finding was seen: the input of an allow-list look-up. */
export interface SeenAt {
  /** Domain, host or address as written in the feed; null when there is none. */
  place: string | null
  /** `source/account`, in lower case except for the source, e.g. `Instagram/umberfreight`. */
  account: string | null
  /** Hash of the content that was served there, when it was checked. */
  contentHash: string | null
}

/** An allow-list entry as the matcher uses it. */
export interface AllowRule extends AllowValue {
  /** From this instant on the entry covers nothing. */
  expiresAt: Date | null
  /** Hash of the content that was served when the entry was created; it doesn't cover other content. */
  contentHash: string | null
}

/** How many prefixes of one address are looked up; longer addresses are otherwise only looked up as a whole. */
const prefixesMax = 24
/** Labels of a host that are looked up. */
const parentsMax = 20

/** The field of a source that identifies the account; a display name isn't unique. */
const accountFields: Partial<Record<AnySource, string>> = {
  Telegram: 'channel_data.entity_user_name',
  Instagram: 'Username',
  Twitter: 'Handle',
  Reddit: 'Username',
  TikTok: 'Username',
  WhatsApp: 'Profile',
  FinancialFraud: 'account_number',
}
/** The field of a source that holds its location on the web. */
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

/** Where a threat was seen, from its known fields. */
export function seenIn(threat: SourceRecord): SeenAt {
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

/** True for a host that belongs to one owner: neither a public suffix nor the suffix of a hosting company, such as `github.io`. */
function isOwnable(host: string): boolean {
  if (/^[\d.]+$/.test(host) || host.startsWith('[')) return false
  const { labels, registrableAt, hostedAt } = splitName(host)
  return labels.length >= 2 && registrableAt >= 0 && hostedAt !== host
}

/** The address without its scheme, credentials and trailing slash. */
function addressValue(name: NormalisedName): string {
  const text = name.address.replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
  return text.includes('?') ? text : text.replace(/\/+$/, '')
}

/**
 * The stored value of an entry, from user input.
 *
 * @returns `null` when the text can't be a value of that kind: an address for a host, a public suffix, a single word
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
  if (kind === 'address') {
    const value = name.isAddress && name.host.includes('.') ? addressValue(name).replace(/\/\*$/, '') : ''
    return value.includes('/') ? value : null
  }
  if (name.isAddress) return null
  const isOwn = isHostName(name.host) && isOwnable(name.host)
  if (kind === 'domain') return isOwn ? name.host : null
  return isOwn || /^[\d.]+$/.test(name.host) || name.host.startsWith('[') ? name.host : null
}

/**
 * What a decision to allow a finding covers from now on: the domain and everything below it if the finding is on a domain of its own,
 * otherwise only that host; the address; or the account.
 *
 * @returns `null` when the finding has nothing that it could be recognised by
 */
export function allowValueFor(seen: SeenAt): AllowValue | null {
  if (seen.account && seen.account.length <= allowValueMax) return { kind: 'account', value: seen.account }
  const { place } = seen
  const name = place === null ? null : normaliseName(place)
  if (place === null || !name) return null
  const kind = name.isAddress ? 'address' : isDomainOfItsOwn(name.host) ? 'domain' : 'host'
  const value = allowValueOf(kind, place)
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

/** The address itself, without its query, and every folder above it. The bare host is left out because it is another kind of value. */
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

/** The result of an allow-list look-up: the rule that covers a finding, or one that used to cover it. */
export interface AllowedFinding<T extends AllowRule> {
  rule: T
  /** `suppressed`: the finding isn't reported. `expired` and `changed`: it was allowed before and is a threat again. */
  state: 'suppressed' | 'expired' | 'changed'
}

/** The look-up key of a value. */
export const allowKeyOf = ({ kind, value }: AllowValue) => `${kind} ${value}`

/**
 * Looks up a finding in an allow list.
 *
 * @param rules the rules by `allowKeyOf`; rules that can't cover the finding may be left out
 * @param now the instant that expiry is compared with
 * @returns `null` when no rule ever covered it
 */
export function allowedBy<T extends AllowRule>(
  rules: ReadonlyMap<string, T>,
  seen: SeenAt,
  now: Date,
): AllowedFinding<T> | null {
  let lapsed: AllowedFinding<T> | null = null
  for (const value of allowValuesOf(seen)) {
    const rule = rules.get(allowKeyOf(value))
    if (!rule) continue
    if (rule.expiresAt !== null && rule.expiresAt <= now) lapsed ??= { rule, state: 'expired' }
    else if (isOtherContent(rule.contentHash, seen.contentHash)) lapsed ??= { rule, state: 'changed' }
    else return { rule, state: 'suppressed' }
  }
  return lapsed
}

/** Content that wasn't checked counts as unchanged: a feed that only names a domain says nothing about the content served there. */
function isOtherContent(allowed: string | null, seen: string | null): boolean {
  return allowed !== null && seen !== null && allowed !== seen
}
