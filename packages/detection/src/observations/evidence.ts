import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { AnySource } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { normaliseName, type NormalisedName } from '../names/normalise-name.ts'
import { splitName } from '../names/split-name.ts'
import { eachSuspicion, matchNormalised } from '../match/match-name.ts'
import { plainAccount } from '../ownership/own-values.ts'
import { hasOpenPages, isFreeHosting, isLinkService } from '../score/reputation.ts'
import { type ShownContext, contextsIn } from './contexts.ts'
import { type Contacts, contactsIn } from './contacts.ts'
import { type Lure, luresIn } from './lures.ts'
import { type Mention, mentionsIn } from './mentions.ts'
import { plainText } from './plain-text.ts'
import { type Resemblance, resemblancesOf } from './resemblance.ts'
import { roleIn } from './role-words.ts'
import { isOwnPhone, ownHostOf, type Watch, type WatchedCompany, type WatchedName } from './watch.ts'

/** What is read of an observation at most; the rest of a longer text says nothing new. */
const limits = { text: 20_000, lures: 8000, names: 10, links: 50, phones: 20, link: 2000 } as const

/** An observation as it is read, whatever is watched. */
export interface ReadObservation {
  observation: SourceObservation<AnySource>
  names: readonly string[]
  text: string
  /** Names and text as `plainText` returns them. */
  plain: string
  addresses: readonly NormalisedName[]
  contacts: Contacts
  phones: readonly string[]
  lures: readonly Lure[]
  contexts: readonly ShownContext[]
}

/** What an observation shows for one watched name. */
export interface NameEvidence {
  watch: Watch
  watched: WatchedName
  company: WatchedCompany
  read: ReadObservation
  name: Resemblance | null
  handle: Resemblance | null
  mentions: readonly Mention[]
  /** The role that its name or account name claims. */
  role: string | null
}

/** The mentions and resemblances of every watched name that an observation has, before anything else is read. */
export interface Sighted {
  mentions: Mention[]
  names: Resemblance[]
  handle: Resemblance[]
}

/** Searches an observation for everything watched: the only work for most observations. */
export function sight(watch: Watch, observation: SourceObservation<AnySource>): Sighted {
  return {
    mentions: mentionsIn(watch, observation.text.slice(0, limits.text)),
    names: observation.names.slice(0, limits.names).flatMap((name) => resemblancesOf(watch, name)),
    handle: observation.handle === null ? [] : resemblancesOf(watch, observation.handle),
  }
}

/** Reads lures, contexts and contacts. */
export function readObservation(observation: SourceObservation<AnySource>): ReadObservation {
  const names = observation.names.slice(0, limits.names).map((name) => name.slice(0, 200))
  const text = observation.text.slice(0, limits.text)
  const plain = plainText(`${names.join('\n')}\n${text.slice(0, limits.lures)}`)
  const contacts = contactsIn(text)
  const links = observation.links.slice(0, limits.links).filter((link) => link.length <= limits.link)
  const addresses = new Map<string, NormalisedName>()
  for (const address of [...links.flatMap((link) => normaliseName(link) ?? []), ...contacts.addresses])
    addresses.set(address.address, address)
  return {
    observation,
    names,
    text,
    plain,
    addresses: [...addresses.values()],
    contacts,
    phones: [...new Set([...observation.phones.slice(0, limits.phones), ...contacts.phones])],
    lures: withInstaller(luresIn(plain), [...addresses.values()]),
    contexts: contextsIn(plain),
  }
}

/** The files of apps and programs. */
const installer = /[^/]{1,80}\.(?:apk|apks|xapk|ipa|exe|msi|dmg|scr)$/i

/** The lures of a text, and that it leads to the file of an app, whatever it says about it. */
function withInstaller(lures: readonly Lure[], addresses: readonly NormalisedName[]): readonly Lure[] {
  if (lures.some(({ kind }) => kind === 'install')) return lures
  const words = addresses.map(({ path }) => installer.exec(path)?.[0]).find(Boolean)
  return words === undefined ? lures : [...lures, { kind: 'install', words }]
}

/** The evidence for one watched name. */
export function evidenceOf(
  watch: Watch,
  { sighted, read }: { sighted: Sighted; read: ReadObservation },
  watched: WatchedName,
): NameEvidence | null {
  const company = watch.companies.get(watched.owner)
  if (!company) return null
  const of = <T extends { watched: WatchedName }>(all: readonly T[]) => all.filter((each) => each.watched === watched)
  const name = closest(of(sighted.names))
  const handle = closest(of(sighted.handle))
  const role = [name, handle].map((each) => each && roleIn(each.rest)).find(Boolean) ?? null
  return { watch, watched, company, read, name, handle, mentions: of(sighted.mentions), role }
}

const degrees = ['whole', 'part', 'misspelt'] as const
const closest = (all: readonly Resemblance[]): Resemblance | null =>
  all.toSorted((a, b) => degrees.indexOf(a.degree) - degrees.indexOf(b.degree))[0] ?? null

/** Where an address leads. */
export type Destination = 'own' | 'lookAlike' | 'branded' | 'messenger' | 'short' | 'free' | 'platform' | 'other'

const messengers =
  /^(?:t\.me|telegram\.me|wa\.me|chat\.whatsapp\.com|api\.whatsapp\.com|m\.me|signal\.me|line\.me|lin\.ee|zalo\.me)$/
const platforms =
  /^(?:(?:www|m)\.)?(?:instagram|facebook|twitter|x|youtube|tiktok|linkedin|reddit|github)\.com$|^youtu\.be$|^(?:play|apps)\.(?:google|apple)\.com$/

/** Where an address leads, seen from one company. */
export function destinationOf(
  { watch, watched, company, read, mentions }: NameEvidence,
  address: NormalisedName,
): Destination {
  const { host } = address
  if (messengers.test(host)) return 'messenger'
  // X shortens every link in a post itself.
  if (host === 't.co' && read.observation.source === 'Twitter') return 'platform'
  if (isLinkService(host)) return 'short'
  const isAway =
    address.credentials.length > 0 || address.query.some(([, value]) => /^\s*(?:https?:)?[\\/]{2}/i.test(value))
  if (ownHostOf(company, host) !== null && !isAway) return 'own'
  if (platforms.test(host)) return 'platform'
  const isLike = matchNormalised(watch.index, address).some(
    ({ brandId }) => watch.watched.get(brandId)?.owner === company.owner,
  )
  if (isLike) return 'lookAlike'
  const inFull = mentions.some(({ isFullName }) => isFullName) ? watched : null
  if (isBranded(watch, company.owner, host, inFull)) return 'branded'
  const { registrable, hostedAt } = splitName(host)
  return isFreeHosting(hostedAt) || isFreeHosting(registrable) || hasOpenPages(host, registrable) ? 'free' : 'other'
}

/**
 * Whether a foreign host has the name of a brand, though it is no look-alike by itself: `lost-bank.test`.
 *
 * @param inFull what the text names in full: then an everyday word in the host is its name, too
 */
function isBranded(watch: Watch, owner: string, host: string, inFull: WatchedName | null): boolean {
  let found = false
  eachSuspicion(watch.index, host, ({ sighting }) => {
    if (!sighting || sighting.pattern.owner !== owner || sighting.position === 'inside') return
    const { kind, pattern } = sighting
    const named = watch.watched.get(pattern.brandId)
    if (kind === 'slips' || (pattern.wordiness === 'word' && named !== inFull)) return
    found ||= named?.brandId != null
  })
  return found
}

/** Phone numbers that aren't the company's. */
export const foreignPhones = ({ company, read }: NameEvidence): readonly string[] =>
  read.phones.filter((phone) => !isOwnPhone(company, phone))

/** Payment accounts in the text that aren't the company's. */
export const foreignAccounts = ({ company, read: { contacts } }: NameEvidence): readonly string[] =>
  [...contacts.upis, ...contacts.ibans, ...contacts.wallets].filter(
    (account) => !company.accounts.has(plainAccount(account) ?? ''),
  )

/** Age of an account in days; null if unknown. */
export function ageDaysOf({ watch, read }: NameEvidence): number | null {
  const created = read.observation.account?.createdAt
  const at = created == null ? Number.NaN : Date.parse(created)
  return watch.now === null || Number.isNaN(at) ? null : (watch.now - at) / dayMs
}
