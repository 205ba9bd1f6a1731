import { sql } from 'kysely'
import { dayMs, hourMs } from '@signet/contract/time'
import type { Database, Tx } from '../../db/database.ts'
import { cutIp } from '../audit/truncate-ips.queries.ts'
import { createDays, dropDays, requestLogs } from '../../db/daily-partitions.ts'

/** A request as it is logged: never with a query, body, header or token. */
export interface LoggedRequest {
  at: Date
  method: string
  /** The template of the route, e.g. `/api/rest/threats/:source`. */
  path: string
  status: number
  ms: number
  ip: string | null
  userEmail: string | null
  company: string | null
  requestId: string | null
  isDemo?: boolean
}

const bucketBase = 1.2

/** The histogram bucket of a duration; `msOfBucket` is the longest duration in it. */
const bucketOf = (ms: number): number => (ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(bucketBase)))
export const msOfBucket = (bucket: number): number => bucketBase ** bucket

/** Writes requests and their counts in one transaction, for any day. The days' partitions must exist: `prepareDays`. */
export function writeRequests(database: Database, requests: readonly LoggedRequest[]): Promise<void> {
  return database.inIdentity((tx) => insertRequests(tx, requests))
}

/** The same within an identity transaction. */
export async function insertRequests(tx: Tx, requests: readonly LoggedRequest[]): Promise<void> {
  if (requests.length === 0) return
  // A request logged just before a power failure may be lost; requests don't wait for the disk.
  await sql`set local synchronous_commit = off`.execute(tx)
  const rows = requests.map((request) => ({
    at: request.at.toISOString(),
    method: request.method,
    path: request.path,
    status: request.status,
    ms: request.ms,
    ip: request.ip,
    user_email: request.userEmail,
    company: request.company,
    request_id: request.requestId,
    is_demo: request.isDemo ?? false,
  }))
  await sql`insert into request_logs (at, method, path, status, ms, ip, user_email, company, request_id, is_demo)
    select at, method, path, status, ms, ip, user_email, company, request_id, is_demo
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (at timestamptz, method text, path text, status smallint, ms real,
      ip text, user_email text, company text, request_id uuid, is_demo boolean)`.execute(tx)
  // Counted here and sorted by key, so that two processes that write counts at the same time can't deadlock.
  const counts = tally(requests, (r) => JSON.stringify([hourOf(r.at), r.method, r.path, r.status, bucketOf(r.ms)]))
  await sql`insert into request_counts as c (hour, method, path, status, bucket, count)
    select (k ->> 0)::timestamptz, k ->> 1, k ->> 2, (k ->> 3)::smallint, (k ->> 4)::smallint, n
    from unnest(${counts.keys}::jsonb[], ${counts.numbers}::int[]) as t (k, n) order by 1, 2, 3, 4, 5
    on conflict (hour, method, path, status, bucket) do update set count = c.count + excluded.count`.execute(tx)
  const known = requests.filter(({ ip }) => ip !== null)
  const ips = tally(known, (r) => JSON.stringify([hourOf(r.at), r.ip]))
  await sql`insert into request_ips as c (hour, ip, count) select (k ->> 0)::timestamptz, k ->> 1, n
    from unnest(${ips.keys}::jsonb[], ${ips.numbers}::int[]) as t (k, n) order by 1, 2
    on conflict (hour, ip) do update set count = c.count + excluded.count`.execute(tx)
}

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs).toISOString()

function tally(requests: readonly LoggedRequest[], keyOf: (request: LoggedRequest) => string) {
  const counts = new Map<string, number>()
  for (const request of requests) {
    const key = keyOf(request)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return { keys: [...counts.keys()], numbers: [...counts.values()] }
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / dayMs) * dayMs)

/** Creates the missing partitions of these days. */
export const prepareDays = (database: Database, instants: readonly Date[]) =>
  createDays(database, requestLogs, instants)

/** Drops the days that ended before the instant, with their counts. */
export async function dropDaysBefore(database: Database, before: Date): Promise<number> {
  const dropped = await dropDays(database, requestLogs, before)
  const start = startOfDay(before)
  await database.inIdentity(async (tx) => {
    await tx.deleteFrom('request_counts').where('hour', '<', start).execute()
    await tx.deleteFrom('request_ips').where('hour', '<', start).execute()
  })
  return dropped
}

/** Truncates the IP addresses of requests before an instant to their network. */
export async function truncateRequestIps(database: Database, before: Date): Promise<void> {
  await database.inIdentity(async (tx) => {
    await sql`update request_logs set ip = ${cutIp} where at < ${before} and ip is not null and position('/' in ip) = 0`.execute(
      tx,
    )
    await sql`with old as (
        delete from request_ips where hour < ${before} and position('/' in ip) = 0 returning hour, ip, count
      )
      insert into request_ips as c (hour, ip, count) select hour, ${cutIp} as network, sum(count) from old group by 1, 2
      on conflict (hour, ip) do update set count = c.count + excluded.count`.execute(tx)
  })
}
