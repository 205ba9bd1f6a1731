import { sql } from 'kysely'
import type { CtLogKind, CtLogState } from '@signet/contract/ct-logs'
import type { Tx } from '../../db/database.ts'

/** More than any list of logs has. */
const logsMax = 500

export interface CtLogRow {
  id: string
  operator: string
  description: string
  url: string
  kind: CtLogKind
  state: CtLogState
  is_listed: boolean
  tree_size: number
  next_index: number
  entries_read: number
  names_read: number
  unreadable: number
  gaps: number
  entry_at: Date | null
  checked_at: Date | null
  retry_at: Date | null
  error: string | null
  /** The clock of the database, which is the clock of all its processes. */
  now: Date
}

/** Every log that is or was read, those that are followed first. */
export async function ctLogRows(tx: Tx): Promise<CtLogRow[]> {
  const { rows } = await sql<CtLogRow>`
    select id, operator, description, url, kind, state, is_listed, tree_size::float8 as tree_size,
      next_index::float8 as next_index, entries_read::float8 as entries_read, names_read::float8 as names_read,
      unreadable::float8 as unreadable, gaps::float8 as gaps, entry_at, checked_at, retry_at, error, now() as now
    from ct_logs order by not is_listed, state = 'ended', operator, description, id limit ${logsMax}`.execute(tx)
  return rows
}

/** How many brands names are compared with for a company. Index: brands_pkey. */
export async function brandCount(tx: Tx, companyId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('brands')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
