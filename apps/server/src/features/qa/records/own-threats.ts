import type { SourceRecord } from '@signet/contract/threats/sources'
import { ownAssetOf, seenIn } from '@signet/detection'
import type { Context } from '../../../app/context.ts'
import { AppError } from '../../../errors.ts'
import { suppressedBy } from '../../allow-list/suppressed-by.ts'
import { findOwnAssets } from '../../assets/own-findings.queries.ts'

/** The threats among these that the company owns or allows, with the error that says so. */
export async function ownOrAllowed<T extends SourceRecord>(
  { tx, company }: Context,
  threats: readonly T[],
): Promise<Map<T, AppError>> {
  const own = await findOwnAssets(tx, company.id)
  const allowed = await suppressedBy(tx, company.id, threats.map(seenIn), new Date())
  const refusals = new Map<T, AppError>()
  for (const [at, threat] of threats.entries()) {
    const asset = ownAssetOf(own, threat)
    const entry = allowed[at]
    if (asset) refusals.set(threat, new AppError('OWN_ASSET', { kind: asset.kind, value: asset.value }))
    else if (entry) refusals.set(threat, new AppError('ON_ALLOW_LIST', { value: entry.value }))
  }
  return refusals
}
