import { sql } from 'kysely'
import type { FeedReading } from '@signet/contract/operation/system-health'
import type { Words } from '@signet/contract/wire'
import type { Tx } from '../../db/database.ts'

/** Number of readings checked: more than a day of the busiest installation. */
const readingsMax = 2000

interface Row {
  feed: string
  state: FeedReading['state']
  created_at: Date
  finished_at: Date | null
  names_read: number
  threats_added: number
  error: Words | null
}

/** The last reading of every data source, failed ones first. Readings belong to the installation, not to a company. */
export async function lastReadings(tx: Tx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (
      select distinct on (feed) feed, state, created_at, finished_at, names_read::float8 as names_read, threats_added, error
      from (select * from scans order by created_at desc limit ${readingsMax}) recent order by feed, created_at desc
    ) last order by state <> 'failed', feed`.execute(tx)
  return rows
}
