/*
 * What a company owns itself. A finding of it is not reported as a threat, whichever way it came in: it is counted, and people who add it
 * are asked first.
 */

/** What decides that a finding is the company's own: the host that serves it, the account, the number, or the signature of an app. */
export const ownAssetKinds = ['domain', 'handle', 'phone', 'account', 'app'] as const
/** One of `ownAssetKinds`. */
export type OwnAssetKind = (typeof ownAssetKinds)[number]

/** An asset of the company, with its value as entered: a domain, a handle, a number, or the package name of a signed app. */
export interface OwnAsset {
  kind: OwnAssetKind
  value: string
}
