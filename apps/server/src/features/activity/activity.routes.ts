import { textIn, required } from '@signet/contract/narrow'
import { roles } from '@signet/contract/access/permissions'
import type { Activity } from '@signet/contract/threats/activity'
import type * as contract from '@signet/contract/threats/activity'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { Kind } from '@signet/contract/threats/sources'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { actorIn, historyText } from '../audit/history-text.ts'
import { begunAnalysesOf } from '../cases/deeper-analyses.queries.ts'
import { sentCasesOf } from '../cases/takedowns.queries.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import {
  activitySources,
  isDecision,
  listActivityRows,
  listBookmarkRows,
  listRecentRows,
  recentSeverities,
  recentSources,
  standingOf,
  type ActivityRow,
} from '../threats/list/activity.queries.ts'

/** The fields of a row that every activity list shows. Reviewers appear only as the review team. */
function activityFields(row: ActivityRow) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: actorIn(row),
    action: row.action,
    text: historyText(row.action, row.after, row.source),
    source: row.source,
    title: row.title,
    severity: severityOfRank(row.severity),
    threatId: row.threat_id,
  }
}

export const listActivity: Handler<typeof contract.listActivity> = async (context, { query }) => {
  const { tx, actor } = context
  const scope = publishedScope(context, query.kind)
  const page =
    query.tab === 'bookmark'
      ? await listBookmarkRows(tx, scope, actor.name, query)
      : await listActivityRows(tx, scope, query.tab, query)
  const undoOf = await undoing(context, page.items)
  return {
    ...page,
    items: page.items.map((row) => {
      const remark = textIn(row.after, 'remark')
      const undo = undoOf(row)
      return { ...activityFields(row), ...(remark ? { remark } : {}), ...(undo ? { undo } : {}) }
    }),
  }
}

/** Marks each decision among the rows that can still be undone, by the same rule as decisions. */
async function undoing({ tx, company }: Context, rows: readonly ActivityRow[]) {
  const decided = rows.filter(({ action }) => isDecision(action))
  const ids = [...new Set(decided.map((row) => row.threat_id))]
  if (ids.length === 0) return () => undefined
  const standing = await standingOf(tx, company.id, ids)
  const sent = await sentCasesOf(tx, company.id, ids)
  const begun = await begunAnalysesOf(tx, company.id, ids)
  return (row: ActivityRow): Activity['undo'] => {
    const now = standing.get(row.threat_id)
    if (!now || !isDecision(row.action)) return undefined
    const { version } = now
    if (now.last_id !== row.id) return { isPossible: false, reason: 'superseded', version }
    const isStarted = sent.has(row.threat_id) || begun.has(row.threat_id)
    return isStarted ? { isPossible: false, reason: 'caseStarted', version } : { isPossible: true, version }
  }
}

export const getActivitySources: Handler<typeof contract.getActivitySources> = (context, { query }) =>
  activitySources(context.tx, publishedScope(context, query.kind), query.activityType)

/** The companies of the request that have records of this kind. */
const idsWith = ({ companies }: Context, kind: Kind) =>
  companies.filter(({ modules }) => kind === 'threat' || modules['touts'] === true).map(({ id }) => id)

export const listRecentActivity: Handler<typeof contract.listRecentActivity> = async (context, { query }) => {
  const keys = new Map(context.companies.map(({ id, key }) => [id, key]))
  const page = await listRecentRows(context.tx, idsWith(context, query.kind), query)
  return {
    ...page,
    items: page.items.map((row) => ({
      ...activityFields(row),
      byRole: roles.find((role) => role === row.by_role) ?? null,
      company: required(keys.get(row.company_id), 'a company'),
    })),
  }
}

export const getRecentActivitySources: Handler<typeof contract.getRecentActivitySources> = (context, { query }) =>
  recentSources(context.tx, idsWith(context, query.kind), query.kind)
export const getRecentActivitySeverities: Handler<typeof contract.getRecentActivitySeverities> = (context, { query }) =>
  recentSeverities(context.tx, idsWith(context, query.kind), query.kind)
