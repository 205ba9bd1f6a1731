import type { Tx } from '../../../db/database.ts'
import { hasFeeds } from '../../companies/set-up-sources.queries.ts'
import { coverageRows } from './company-coverage.queries.ts'
import { clockIn, stateOf } from './connector-work.ts'
import { isCollected } from './source-feeds.ts'

/** How many sources each company has, and how many of them collect. */
export async function collectingSources(tx: Tx, companyIds: readonly number[]) {
  const isRead = await hasFeeds(tx)
  const clock = await clockIn(tx)
  const rows = Map.groupBy(await coverageRows(tx, companyIds), (row) => row.company_id)
  return (companyId: number): { all: number; collecting: number } => {
    const bySource = [...Map.groupBy(rows.get(companyId) ?? [], ({ source }) => source)]
    const collecting = bySource.filter(([source, own]) => {
      const states = own.flatMap((row) => (row.connector === null ? [] : [stateOf(row, clock)]))
      return isCollected(source, states, isRead)
    })
    return { all: bySource.length, collecting: collecting.length }
  }
}
