import { fittedFields } from '@signet/contract/threats/field-kinds'
import { compileOwnAssets, compileWatch, judgeListing, ownAssetOf } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import { findAssets, findBrandIds } from '../../assets/assets.queries.ts'
import { ownIconHashes } from '../../app-files/app-files.queries.ts'
import type { StorePage } from './read-store-page.ts'

/**
 * Compares the page of an app in a store with what the company has: the columns of the app, which is its own or passes for one or neither.
 */
export async function judgeStorePage(tx: Tx, companyId: number, { read, icon, file }: StorePage) {
  const { observation, url } = read
  const assets = await findAssets(tx, companyId)
  const fields = fittedFields('threat', 'APK', observation.fields)
  const isOwn = ownAssetOf(compileOwnAssets(assets), { source: 'APK', fields, url }) !== null
  const verdict = isOwn
    ? null
    : judgeListing(compileWatch(assets), observation, icon, await ownIconHashes(tx, companyId))
  const brandIds = await findBrandIds(tx, companyId)
  return {
    ...file,
    state: 'read' as const,
    is_listing: true,
    fields: JSON.stringify(fields),
    indicators: JSON.stringify(verdict?.indicators ?? []),
    score: verdict && Math.round(verdict.score * 100),
    brand_id: brandIds.get(verdict?.brandId ?? '') ?? null,
    is_own: isOwn,
    icon_hash: icon.hash,
  }
}
