import { sql } from 'kysely'
import type { CtLogKind, CtLogState } from '@signet/contract/collection/ct-logs'
import type { Words } from '@signet/contract/wire'
import type { Tx } from '../../db/database.ts'

/** More than any list of logs contains. */
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
  error: Words | null
  is_demo: boolean
  /** The current time of the database, which all its processes share; for the demo, the time it was loaded. */
  now: Date
}

/** Every log that is or was read, followed ones first; those of the demo only if no other log is followed. */
export async function ctLogRows(tx: Tx): Promise<CtLogRow[]> {
  const { rows } = await sql<CtLogRow>`
    select id, operator, description, url, kind, state, is_listed, tree_size::float8 as tree_size,
      next_index::float8 as next_index, entries_read::float8 as entries_read, names_read::float8 as names_read,
      unreadable::float8 as unreadable, gaps::float8 as gaps, entry_at, checked_at, retry_at, error, is_demo, case when is_demo then created_at else now() end as now
    from ct_logs where not is_demo or not exists (select from ct_logs where is_listed and not is_demo)
    order by not is_listed, state = 'ended', operator, description, id limit ${logsMax}`.execute(tx)
  return rows
}

/** How many brands of a company names are compared with. Index: brands_pkey. */
export async function brandCount(tx: Tx, companyId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('brands')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a company belongs to the demo. Runs in an identity transaction. Index: companies_pkey. */
export async function isDemoCompany(tx: Tx, companyId: number): Promise<boolean> {
  const row = await tx.selectFrom('companies').select('is_demo').where('id', '=', companyId).executeTakeFirst()
  return row?.is_demo === true
}
