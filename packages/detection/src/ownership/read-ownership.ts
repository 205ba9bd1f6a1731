import type { OwnAssetKind } from '@signet/contract/threats/own-assets'
import { fieldOf, type AnySource, type SourceRecord } from '@signet/contract/threats/sources'
import { normaliseName } from '../names/normalise-name.ts'
import {
  accountAt,
  digitsOf,
  foundPhoneForms,
  handleOf,
  hostsAbove,
  plainAccount,
  repositoriesAbove,
} from './own-values.ts'

type ClaimKind = Exclude<OwnAssetKind, 'partner'>

/** A part of a finding that shows who runs it. */
export interface OwnershipClaim {
  kind: ClaimKind
  /** The forms it is looked up with: one that the company owns is enough. */
  forms: readonly string[]
  /**
   * `needed`: it must be the company's own, as all such parts; `alone`: if it is, the others don't count; `added`: it counts if it is the
   * company's own, and says nothing if not.
   */
  weight: 'needed' | 'alone' | 'added'
  /** The platform of an account, if it is another than the source of the finding. */
  source?: AnySource
}

interface Part {
  kind: ClaimKind
  /** The first of these fields that has a value; `url` is the address of the finding itself. */
  fields: readonly string[]
  weight: OwnershipClaim['weight']
}

const needed = (kind: ClaimKind, ...fields: string[]): Part => ({ kind, fields, weight: 'needed' })
const alone = (kind: ClaimKind, ...fields: string[]): Part => ({ kind, fields, weight: 'alone' })
const added = (kind: ClaimKind, ...fields: string[]): Part => ({ kind, fields, weight: 'added' })

/** The parts that decide, by source. */
const partsOf: Partial<Record<AnySource, readonly Part[]>> = {
  // Apple gives a team to one developer. Readers only name the team of a certificate that Apple issued.
  APK: [alone('app', 'teamId'), needed('app', 'signerSha256')],
  Telegram: [needed('handle', 'channel_data.entity_user_name')],
  Instagram: [needed('handle', 'Username', 'ProfileUrl')],
  Twitter: [needed('handle', 'Handle', 'ProfileUrl')],
  FB: [needed('handle', 'ProfileUrl')],
  // Both name the same channel.
  YouTube: [alone('handle', 'channelHandle'), needed('handle', 'channelUrl')],
  LinkedIn: [needed('handle', 'profileLink')],
  Domain: [needed('domain', 'domain_name')],
  URL: [needed('domain', 'link', 'adURL')],
  GitHub: [needed('handle', 'repositoryLink', 'repositoryName')],
  // Anyone may suggest another number for a place, so its id doesn't decide alone.
  GoogleMaps: [
    added('handle', 'placeId'),
    added('handle', 'url'),
    needed('phone', 'phone'),
    needed('domain', 'website'),
  ],
  // Who pays for an advertisement decides, wherever it leads to.
  Advertisements: [alone('handle', 'advertiserId', 'advertiserUrl'), needed('domain', 'landingUrl')],
  FinancialFraud: [needed('account', 'account_number')],
  Reddit: [needed('handle', 'Username', 'ProfileUrl')],
  TikTok: [needed('handle', 'Username', 'ProfileUrl')],
  WhatsApp: [needed('handle', 'Profile', 'inviteLink')],
  Extension: [needed('handle', 'extensionId')],
}

/** The parts of a finding that show who runs it; empty when it has none that can decide. */
export function readOwnership(finding: SourceRecord): OwnershipClaim[] {
  const claims: OwnershipClaim[] = []
  for (const { kind, fields, weight } of partsOf[finding.source] ?? []) {
    const value = fields.map((field) => (field === 'url' ? finding.url : fieldOf(finding.fields, field))).find(Boolean)
    if (!value) continue
    if (kind === 'domain') {
      const hosts = hostsServing(value)
      // A part that can't be read is somebody else's.
      if (!hosts) return []
      claims.push(...hosts.map((host) => ({ kind, forms: hostsAbove(host), weight })))
      // A page on a platform belongs to its account; one that redirects elsewhere doesn't decide.
      if (finding.source === 'URL' && hosts.length === 1) claims.push(...accountClaims(value))
      continue
    }
    const forms = formsOf(kind, finding, value)
    if (forms.length > 0) claims.push({ kind, forms, weight })
    else if (weight === 'needed') return []
  }
  return claims.some(({ weight }) => weight !== 'alone') ? claims : [...claims, ...storeListing(finding)]
}

/** The account whose page an address is, and the app. */
function accountClaims(address: string): OwnershipClaim[] {
  const account = accountAt(address)
  if (!account) return []
  const { source, handle } = account
  const forms = handleForms(source, handle, { value: address, network: null })
  const claim: OwnershipClaim = { kind: 'handle', forms, weight: 'alone', source }
  return source === 'APK' ? [claim, { kind: 'app', forms: [packageForm(handle)], weight: 'alone' }] : [claim]
}

/** Stores give a package name to one publisher, so in a store the name decides. */
const stores = /^(?:app ?store|apple app store|google play(?: store)?|play store)$/i
const storeHosts = /^https?:\/\/(?:apps|itunes)\.apple\.com\/|^https?:\/\/play\.google\.com\//i

function storeListing({ source, fields, url }: SourceRecord): OwnershipClaim[] {
  if (source !== 'APK') return []
  const claims: OwnershipClaim[] = []
  const name = fieldOf(fields, 'packageName')
  const isInStore = stores.test(fieldOf(fields, 'store')?.trim() ?? '') || storeHosts.test(url ?? '')
  if (name && isInStore) claims.push({ kind: 'app', forms: [packageForm(name)], weight: 'alone' })
  const listed = handleOf('APK', url ?? '')
  if (listed !== null) claims.push({ kind: 'handle', forms: [listed], weight: 'alone' })
  return claims
}

/** A package name as it is compared. */
export const packageForm = (name: string): string => `package ${name.trim().toLowerCase()}`

function formsOf(
  kind: Exclude<ClaimKind, 'domain'>,
  { source, fields }: SourceRecord,
  value: string,
): readonly string[] {
  switch (kind) {
    case 'handle': {
      const handle = handleOf(source, value)
      return handle === null ? [] : handleForms(source, handle, { value, network: fieldOf(fields, 'adSource') })
    }
    case 'phone':
      return foundPhoneForms(value)
    case 'account': {
      const account = plainAccount(value)
      return account === null ? [] : [account]
    }
    case 'app': {
      const signer = value.replaceAll(/[\s:]/g, '').toLowerCase()
      return signer === '' ? [] : [signer]
    }
  }
}

function handleForms(
  source: AnySource,
  handle: string,
  { value, network }: { value: string; network: string | null },
): string[] {
  if (source === 'GitHub') return repositoriesAbove(handle)
  if (source === 'Advertisements' && network) return [handle, `${network.toLowerCase()}/${handle}`]
  // An account of WhatsApp is a phone number; links to it have no sign.
  if (source === 'WhatsApp' && handle === digitsOf(handle))
    return foundPhoneForms(value.includes('/') ? `+${handle}` : value)
  return [handle]
}

/**
 * The hosts that an address leads to: the one that serves it, and those of addresses in its query, which it may redirect to. Null if it has
 * credentials before the host, or leads where this can't tell.
 */
function hostsServing(value: string): string[] | null {
  const name = normaliseName(value)
  if (!name || name.credentials.length > 0) return null
  const targets = name.query
    .map(([, text]) => text.trim())
    .filter((text) => /^(?:https?:)?[\\/]{2}/i.test(text) || /^[a-z]+:\/\//i.test(text))
    .map((text) => (/^[a-z]+:[\\/]{2}/i.test(text) ? text : `https:${text}`).replaceAll('\\', '/'))
    .map((text) => (/^https?:/i.test(text) ? normaliseName(text) : null))
  const hosts = [name.host]
  for (const target of targets) {
    if (!target || target.credentials.length > 0) return null
    hosts.push(target.host)
  }
  return hosts
}
