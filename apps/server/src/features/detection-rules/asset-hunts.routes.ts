import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/collection/asset-hunts'
import { assetHuntReadMax, type AssetHunt } from '@signet/contract/collection/asset-hunts'
import { hourMs } from '@signet/contract/time'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { withOwnHosts } from '../assets/assets.routes.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { assetHuntJob } from './asset-hunts.jobs.ts'
import {
  cancelLeftHunts,
  changeAssetHunt,
  findAssetHunt,
  insertAssetHunt,
  type AssetHuntRow,
} from './asset-hunts.queries.ts'
import { huntedSources } from './hunt-counts.ts'

/** A hunt takes minutes; one that has run for longer has lost its job. */
const lostMs = 6 * hourMs

/**
 * Replaces the hunt that the same person started before, for example in a dialog that was closed since.
 *
 * @throws AppError `HUNT_RUNNING` while a colleague's is running, `INVALID_INPUT` naming each host that can't be owned
 */
export const startAssetHunt: Handler<typeof contract.startAssetHunt> = async (context, { body }) => {
  const { tx, company, actor, enqueue } = context
  const { brands, domains, people, apps, partners } = { ...body, ...withOwnHosts(body) }
  const replaced = await cancelLeftHunts(tx, company.id, {
    userId: actor.userId,
    before: new Date(Date.now() - lostMs),
  })
  for (const left of replaced) await audit(context, 'settings.assetHuntCancelled', left)
  const hunt = await insertAssetHunt(tx, {
    company_id: company.id,
    id: randomUUID(),
    assets: JSON.stringify({ brands, domains, people, apps, partners }),
    run: null,
    read_to: null,
    read_seen: null,
    total: null,
    names: null,
    created_by: actor.userId,
    finished_at: null,
  })
  if (!hunt) throw new AppError('HUNT_RUNNING')
  await enqueue(tx, assetHuntJob, { companyId: company.id, huntId: hunt.id })
  await audit(context, 'settings.assetHuntStarted', hunt)
  return toHunt(hunt)
}

/** @throws AppError `NOT_FOUND` */
export const getAssetHunt: Handler<typeof contract.getAssetHunt> = async ({ tx, company }, { params }) =>
  toHunt(found(await findAssetHunt(tx, company.id, params.assetHuntId), 'record'))

/** @throws AppError `NOT_FOUND`, `HUNT_NOT_RUNNING` */
export const cancelAssetHunt: Handler<typeof contract.cancelAssetHunt> = async (context, { params }) => {
  const { tx, company } = context
  const hunt = found(await findAssetHunt(tx, company.id, params.assetHuntId), 'record')
  const change = { state: 'cancelled' as const, finished_at: new Date() }
  const cancelled = await changeAssetHunt(tx, { ...hunt, run: null }, change)
  if (!cancelled) throw new AppError('HUNT_NOT_RUNNING')
  await audit(context, 'settings.assetHuntCancelled', cancelled)
  return toHunt(cancelled)
}

const audit = (context: Context, action: string, { company_id: companyId, id }: AssetHuntRow) =>
  recordAudit(context, { action, targetType: 'company', targetId: companyTarget(companyId), after: { hunt: id } })

function toHunt({ id, state, total, read_count: read, caught, suppressed, names }: AssetHuntRow): AssetHunt {
  const toRead = Math.min(total ?? 0, assetHuntReadMax)
  const share = total === null ? 0 : read / Math.max(1, toRead)
  return {
    id,
    state,
    progress: state === 'done' ? 1 : Math.min(1, share),
    stored: total,
    read,
    isBounded: state === 'done' ? total !== null && read < total : toRead < (total ?? 0),
    caught: huntedSources(caught),
    suppressed: huntedSources(suppressed),
    names,
  }
}
