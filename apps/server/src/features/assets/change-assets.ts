import type { Assets } from '@signet/contract/companies/assets'
import type { Context } from '../../app/context.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { findAssets, replaceAssets } from './assets.queries.ts'

/** Replaces the assets, which the caller must have locked, and records what changed. */
export async function changeAssets(context: Context, before: Assets, assets: Omit<Assets, 'version'>): Promise<Assets> {
  const { tx, company } = context
  await replaceAssets(tx, company.id, assets)
  const after = await findAssets(tx, company.id)
  const parts = (['brands', 'domains', 'people', 'apps', 'partners'] as const).filter(
    (part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]),
  )
  const pick = (from: Assets) => Object.fromEntries(parts.map((part) => [part, from[part]]))
  await recordAudit(context, {
    action: 'settings.assetsChanged',
    targetType: 'company',
    targetId: companyTarget(company.id),
    before: pick(before),
    after: pick(after),
  })
  return after
}
