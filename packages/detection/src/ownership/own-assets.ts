import type { Assets } from '@signet/contract/companies/assets'
import type { OwnAsset, OwnAssetKind } from '@signet/contract/threats/own-assets'
import type { AnySource, SourceFields } from '@signet/contract/threats/sources'
import { normaliseName } from '../names/normalise-name.ts'
import { digitsOf, handleOf, ownPhoneForms, plainAccount } from './own-values.ts'
import { packageForm, readOwnership, type OwnershipClaim } from './read-ownership.ts'

/** What a company owns, by the keys that findings are looked up with. */
export interface OwnAssets {
  /** The value as the company entered it, by kind and compared form. */
  values: ReadonlyMap<string, string>
}

const keyOf = (kind: OwnAssetKind, compared: string) => `${kind} ${compared}`

/** Prepares the assets of a company for `ownAssetOf`. */
export function compileOwnAssets(assets: Pick<Assets, 'brands' | 'domains' | 'people' | 'apps'>): OwnAssets {
  const values = new Map<string, string>()
  const add = (kind: OwnAssetKind, forms: readonly string[], entered: string) => {
    for (const form of forms) values.set(keyOf(kind, form), entered)
  }
  const addHost = (host: string) => add('domain', present(normaliseName(host)?.host ?? null), host)
  for (const host of assets.domains) addHost(host)
  for (const { official, phones, accounts } of assets.brands) {
    for (const host of official) addHost(host)
    for (const phone of phones) add('phone', ownPhoneForms(phone), phone)
    for (const account of accounts) add('account', present(plainAccount(account)), account)
  }
  const addHandles = (handles: Assets['people'][number]['handles'], linkedIn: string) => {
    for (const { source, handle } of handles)
      for (const form of ownHandleForms(source, handle, linkedIn)) add('handle', [`${source}/${form}`], handle)
  }
  for (const { handles } of assets.brands) addHandles(handles, 'company/')
  for (const { handles } of assets.people) addHandles(handles, 'in/')
  for (const { packageName, signerSha256 } of assets.apps)
    add('app', [packageForm(packageName), ...signerSha256], packageName)
  return { values }
}

const present = (value: string | null) => (value === null ? [] : [value])

function ownHandleForms(source: AnySource, handle: string, linkedIn: string): string[] {
  const compared = handleOf(source, handle)
  if (compared === null) return []
  if (source === 'WhatsApp' && compared === digitsOf(compared))
    return ownPhoneForms(handle.includes('/') ? `+${compared}` : handle)
  return [source === 'LinkedIn' && !compared.includes('/') ? `${linkedIn}${compared}` : compared]
}

/**
 * What of its own the company has in a finding: the account, number, host or signature that decides who runs it. A name, a picture or,
 * outside of the stores, a package name can be copied, so they decide nothing.
 *
 * @returns null for what is, or may be, somebody else's
 */
export function ownAssetOf(
  own: OwnAssets,
  finding: { source: AnySource; fields: SourceFields; url?: string | null },
): OwnAsset | null {
  const claims = readOwnership(finding).map((claim) => ({ ...claim, asset: heldBy(own, finding.source, claim) }))
  const decided = claims.find(({ weight, asset }) => weight === 'alone' && asset !== null)
  if (decided) return decided.asset
  // One part of another owner is enough: a fake branch shows the real website with a number of its own.
  if (claims.some(({ weight, asset }) => weight === 'needed' && asset === null)) return null
  return claims.map(({ asset }) => asset).find((asset) => asset !== null) ?? null
}

function heldBy(own: OwnAssets, source: AnySource, { kind, forms }: OwnershipClaim): OwnAsset | null {
  for (const form of forms) {
    const value = own.values.get(keyOf(kind, kind === 'handle' ? `${source}/${form}` : form))
    if (value !== undefined) return { kind, value }
  }
  // An account of WhatsApp is a phone number.
  return source === 'WhatsApp' && kind === 'handle'
    ? heldBy(own, source, { kind: 'phone', forms, weight: 'needed' })
    : null
}
