import { sql, type SqlBool } from 'kysely'
import type { RequestLogEntry, RequestLogQuery, SignInLog, SignInLogQuery } from '@signet/contract/operation/logs'
import type { Page } from '@signet/contract/wire'
import { containing } from '../../db/search-text.ts'
import { cappedPage, countUpTo, totalMax } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { msOfBucket } from './logged-requests.queries.ts'

const addressesMax = 100

/** The period of the figures: whole hours, excluding the end. */
export interface Hours {
  from: Date
  until: Date
}

/** A page of requests. Indexes: request_logs_pkey, request_logs_user, request_logs_ip. Runs in an identity transaction. */
export async function requestPage(
  tx: Tx,
  query: RequestLogQuery,
  range: { from: Date | null; until: Date | null },
): Promise<Page<RequestLogEntry>> {
  const { method, statusCode, path, ip, userEmail, searchQuery } = query
  let found = tx.selectFrom('request_logs')
  if (range.from) found = found.where('at', '>=', range.from)
  if (range.until) found = found.where('at', '<', range.until)
  if (method?.length) found = found.where('method', 'in', method)
  if (statusCode?.length) found = found.where('status', 'in', statusCode.map(Number))
  if (path) found = found.where('path', 'ilike', containing(path))
  if (ip) found = found.where('ip', '=', ip)
  if (userEmail) found = found.where('user_email', '=', userEmail.toLowerCase())
  if (searchQuery) {
    const like = containing(searchQuery)
    found = found.where(
      sql<SqlBool>`(path ilike ${like} or user_email ilike ${like} or company ilike ${like} or ip like ${like})`,
    )
  }
  const rows = await found
    .select(['at', 'method', 'path', 'status', 'ms', 'ip', 'user_email', 'company', 'request_id'])
    .orderBy('at', query.sortDirection)
    .orderBy('id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  const items = rows.map((row) => ({
    at: row.at.toISOString(),
    method: row.method,
    path: row.path,
    status: row.status,
    ms: row.ms,
    ip: row.ip,
    ...(row.user_email ? { user: row.user_email } : {}),
    ...(row.company ? { company: row.company } : {}),
    requestId: row.request_id,
  }))
  return cappedPage(items, await countUpTo(tx, found, totalMax + 1), query)
}

/**
 * A page of sign-in attempts. Indexes: sign_ins_at, sign_ins_result. Runs in an identity transaction.
 *
 * @param companyIds only attempts on accounts of these companies; null for all, including unknown names
 */
export async function signInPage(
  tx: Tx,
  query: SignInLogQuery,
  range: { from: Date | null; until: Date | null },
  companyIds: readonly number[] | null,
): Promise<Page<SignInLog>> {
  let found = tx
    .selectFrom('sign_ins')
    .leftJoin('users', 'users.id', 'sign_ins.user_id')
    .leftJoin('companies', 'companies.id', 'users.company_id')
  if (range.from) found = found.where('sign_ins.at', '>=', range.from)
  if (range.until) found = found.where('sign_ins.at', '<', range.until)
  if (query.result) found = found.where('sign_ins.result', '=', query.result)
  if (query.ip) found = found.where('sign_ins.ip', '=', query.ip)
  if (companyIds) found = found.where('users.company_id', 'in', companyIds)
  if (query.searchQuery) {
    const like = containing(query.searchQuery)
    found = found.where(sql<SqlBool>`(sign_ins.email ilike ${like} or sign_ins.ip like ${like})`)
  }
  const rows = await found
    .select([
      'sign_ins.at',
      'sign_ins.email',
      'companies.key as company',
      'sign_ins.ip',
      'sign_ins.user_agent',
      // A column that exists only for sign-in methods other than a password.
      sql<string>`coalesce(to_jsonb(sign_ins) ->> 'method', 'password')`.as('method'),
      'sign_ins.result',
      'sign_ins.reason',
    ])
    .orderBy('sign_ins.at', query.sortDirection)
    .orderBy('sign_ins.id', query.sortDirection)
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  const items = rows.map((row) => ({
    at: row.at.toISOString(),
    email: row.email,
    company: row.company,
    ip: row.ip,
    userAgent: row.user_agent,
    method: row.method,
    result: row.result,
    ...(row.reason ? { reason: row.reason } : {}),
  }))
  return cappedPage(items, await countUpTo(tx, found, totalMax + 1), query)
}

/** Sign-in attempts by IP address. Index: sign_ins_at. */
export async function signInsByIp(tx: Tx, { from, until }: Hours) {
  const { rows } = await sql<{ ip: string; count: number; failed: number; last_at: Date }>`
    select ip, count(*)::int as count, (count(*) filter (where result in ('refused', 'throttled')))::int as failed, max(at) as last_at from sign_ins
    where at >= ${from} and at < ${until} and ip is not null group by ip order by count(*) desc, ip limit ${addressesMax}`.execute(
    tx,
  )
  return rows
}

/** Requests by IP address, most first. Index: request_ips_pkey. */
export async function requestsByIp(tx: Tx, { from, until }: Hours) {
  const { rows } = await sql<{ key: string; count: number }>`
    select ip as key, sum(count)::int as count from request_ips where hour >= ${from} and hour < ${until}
    group by ip order by sum(count) desc, ip limit ${addressesMax}`.execute(tx)
  return rows
}

const groupings = {
  method: { column: sql`method`, order: sql`sum(count) desc, method` },
  status: { column: sql`status::text`, order: sql`status::text` },
} as const

/** Requests by method or status. Index: request_counts_pkey. */
export async function requestsBy(tx: Tx, by: keyof typeof groupings, { from, until }: Hours) {
  const { column, order } = groupings[by]
  const { rows } = await sql<{ key: string; count: number }>`
    select ${column} as key, sum(count)::int as count from request_counts where hour >= ${from} and hour < ${until}
    group by ${by === 'method' ? sql`method` : sql`status`} order by ${order}`.execute(tx)
  return rows
}

/** Requests per UTC day; days without any are missing. */
export async function requestsByDay(tx: Tx, { from, until }: Hours) {
  // Grouped by hour first, because formatting the day of each count took most of the time.
  const { rows } = await sql<{ day: string; count: number; refused: number; failed: number }>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(count)::int as count,
      coalesce(sum(refused), 0)::int as refused, coalesce(sum(failed), 0)::int as failed
    from (select hour, sum(count) as count, sum(count) filter (where status between 400 and 499) as refused,
        sum(count) filter (where status >= 500) as failed
      from request_counts where hour >= ${from} and hour < ${until} group by hour) as hours group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.day, row]))
}

export async function countRequests(tx: Tx, { from, until }: Hours): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(count), 0) as count from request_counts where hour >= ${from} and hour < ${until}`.execute(tx)
  return Number(rows[0]?.count)
}

/** The most frequent calls; `p95ms` is the upper end of the bucket that contains the 95th percentile. */
export async function topEndpoints(tx: Tx, n: number, { from, until }: Hours) {
  const { rows } = await sql<{ method: string; path: string; count: number; bucket: number }>`
    with buckets as (
      select method, path, bucket, sum(count) as count from request_counts where hour >= ${from} and hour < ${until}
      group by method, path, bucket
    ), running as (
      select *, sum(count) over (partition by method, path order by bucket) as up_to, sum(count) over (partition by method, path) as total
      from buckets
    )
    select method, path, max(total)::int as count, (min(bucket) filter (where up_to >= 0.95 * total))::int as bucket from running
    group by method, path order by max(total) desc, method, path limit ${n}`.execute(tx)
  return rows.map(({ bucket, ...row }) => ({ ...row, p95ms: Math.round(msOfBucket(bucket) * 10) / 10 }))
}
