import type { OwnAssetKind } from '@signet/contract/threats/own-assets'
import { fieldOf, type AnySource, type SourceFields } from '@signet/contract/threats/sources'
import { normaliseName } from '../names/normalise-name.ts'
import { digitsOf, handleOf, plainAccount } from './own-values.ts'

/** A part of a finding that shows who runs it, in the form used for comparison. */
export interface OwnershipClaim {
  kind: OwnAssetKind
  compared: string
}

interface Part {
  kind: OwnAssetKind
  /** The first of these fields that has a value. */
  fields: readonly string[]
}

const handle = (...fields: string[]): Part => ({ kind: 'handle', fields })
const host = (...fields: string[]): Part => ({ kind: 'domain', fields })

/** The parts that decide, by source. All that have a value must be the company's own. */
const partsOf: Partial<Record<AnySource, readonly Part[]>> = {
  APK: [{ kind: 'app', fields: ['signerSha256'] }],
  Telegram: [handle('channel_data.entity_user_name')],
  Instagram: [handle('Username', 'ProfileUrl')],
  Twitter: [handle('Handle', 'ProfileUrl')],
  FB: [handle('ProfileUrl')],
  YouTube: [handle('channelUrl')],
  LinkedIn: [handle('profileLink')],
  Domain: [host('domain_name')],
  URL: [host('link', 'adURL')],
  GitHub: [handle('repositoryLink', 'repositoryName')],
  GoogleMaps: [{ kind: 'phone', fields: ['phone'] }, host('website')],
  Advertisements: [host('landingUrl')],
  FinancialFraud: [{ kind: 'account', fields: ['account_number'] }],
  Reddit: [handle('Username', 'ProfileUrl')],
  TikTok: [handle('Username', 'ProfileUrl')],
  WhatsApp: [handle('Profile')],
}

/** The parts of a finding that show who runs it; empty when it has none that can decide. */
export function readOwnership(finding: {
  source: AnySource
  fields: SourceFields
  url?: string | null
}): OwnershipClaim[] {
  const parts = partsOf[finding.source] ?? []
  const claims = parts.flatMap(({ kind, fields }) => {
    const value = fields.map((field) => fieldOf(finding.fields, field)).find(Boolean)
    return value ? [{ kind, compared: comparedOf(kind, finding.source, value) }] : []
  })
  // A part that can't be read is somebody else's.
  return claims.some(({ compared }) => compared === null) ? [] : claims.filter(isRead)
}

const isRead = (claim: { kind: OwnAssetKind; compared: string | null }): claim is OwnershipClaim =>
  claim.compared !== null

function comparedOf(kind: OwnAssetKind, source: AnySource, value: string): string | null {
  switch (kind) {
    case 'handle':
      return handleOf(source, value)
    case 'phone':
      return digitsOf(value)
    case 'account':
      return plainAccount(value)
    case 'app':
      return value.replaceAll(/[\s:]/g, '').toLowerCase() || null
    case 'domain':
      return hostServing(value)
  }
}

/**
 * The host that serves an address; null if the address may lead elsewhere: one with credentials before the host, or with another address
 * in its query (an open redirect).
 */
function hostServing(value: string): string | null {
  const name = normaliseName(value)
  if (!name || name.credentials.length > 0) return null
  const leadsAway = name.query.some(
    ([, text]) => /^\s*(?:https?:)?[\\/]{2}/i.test(text) || /^\s*[a-z]+:\/\//i.test(text),
  )
  return leadsAway ? null : name.host
}
