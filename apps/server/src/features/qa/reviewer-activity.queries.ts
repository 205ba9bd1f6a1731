import { sql, type RawBuilder } from 'kysely'
import { isOneOf, keysIn, required } from '@signet/contract/narrow'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import type { Tx } from '../../db/database.ts'

/** The audited actions that count as a review: the first decisions on a queued record. The number of reviews is their sum. */
const reviews = {
  published: ['qa.publish'],
  whitelisted: ['qa.whitelist'],
  deleted: ['qa.requestDeletion'],
  watchlisted: ['qa.watch'],
} as const
/** The audited actions that count as each kind of review work. */
const work = { ...reviews, added: ['threat.added'] } as const
export type Work = keyof typeof work
export const workKinds = keysIn(work)
const actions: readonly string[] = Object.values(work).flat()
const reviewActions: readonly string[] = Object.values(reviews).flat()

/** Audited actions of the review that change nothing about the record they name. */
const asides = ['qa.claim', 'qa.mergedInto', 'qa.unmergedFrom', 'qa.secondReview'] as const
/** Whether an audited action undoes a step. The recall of what was whitelisted says so in its details. */
const isUndo = (row: 'a' | 'b') => {
  const action = sql.ref(`${row}.action`)
  return sql<boolean>`(${action} in ('qa.undo', 'qa.unmerge') or ${action} = 'qa.recall' and ${sql.ref(`${row}.after`)} ? 'undone')`
}
/**
 * Whether the audited action `a` is still a decision: the same reviewer didn't undo it by the next step. There are few undos, so each looks
 * for its step, and not each step for its undo. Indexes: audit_user, audit_target.
 *
 * @param by whose undos since when
 */
const stands = (companyId: number, by: RawBuilder<boolean>) => sql<boolean>`a.id not in (
  select coalesce(step.id, b.id) from audit b left join lateral (
    select s.id, s.user_id from audit s
    where s.company_id = ${companyId} and s.target_id = b.target_id and s.at < b.at
      and s.action like 'qa.%' and s.action <> all (${[...asides]}::text[])
    order by s.at desc limit 1) step on step.user_id = b.user_id
  where b.company_id = ${companyId} and ${by} and ${isUndo('b')})`

/** The decisions of reviewers today that weren't undone: how many records were published, and how many decisions one of them took. */
export async function reviewedToday(
  tx: Tx,
  companyId: number,
  userId: string,
): Promise<{ published: number; mine: number }> {
  const { rows } = await sql<{ published: number; mine: number }>`
    select (count(*) filter (where a.action = any (${[...reviews.published]}::text[])))::int as published,
      (count(*) filter (where a.user_id = ${userId}))::int as mine
    from audit a where a.company_id = ${companyId} and a.at >= date_trunc('day', now()) and a.action like 'qa.%'
      and a.action not in ('qa.claim', 'qa.mergedInto', 'qa.unmergedFrom') and not ${isUndo('a')} and ${stands(companyId, sql`b.at >= date_trunc('day', now())`)}`.execute(
    tx,
  )
  return required(rows[0], 'the row of an aggregate')
}

export interface Reviewer {
  id: string
  email: string
  name: string
}

/** Reviewers who work for a company, by name. Runs in an identity transaction. */
export async function reviewersOf(tx: Tx, companyId: number, email?: string): Promise<Reviewer[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'qa')
    .where('is_active', '=', true)
    .where((where) =>
      where.or([
        where('company_id', '=', companyId),
        where.exists(
          where
            .selectFrom('user_companies')
            .select('user_id')
            .whereRef('user_companies.user_id', '=', 'users.id')
            .where('user_companies.company_id', '=', companyId),
        ),
      ]),
    )
    .$call((query) => (email !== undefined ? query.where('email', '=', email) : query))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** When each user was last active for a company. Index: audit_user. */
export async function lastActiveOf(tx: Tx, companyId: number, userIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select u.id, last.at from unnest(${userIds}::uuid[]) as u (id) cross join lateral (
      select a.at from audit a where a.company_id = ${companyId} and a.user_id = u.id and a.result = 'ok' order by a.at desc limit 1
    ) last`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.at]))
}

interface Span {
  from: Date
  until: Date
}
const since = (userIds: readonly string[], from: Date) =>
  sql<boolean>`b.user_id = any (${userIds}::uuid[]) and b.at >= ${from}`

/** The combined work of users without what they undid, by UTC day and kind of work. Index: audit_user. */
export async function workByDay(tx: Tx, companyId: number, userIds: readonly string[], { from, until }: Span) {
  const rows = await tx
    .selectFrom('audit as a')
    .select([
      sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
      'action',
      (select) => select.fn.countAll<string>().as('count'),
    ])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`user_id = any (${userIds}::uuid[])`)
    .where('at', '>=', from)
    .where('at', '<', until)
    .where('action', 'in', actions)
    .where(stands(companyId, since(userIds, from)))
    .groupBy(['day', 'action'])
    .execute()
  return rows.map((row) => ({
    day: row.day,
    kind: required(
      workKinds.find((kind) => isOneOf(work[kind], row.action)),
      row.action,
    ),
    count: Number(row.count),
  }))
}

/**
 * The sources that users worked on. Each record finds its threat by key: `limit` keeps the planner from joining the whole tables, which
 * took 50 ms for 200,000 threats. Indexes: audit_user, threats_pkey.
 */
export async function workBySource(tx: Tx, companyId: number, userIds: readonly string[], { from, until }: Span) {
  const { rows } = await sql<{ source: AnySource; kind: Kind; count: number }>`
    select t.source, min(t.kind) as kind, count(*)::int as count
    from audit a cross join lateral (select source, kind from threats
      where threats.company_id = ${companyId} and threats.id = a.target_id limit 1) t
    where a.company_id = ${companyId} and a.user_id = any (${userIds}::uuid[]) and a.at >= ${from} and a.at < ${until}
      and a.action = any (${actions}) and ${stands(companyId, since(userIds, from))}
    group by t.source order by count(*) desc, t.source`.execute(tx)
  return rows
}

interface Figures {
  user_id: string
  reviewed: number
  median: number | null
  returned: number
}

/** How much each user reviewed, how fast, and how much of it was overturned. Indexes: audit_user, audit_target, threats_pkey. */
export async function figuresOfReviewers(tx: Tx, companyId: number, userIds: readonly string[], { from, until }: Span) {
  const { rows } = await sql<Figures>`
    select a.user_id, count(*)::int as reviewed,
      (percentile_cont(0.5) within group (order by greatest(0, extract(epoch from a.at - t.first_seen))))::float8 * 1000 as median,
      (count(*) filter (where case a.action
        when 'qa.publish' then t.status = 'falsePositive'
        when 'qa.whitelist' then exists (select from audit b where b.company_id = ${companyId} and b.target_id = a.target_id
          and b.at > a.at and b.action in ('qa.recall', 'threat.reopen'))
        when 'qa.requestDeletion' then exists (select from audit b where b.company_id = ${companyId} and b.target_id = a.target_id
          and b.at > a.at and b.action in ('qa.rejectDeletion', 'qa.restore'))
        else false end))::int as returned
    from audit a join threats t on t.company_id = a.company_id and t.id = a.target_id
    where a.company_id = ${companyId} and a.user_id = any (${userIds}::uuid[]) and a.at >= ${from} and a.at < ${until}
      and a.action = any (${reviewActions}) and ${stands(companyId, since(userIds, from))} and t.company_id = ${companyId}
    group by a.user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row]))
}
