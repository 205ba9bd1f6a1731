import type * as contract from '@signet/contract/collection/tips'
import type { Tip } from '@signet/contract/collection/tips'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import { cappedPage } from '../../../db/capped-page.ts'
import { AppError, found } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { keepThings } from './judge-tip.job.ts'
import { nothingShown } from './read-shown.ts'
import { changeTip, lockTip, reportsOf, waitingTips, type TipReportRow, type TipRow } from './tips.queries.ts'

export const listTips: Handler<typeof contract.listTips> = async (context, { query }) => {
  const { tx, company, secrets } = context
  const { rows, total } = await waitingTips(tx, company.id, query)
  const reports = await reportsOf(
    tx,
    company.id,
    rows.map(({ id }) => id),
  )
  const sealed = reports.flatMap(({ id, email }) => (email ? [{ recordId: id, field: 'email', stored: email }] : []))
  const opened = await secrets.openAll(tx, company.id, sealed)
  const emails = new Map(sealed.map(({ recordId }, at) => [recordId, opened[at] ?? null]))
  const byTip = Map.groupBy(reports, ({ tip_id: tipId }) => tipId)
  return cappedPage(
    rows.map((row) => toTip(row, byTip.get(row.id) ?? [], emails)),
    total,
    query,
  )
}

function toTip(row: TipRow, reports: readonly TipReportRow[], emails: ReadonlyMap<string, string | null>): Tip {
  return {
    id: row.id,
    title: row.title,
    source: row.source,
    score: row.score,
    reporters: row.reporters,
    firstAt: row.created_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    reports: reports.map(({ id, created_at: at, details, sha256 }) => ({
      at: at.toISOString(),
      ...details,
      platform: details.platform ?? null,
      email: emails.get(id) ?? null,
      hasPicture: sha256 !== null,
    })),
  }
}

/** @throws AppError `NOT_FOUND`, `TIP_DECIDED`, `TIP_NAMES_NOTHING`, `TIP_IS_OWN` */
export const decideTip: Handler<typeof contract.decideTip> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const tip = found(await lockTip(tx, company.id, params.tipId), 'tip')
  const { decision } = body
  if (tip.state !== (decision === 'reopen' ? 'dismissed' : 'waiting')) throw new AppError('TIP_DECIDED')
  const threatId = decision === 'queue' ? await queueTip(context, tip) : null
  const isDecided = decision !== 'reopen'
  await changeTip(tx, tip, {
    ...(decision === 'queue' ? {} : { state: isDecided ? 'dismissed' : 'waiting' }),
    decided_by_name: isDecided ? actor.name : null,
    decided_at: isDecided ? new Date() : null,
  })
  await recordAudit(context, {
    action: 'tip.decided',
    targetType: 'tip',
    targetId: tip.id,
    after: { decision, title: tip.title, ...(threatId ? { threatId } : {}) },
  })
  return { threatId }
}

/** Everything that the newest reports name becomes a threat, or is one already. */
async function queueTip(context: Context, tip: TipRow): Promise<string> {
  const { tx, files, installation } = context
  if (tip.source === null) throw new AppError('TIP_NAMES_NOTHING')
  const enqueue = installation.looksUp ? context.enqueue : undefined
  const threatIds: string[] = []
  for (const report of await reportsOf(tx, tip.company_id, [tip.id])) {
    const keeping = { tip, report, shown: nothingShown, isThreat: () => true }
    threatIds.push(...(await keepThings({ tx, files, enqueue }, keeping)))
  }
  const [threatId] = threatIds
  if (threatId === undefined) throw new AppError('TIP_IS_OWN')
  return threatId
}
