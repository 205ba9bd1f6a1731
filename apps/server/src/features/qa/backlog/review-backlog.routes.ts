import type * as contract from '@signet/contract/review/review-backlog'
import type { ReviewBacklog } from '@signet/contract/review/review-backlog'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { Kind } from '@signet/contract/threats/sources'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import { backlogOf, queueOf } from './review-backlog.queries.ts'

const queueMax = 200

/** The companies of the caller that have records of this kind. */
const companiesWith = ({ companies }: Context, kind: Kind) =>
  companies.filter(({ modules }) => kind === 'threat' || modules['touts'] === true)

export const getReviewBacklog: Handler<typeof contract.getReviewBacklog> = async (context, { query }) => {
  const companies = companiesWith(context, query.kind)
  const rows = await backlogOf(
    context.tx,
    companies.map(({ id }) => id),
    query.kind,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return companies
    .map(({ id, key, name }) => {
      const row = byId.get(id)
      return {
        company: key,
        name,
        waiting: row?.waiting ?? 0,
        critical: row?.critical ?? 0,
        oldest: row?.oldest?.toISOString() ?? null,
        overdue: row?.overdue ?? 0,
        dueSoon: row?.due_soon ?? 0,
        nextDue: row?.next_due?.toISOString() ?? null,
      }
    })
    .toSorted(byNeed)
}

/** Overdue records come first, then critical ones, then the longest wait. */
function byNeed(a: ReviewBacklog, b: ReviewBacklog): number {
  return (
    b.overdue - a.overdue ||
    b.critical - a.critical ||
    ageOf(a.oldest) - ageOf(b.oldest) ||
    a.name.localeCompare(b.name, 'en')
  )
}
const ageOf = (at: string | null) => (at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at))

export const listQueuedAnywhere: Handler<typeof contract.listQueuedAnywhere> = async (context, { query }) => {
  const { kind, order, threatSeverity: severities, overdue: isOverdue = false } = query
  const companies = companiesWith(context, kind)
  const ids = companies.map(({ id }) => id)
  const rows = await queueOf(context.tx, ids, { kind, order, severities, isOverdue, limit: queueMax })
  const byId = new Map(companies.map((company) => [company.id, company]))
  return rows.flatMap((row) => {
    const company = byId.get(row.company_id)
    if (!company) return []
    return {
      company: company.key,
      companyName: company.name,
      id: row.id,
      source: row.source,
      title: row.title,
      threatType: row.threat_type,
      severity: severityOfRank(row.severity),
      score: row.score,
      firstSeen: row.first_seen.toISOString(),
      queuedAt: row.staged_at.toISOString(),
      promisedAt: row.promised_at.toISOString(),
      ...(row.assignee === null ? {} : { assignee: row.assignee }),
    }
  })
}
