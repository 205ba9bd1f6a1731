import type { Assets } from '@signet/contract/companies/assets'
import type { OwnAsset } from '@signet/contract/threats/own-assets'
import type { AnySource, SourceRecord } from '@signet/contract/threats/sources'
import { normaliseName } from '../names/normalise-name.ts'
import {
  digitsOf,
  foundPhoneForms,
  handleOf,
  hostsAbove,
  ownPhoneForms,
  plainAccount,
  repositoriesAbove,
} from './own-values.ts'
import { packageForm, readOwnership, type OwnershipClaim } from './read-ownership.ts'

/** What a company owns, by the keys that findings are looked up with. */
export interface OwnAssets {
  /** The asset as the company entered it, by kind and compared form. */
  values: ReadonlyMap<string, OwnAsset>
}

/** What a company has; without partners if it has none. */
export type OwnedAssets = Pick<Assets, 'brands' | 'domains' | 'people' | 'apps'> & Partial<Pick<Assets, 'partners'>>

type ClaimKind = OwnershipClaim['kind']
const keyOf = (kind: ClaimKind, compared: string) => `${kind} ${compared}`

/** Prepares the assets of a company for `ownAssetOf`. */
export function compileOwnAssets({ brands, domains, people, apps, partners = [] }: OwnedAssets): OwnAssets {
  const values = new Map<string, OwnAsset>()
  const addAll = (owned: Partial<Owned>, linkedIn: string, partner?: string) => {
    const add = (kind: ClaimKind, forms: readonly string[], entered: string) => {
      const asset: OwnAsset = partner === undefined ? { kind, value: entered } : { kind: 'partner', value: partner }
      for (const form of forms) values.set(keyOf(kind, form), asset)
    }
    for (const host of owned.domains ?? []) add('domain', present(normaliseName(host)?.host ?? null), host)
    for (const phone of owned.phones ?? []) add('phone', ownPhoneForms(phone), phone)
    for (const account of owned.accounts ?? []) add('account', present(plainAccount(account)), account)
    for (const { source, handle } of owned.handles ?? [])
      for (const form of ownHandleForms(source, handle, linkedIn)) add('handle', [`${source}/${form}`], handle)
    for (const { packageName, signerSha256 } of owned.apps ?? [])
      add('app', [packageForm(packageName), ...signerSha256], packageName)
  }
  // What a partner has is the company's own if both entered it.
  for (const partner of partners) addAll(partner, 'company/', partner.name)
  addAll({ domains, apps }, '')
  for (const brand of brands) addAll({ ...brand, domains: brand.official }, 'company/')
  for (const { handles } of people) addAll({ handles }, 'in/')
  return { values }
}

type Owned = Omit<Assets['partners'][number], 'name' | 'role'> & Pick<Assets, 'apps'>

const present = (value: string | null) => (value === null ? [] : [value])

function ownHandleForms(source: AnySource, handle: string, linkedIn: string): string[] {
  const compared = handleOf(source, handle)
  if (compared === null) return []
  if (source === 'WhatsApp' && compared === digitsOf(compared))
    return ownPhoneForms(handle.includes('/') ? `+${compared}` : handle)
  return [source === 'LinkedIn' && !compared.includes('/') ? `${linkedIn}${compared}` : compared]
}

/**
 * What of its own, or of an authorised partner, the company has in a finding: the account, number, host or signature that decides who runs
 * it. A name, a picture or, outside of the stores, a package name can be copied, so they decide nothing.
 *
 * @returns null for what is, or may be, somebody else's
 */
export function ownAssetOf(own: OwnAssets, finding: SourceRecord): OwnAsset | null {
  const claims = readOwnership(finding).map((claim) => ({
    ...claim,
    asset: heldBy(own, claim.source ?? finding.source, claim),
  }))
  const decided = claims.find(({ weight, asset }) => weight === 'alone' && asset !== null)
  if (decided) return decided.asset
  // One part of another owner is enough: a fake branch shows the real website with a number of its own.
  if (claims.some(({ weight, asset }) => weight === 'needed' && asset === null)) return null
  return claims.map(({ asset }) => asset).find((asset) => asset !== null) ?? null
}

function heldBy(own: OwnAssets, source: AnySource, { kind, forms }: OwnershipClaim): OwnAsset | null {
  for (const form of forms) {
    const asset = own.values.get(keyOf(kind, kind === 'handle' ? `${source}/${form}` : form))
    if (asset) return asset
  }
  // An account of WhatsApp is a phone number.
  return source === 'WhatsApp' && kind === 'handle'
    ? heldBy(own, source, { kind: 'phone', forms, weight: 'needed' })
    : null
}

/** Whether the company has entered an asset already: a domain or one above it, an account, a number, or an app with these signers. */
export function isEntered(
  own: OwnAssets,
  asset:
    | { kind: 'domain' | 'phone'; value: string }
    | { kind: 'handle'; source: AnySource; value: string }
    | { kind: 'app'; value: string; signerSha256: readonly string[] },
): boolean {
  const has = (kind: ClaimKind, forms: readonly string[]) => forms.some((form) => own.values.has(keyOf(kind, form)))
  switch (asset.kind) {
    case 'domain':
      return has('domain', hostsAbove(asset.value))
    case 'phone':
      return has('phone', foundPhoneForms(asset.value))
    case 'handle': {
      const handle = handleOf(asset.source, asset.value)
      const forms = handle === null ? [] : asset.source === 'GitHub' ? repositoriesAbove(handle) : [handle]
      if (asset.source === 'WhatsApp' && handle !== null) forms.push(...foundPhoneForms(`+${handle}`))
      return (
        has(
          'handle',
          forms.map((form) => `${asset.source}/${form}`),
        ) ||
        (asset.source === 'WhatsApp' && has('phone', forms))
      )
    }
    case 'app':
      return has('app', [packageForm(asset.value)]) && asset.signerSha256.every((signer) => has('app', [signer]))
  }
}
