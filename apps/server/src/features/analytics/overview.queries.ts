import { sql, type RawBuilder } from 'kysely'
import { clientRoles } from '@signet/contract/access/permissions'
import type { CompanyOverview } from '@signet/contract/reports/overview'
import { openRequestStatuses } from '@signet/contract/requests/requests'
import {
  downTakedownStatuses,
  failedTakedownStatuses,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import type { AssignedFilter } from '@signet/contract/threats/assignees'
import type { Tx } from '../../db/database.ts'
import { soon } from '../../db/due-soon.ts'
import { eachCompany } from '../../db/each-company.ts'
import { isAssigned } from '../assignees/assignments.queries.ts'
import { isRunning, type CaseKind } from '../cases/case-list.queries.ts'
import { analysisCases } from '../cases/deeper-analyses.queries.ts'
import { takedownCases, targetOf } from '../cases/takedowns.queries.ts'
import { wentDownAt } from '../exported-lists/charts.queries.ts'
import { caseCounts, threatCounts } from '../counts/counts.queries.ts'
import { isRequestDueSoon, isRequestOverdue } from '../requests/requests.queries.ts'
import { promisedTimesIn } from '../threats/list/promised-times.queries.ts'
import { decisions } from '../threats/list/activity.queries.ts'

interface Waiting {
  id: number
  is_demo: boolean
  critical_open: number
  oldest_undecided: Date | null
  takedowns: CompanyOverview['takedowns']
  analyses: CompanyOverview['analyses']
  requests: CompanyOverview['requests']
  reviews: CompanyOverview['reviews']
  qa_backlog: number
}

const isOpen = (company: RawBuilder<number>) =>
  sql`t.company_id = ${company} and t.kind = 'threat' and t.stage = 'published' and not t.auto_filtered and t.status = 'open'`

/**
 * The running cases of a company, by the conditions of their list. How many there are is a sum of counts; only those that may be in time
 * and those that are assigned are read. Indexes: those of the counts, takedowns_requested, deeper_analyses_open_uq, assignments_pkey.
 */
function casesOverview(kind: CaseKind<string>, company: RawBuilder<number>, userId: string) {
  const cases = sql`from ${sql.table(kind.table)} cases where cases.company_id = ${company} and ${isRunning(kind)}`
  return sql`(select json_build_object('overdue', running.count - in_time.count, 'dueSoon', in_time.due_soon, 'unassigned', running.count - assigned.count,
      'mine', assigned.mine)
    from (select coalesce(sum(count), 0)::int as count from ${caseCounts(company)} as cases
        where cases = ${kind.table} and ${isRunning(kind)}) running,
      (select count(*)::int as count, (count(*) filter (where ${kind.isOverdue(company, soon)}))::int as due_soon ${cases}
          and ${kind.mayBeInTime} and not ${kind.isOverdue(company)}) in_time,
      (select count(*)::int as count, (count(*) filter (where a.user_id = ${userId}))::int as mine from assignments a
        where a.company_id = ${company} and a.kind = ${kind.assigned}
          and exists (select ${cases} and cases.id = a.record_id)) assigned)`
}

function requestsOverview(company: RawBuilder<number>, userId: string) {
  const isOf = (filter: AssignedFilter) =>
    isAssigned({ companyId: company, userId }, 'request', [filter], sql<string>`requests.id`)
  return sql`(select json_build_object('open', count(*), 'overdue', count(*) filter (where ${isRequestOverdue}),
      'dueSoon', count(*) filter (where ${isRequestDueSoon}),
      'unassigned', count(*) filter (where ${isOf('nobody')}),
      'mine', count(*) filter (where ${isOf('me')}))
    from requests where company_id = ${company} and status = any (${[...openRequestStatuses]}))`
}

/**
 * The open work of each company in one statement; the counts match those of its own lists and badges. Indexes: those of the counts,
 * threats_first_seen, takedowns_requested, deeper_analyses_requested, requests_updated, assignments_pkey,
 * threats_promised.
 *
 * @param userId the caller, whose own cases are counted
 */
export async function waitingOf(tx: Tx, companyIds: readonly number[], userId: string): Promise<Waiting[]> {
  return eachCompany(
    tx,
    companyIds,
    (company, from) => sql<Waiting>`
    select c.id, c.is_demo,
      w.critical_open,
      (select t.first_seen from threats t where ${isOpen(company)} order by t.first_seen limit 1) as oldest_undecided,
      ${casesOverview(takedownCases, company, userId)} as takedowns,
      ${casesOverview(analysisCases, company, userId)} as analyses,
      ${requestsOverview(company, userId)} as requests,
      (select json_build_object('overdue', threats.overdue + touts.overdue, 'dueSoon', threats.due_soon + touts.due_soon,
          'critical', w.queued_critical)
        from ${promisedTimesIn(company, 'threat')} as threats, ${promisedTimesIn(company, 'tout')} as touts) as reviews,
      w.qa_backlog
    from ${from} join companies c on c.id = company.id cross join lateral (
      select coalesce(sum(count) filter (where kind = 'threat' and stage = 'published' and status = 'open' and severity = 4), 0)::int
          as critical_open,
        coalesce(sum(count) filter (where stage = 'queued'), 0)::int as qa_backlog,
        coalesce(sum(count) filter (where stage = 'queued' and severity = 4), 0)::int as queued_critical
      from ${threatCounts(company)} as counts where not auto_filtered
    ) w`,
  )
}

/** The last sign-in of a company's own users, by company. The users table is small. Runs in an identity transaction. */
export async function lastSignInsOf(tx: Tx, companyIds: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ company_id: number; at: Date }>`
    select company_id, max(last_sign_in_at) as at from users
    where company_id = any (${companyIds}::int[]) and role = any (${[...clientRoles]}) and last_sign_in_at is not null
    group by company_id`.execute(tx)
  return new Map(rows.map((row) => [row.company_id, row.at]))
}

export interface OwnPerson {
  id: string
  name: string
  email: string
  last_sign_in_at: Date | null
}
const peopleMax = 500

/** A company's own users, by name. Runs in an identity transaction. */
export function ownPeopleOf(tx: Tx, companyId: number): Promise<OwnPerson[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'last_sign_in_at'])
    .where('company_id', '=', companyId)
    .where('role', 'in', clientRoles)
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .limit(peopleMax)
    .execute()
}

/** The activity of people in a company: time of the last action, and the number of decisions since an instant. Index: audit_user. */
export async function workOfPeople(
  tx: Tx,
  companyId: number,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, { at: Date | null; decisions: number }>> {
  const { rows } = await sql<{ id: string; at: Date | null; decisions: number }>`
    select u.id,
      (select a.at from audit a where a.company_id = ${companyId} and a.user_id = u.id and a.result = 'ok'
        order by a.at desc limit 1) as at,
      (select count(*)::int from audit a where a.company_id = ${companyId} and a.user_id = u.id and a.at >= ${since}
        and a.action = any (${decisions})) as decisions
    from unnest(${userIds}::uuid[]) as u (id)`.execute(tx)
  return new Map(rows.map(({ id, ...work }) => [id, work]))
}

interface InStep {
  /** Null for running cases in none of the steps. */
  key: string | null
  count: number
  overdue: number
  /** The median time its cases have been in their status, in milliseconds. */
  median: number
}

/** Running cases by step. Index: takedowns_requested. */
export async function runningBySteps(
  tx: Tx,
  companyId: number,
  steps: readonly { key: string; statuses: readonly TakedownStatus[] }[],
): Promise<InStep[]> {
  const ofStatuses = steps.flatMap(({ key, statuses }) => statuses.map((status) => sql`(${status}, ${key})`))
  const { rows } = await sql<InStep>`
    select steps.key, count(*)::int as count, (count(*) filter (where ${takedownCases.isOverdue(companyId)}))::int as overdue,
      percentile_cont(0.5) within group (order by extract(epoch from
        now() - coalesce((cases.reached_at ->> cases.status)::timestamptz, cases.requested_at))::float8) * 1000 as median
    from takedowns cases left join (values ${sql.join(ofStatuses)}) as steps (status, key) on steps.status = cases.status
    where cases.company_id = ${companyId} and ${isRunning(takedownCases)}
    group by steps.key`.execute(tx)
  return rows
}

interface Ended {
  removed: number
  removed_in_time: number
  median: number | null
  refused: number
}

const listOf = (statuses: readonly TakedownStatus[]) => sql.join(statuses.map((status) => sql.lit(status)))

/**
 * Cases whose target went offline, or that were refused, from `from` until now, and `before` until then. Indexes: takedowns_requested,
 * threats_pkey.
 */
export async function endedSince(
  tx: Tx,
  companyId: number,
  { before, from }: Record<'before' | 'from', Date>,
): Promise<Record<'now' | 'before', Ended>> {
  const down = listOf(downTakedownStatuses)
  const { rows } = await sql<Ended & { is_before: boolean }>`
    select is_before, (count(*) filter (where is_removed))::int as removed,
      (count(*) filter (where is_removed and ended <= due))::int as removed_in_time, (count(*) filter (where not is_removed))::int as refused,
      (percentile_cont(0.5) within group (order by extract(epoch from ended - requested_at)) filter (where is_removed))::float8 * 1000 as median
    from (
      select d.requested_at, d.status in (${down}) as is_removed, d.requested_at + ${targetOf('t.severity', 'd.target_hours')} as due, d.ended,
        d.ended < ${from} as is_before
      from (
        select company_id, threat_id, status, requested_at, target_hours, case when status in (${down}) then ${wentDownAt('reached_at')}
          else coalesce((reached_at ->> status)::timestamptz, updated_at) end as ended
        from takedowns where company_id = ${companyId} and status in (${listOf([...downTakedownStatuses, ...failedTakedownStatuses])})
      ) d join threats t on t.company_id = d.company_id and t.id = d.threat_id
      where t.company_id = ${companyId} and d.ended >= ${before} and d.ended < now()
    ) cases group by is_before`.execute(tx)
  const none: Ended = { removed: 0, removed_in_time: 0, median: null, refused: 0 }
  const of = (isBefore: boolean) => rows.find(({ is_before }) => is_before === isBefore) ?? none
  return { now: of(false), before: of(true) }
}

/** When the last completed scan ended; scans belong to the installation. */
export async function lastScanAt(tx: Tx): Promise<Date | null> {
  const row = await tx
    .selectFrom('scans')
    .select((select) => select.fn.max('finished_at').as('at'))
    .where('state', '=', 'done')
    .executeTakeFirst()
  return row?.at ?? null
}
