import { sql } from 'kysely'
import { slowCallHours, slowCallMs, slowCallsMax } from '@signet/contract/operation/slow-calls'
import { streamNotifications } from '@signet/contract/messages/notifications'
import type { Tx } from '../../db/database.ts'
import { msOfBucket } from '../logs/logged-requests.queries.ts'

/** How long a stream is open is not how long a call takes. */
const streamPath = `/api/rest${streamNotifications.path}`
/** The slowest bucket that contains no call slower than the limit. */
const quickBucketMax = Math.floor(Math.log(slowCallMs) / Math.log(msOfBucket(1)))

/**
 * The slowest calls of the last hours, from the hourly counts of requests: how many rows are read depends on the number of different calls,
 * not on the number of requests. Index: request_counts_pkey. Runs in an identity transaction.
 */
export async function slowCallRows(tx: Tx) {
  const { rows } = await sql<{ method: string; path: string; count: number; p95: number; longest: number }>`
    with buckets as (
      select method, path, bucket, sum(count) as count from request_counts
      where hour >= date_trunc('hour', now() - make_interval(hours => ${slowCallHours})) and path <> ${streamPath}
      group by method, path, bucket
    ), running as (
      select *, sum(count) over (partition by method, path order by bucket) as up_to, sum(count) over (partition by method, path) as total
      from buckets
    ), calls as (
      select method, path, max(total)::int as count, (min(bucket) filter (where up_to >= 0.95 * total))::int as p95,
        max(bucket)::int as longest
      from running group by method, path
    )
    select method, path, count, p95, longest from calls where p95 > ${quickBucketMax}
    order by p95 desc, longest desc, count desc, method, path limit ${slowCallsMax}`.execute(tx)
  return rows.map(({ method, path, count, p95, longest }) => ({
    method,
    path,
    count,
    p95ms: Math.round(msOfBucket(p95)),
    longestMs: Math.round(msOfBucket(longest)),
  }))
}
