import { sql } from 'kysely'
import { dayMs } from '@signet/contract/time'
import type { Database } from '../../db/database.ts'
import { cutIp, ipDays } from '../audit/truncate-ips.ts'
import { dropDaysBefore, prepareDays } from './write-requests.ts'

const daysAhead = 2

/**
 * Runs every night: drops days beyond the retention period, creates partitions for future days, and truncates IP addresses older than 90
 * days to their network.
 */
export async function tidyRequests(database: Database, now: Date, logDays: number): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  await dropDaysBefore(database, daysAgo(logDays))
  await prepareDays(
    database,
    Array.from({ length: daysAhead + 1 }, (_, index) => daysAgo(-index)),
  )
  if (logDays <= ipDays) return
  await database.inIdentity(async (tx) => {
    await sql`update request_logs set ip = ${cutIp} where at < ${daysAgo(ipDays)} and ip is not null and position('/' in ip) = 0`.execute(
      tx,
    )
    await sql`with old as (
        delete from request_ips where hour < ${daysAgo(ipDays)} and position('/' in ip) = 0 returning hour, ip, count
      )
      insert into request_ips as c (hour, ip, count) select hour, ${cutIp} as network, sum(count) from old group by 1, 2
      on conflict (hour, ip) do update set count = c.count + excluded.count`.execute(tx)
  })
}
