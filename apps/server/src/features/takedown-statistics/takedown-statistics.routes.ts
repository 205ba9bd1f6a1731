import type * as contract from '@signet/contract/takedowns/takedown-statistics'
import { dayMs } from '@signet/contract/time'
import type { Handler } from '../../app/handler.ts'
import { takedownsSince } from './clock-rows.queries.ts'
import { statisticsOf } from './statistics.ts'

export const getTakedownStatistics: Handler<typeof contract.getTakedownStatistics> = (
  { tx, companies },
  { query: { daysBack, clock, by } },
) => {
  const now = new Date()
  const companyIds = companies.map(({ id }) => id)
  const takedowns = takedownsSince(companyIds, new Date(now.getTime() - daysBack * dayMs))
  return statisticsOf(tx, takedowns, { clock, by, now })
}
