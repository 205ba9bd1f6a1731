import { dayMs } from '@signet/contract/time'
import type { Database } from '../../db/database.ts'
import { ipDays } from '../audit/truncate-ips.queries.ts'
import { dropDaysBefore, prepareDays, truncateRequestIps } from './logged-requests.queries.ts'

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
  await truncateRequestIps(database, daysAgo(ipDays))
}
