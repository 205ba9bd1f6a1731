import type { Assets } from '@signet/contract/companies/assets'
import type { OwnAsset, OwnAssetKind } from '@signet/contract/threats/own-assets'
import type { AnySource, SourceFields } from '@signet/contract/threats/sources'
import { normaliseName } from '../names/normalise-name.ts'
import { digitsOf, handleOf, hostsAbove, plainAccount } from './own-values.ts'
import { readOwnership, type OwnershipClaim } from './read-ownership.ts'

/** What a company owns, by the keys that findings are looked up with. */
export interface OwnAssets {
  /** The value as the company entered it, by kind and compared form. */
  values: ReadonlyMap<string, string>
}

const keyOf = (kind: OwnAssetKind, compared: string) => `${kind} ${compared}`

/** Prepares the assets of a company for `ownAssetOf`. */
export function compileOwnAssets(assets: Pick<Assets, 'brands' | 'domains' | 'people' | 'apps'>): OwnAssets {
  const values = new Map<string, string>()
  const add = (kind: OwnAssetKind, compared: string | null, entered: string) => {
    if (compared) values.set(keyOf(kind, compared), entered)
  }
  const addHost = (host: string) => add('domain', normaliseName(host)?.host ?? null, host)
  for (const host of assets.domains) addHost(host)
  for (const { official, phones, accounts } of assets.brands) {
    for (const host of official) addHost(host)
    for (const phone of phones) add('phone', digitsOf(phone), phone)
    for (const account of accounts) add('account', plainAccount(account), account)
  }
  const addHandles = (handles: Assets['people'][number]['handles'], linkedIn: string) => {
    for (const { source, handle } of handles) {
      const compared = handleOf(source, handle)
      const folder = source === 'LinkedIn' && compared && !compared.includes('/') ? linkedIn : ''
      add('handle', compared && `${source}/${folder}${compared}`, handle)
    }
  }
  for (const { handles } of assets.brands) addHandles(handles, 'company/')
  for (const { handles } of assets.people) addHandles(handles, 'in/')
  for (const { packageName, signerSha256 } of assets.apps) {
    for (const signer of signerSha256) add('app', signer, packageName)
  }
  return { values }
}

/**
 * What of its own the company has in a finding: the account, number, host or signature that decides who runs it. A name, a picture or a
 * package name can be copied, so they decide nothing.
 *
 * @returns null for what is, or may be, somebody else's
 */
export function ownAssetOf(
  own: OwnAssets,
  finding: { source: AnySource; fields: SourceFields; url?: string | null },
): OwnAsset | null {
  const claims = readOwnership(finding)
  // One part of another owner is enough: a fake branch shows the real website with a number of its own.
  const found = claims.map((claim) => heldBy(own, finding.source, claim))
  const [first] = found
  return first && found.every((one) => one !== null) ? first : null
}

function heldBy(own: OwnAssets, source: AnySource, { kind, compared }: OwnershipClaim): OwnAsset | null {
  const forms = kind === 'domain' ? hostsAbove(compared) : [kind === 'handle' ? `${source}/${compared}` : compared]
  for (const form of forms) {
    const value = own.values.get(keyOf(kind, form))
    if (value !== undefined) return { kind, value }
  }
  // An account of WhatsApp is a phone number.
  return source === 'WhatsApp' && kind === 'handle' ? heldBy(own, source, { kind: 'phone', compared }) : null
}
