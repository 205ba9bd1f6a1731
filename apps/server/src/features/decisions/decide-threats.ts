import { isOneOf } from '@signet/contract/narrow'
import {
  threatFlow,
  type RemarkInput,
  type ThreatStatus,
  type Decision,
  type DecisionRefusal,
} from '@signet/contract/threats/threats'
import { accessGroups } from '@signet/contract/access/permissions'
import { preserveEvidenceJob } from '../cases/cases.jobs.ts'
import type { Context } from '../../app/context.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { allowDecided, disallowReopened } from '../allow-list/decided-entries.queries.ts'
import { recordAudit, type AuditInput } from '../audit/audit.queries.ts'
import { abortUnbegun, begunAnalysesOf, insertDeeperAnalysis } from '../cases/deeper-analyses.queries.ts'
import { notifyDecided } from '../notifications/notify-changes.ts'
import { insertTakedown, sentCasesOf, withdrawUnsent } from '../cases/takedowns.queries.ts'
import { publishedScope, type ThreatScope } from '../threats/list/threat-filter.queries.ts'
import { insertRemark } from '../threats/record/remarks.queries.ts'
import { lockThreats, setThreatStatus } from '../threats/threats.queries.ts'

export interface DecisionResult {
  done: string[]
  /** The versions after the decision, by threat. */
  versions: Record<string, number>
  failed: { id: string; code: DecisionRefusal }[]
}

/** The part of a context that a decision needs; a job has no request. */
export type DecisionContext = Pick<Context, 'tx' | 'actor' | 'company' | 'enqueue' | 'requestId' | 'ip'>

export interface DecisionDetails {
  remark?: RemarkInput | undefined
  /** The version last read, by threat; a threat that has changed since is refused. */
  versions?: ReadonlyMap<string, number> | undefined
  /** When the allow-list entry expires; null for never. */
  until?: Date | null | undefined
}

/**
 * Records one decision on up to 200 threats. A takedown or deeper analysis opens its case, `reopen` withdraws the decision and an unsent
 * case; whitelisted threats are suppressed from then on. Threats that can't be changed are returned with a reason; all others commit with
 * their audit records and jobs.
 */
export async function decideThreats(
  context: DecisionContext,
  kind: ThreatScope['kind'],
  threatIds: readonly string[],
  decision: Decision,
  { remark, versions, until = null }: DecisionDetails = {},
): Promise<DecisionResult> {
  const { tx, company } = context
  if (threatIds.length === 0) return { done: [], versions: {}, failed: [] }
  // Locked, so that two concurrent decisions can't open two cases.
  const rows = await lockThreats(tx, publishedScope(context, kind), threatIds)
  const found = new Map(rows.map((row) => [row.id, row]))
  const failed: DecisionResult['failed'] = threatIds
    .filter((id) => !found.has(id))
    .map((id) => ({ id, code: 'NOT_FOUND' }))
  const next: ThreatStatus = decision === 'reopen' ? 'open' : decision
  const started = decision === 'reopen' ? await startedCases(context, threatIds) : new Set<string>()

  const changing: ThreatRow[] = []
  for (const row of rows) {
    const isStale = versions?.has(row.id) === true && versions.get(row.id) !== row.version
    if (isStale || !isOneOf(threatFlow[row.status], next)) failed.push({ id: row.id, code: 'CONFLICT' })
    else if (started.has(row.id)) failed.push({ id: row.id, code: 'CASE_STARTED' })
    else changing.push(row)
  }
  if (changing.length === 0) return { done: [], versions: {}, failed }

  const ids = changing.map(({ id }) => id)
  await setThreatStatus(tx, company.id, ids, next)
  const text = remark ? textOfRemark(remark) : undefined
  const audited: AuditInput[] = changing.map((row) => ({
    action: `threat.${decision}`,
    targetType: 'threat',
    targetId: row.id,
    before: { status: row.status },
    after: {
      status: next,
      ...(text ? { remark: text } : {}),
      ...(decision === 'whitelist' && until ? { until: until.toISOString() } : {}),
    },
  }))
  if (remark && text !== undefined) for (const id of ids) await insertRemark(context, id, remark.kind, text)
  if (decision === 'whitelist') {
    const by = { userId: context.actor.userId, name: context.actor.name }
    await allowDecided(tx, company.id, changing, { by, reason: text ?? null, expiresAt: until })
  }
  if (decision === 'reopen') await disallowReopened(tx, company.id, ids)
  audited.push(...(await openOrCloseCases(context, changing, decision)))
  await recordAudit(context, audited)
  await notifyDecided(context, changing, decision, next)
  return { done: ids, versions: Object.fromEntries(changing.map(({ id, version }) => [id, version + 1])), failed }
}

async function startedCases(context: DecisionContext, threatIds: readonly string[]): Promise<Set<string>> {
  const sent = await sentCasesOf(context.tx, context.company.id, threatIds)
  const begun = await begunAnalysesOf(context.tx, context.company.id, threatIds)
  return new Set([...sent, ...begun])
}

async function openOrCloseCases(
  context: DecisionContext,
  rows: readonly ThreatRow[],
  decision: Decision,
): Promise<AuditInput[]> {
  const { tx, actor, company, enqueue } = context
  const by = { userId: actor.userId, name: actor.name }
  const audited: AuditInput[] = []
  if (decision === 'takedown') {
    // A client's own request authorises the takedown; a request by staff needs the client's authorisation.
    const isOwnRequest = isOneOf(accessGroups.CLIENT, actor.role)
    const status = isOwnRequest ? 'authorised' : 'awaiting_authorisation'
    for (const row of rows) {
      const takedownId = await insertTakedown(tx, { companyId: company.id, threatId: row.id, status, by })
      audited.push({
        action: 'takedown.requested',
        targetType: 'takedown',
        targetId: takedownId,
        after: { status, threatId: row.id },
      })
      await enqueue(tx, preserveEvidenceJob, { companyId: company.id, threatId: row.id, takedownId })
    }
  }
  if (decision === 'deeperAnalysis') {
    for (const row of rows) {
      const analysisId = await insertDeeperAnalysis(tx, { companyId: company.id, threat: row, by })
      audited.push({
        action: 'deeperAnalysis.requested',
        targetType: 'deeperAnalysis',
        targetId: analysisId,
        after: { threatId: row.id },
      })
    }
  }
  if (decision === 'reopen') {
    const ids = rows.map(({ id }) => id)
    for (const { id } of await withdrawUnsent(tx, company.id, ids)) {
      audited.push({
        action: 'takedown.withdrawn',
        targetType: 'takedown',
        targetId: id,
        after: { status: 'withdrawn' },
      })
    }
    for (const { id } of await abortUnbegun(tx, company.id, ids)) {
      audited.push({
        action: 'deeperAnalysis.aborted',
        targetType: 'deeperAnalysis',
        targetId: id,
        after: { status: 'aborted' },
      })
    }
  }
  return audited
}

/** The text of a remark: its own text, or that of its kind. */
function textOfRemark(remark: RemarkInput): string {
  return remark.text || remark.kind
}
