import { sql } from 'kysely'
import type { AllowEntry, AllowKind } from '@signet/contract/threats/allow-list'
import type { RecordPlace } from '@signet/contract/threats/sources'
import type { Page, SortedPaging } from '@signet/contract/wire'
import { containing } from '../../db/search-text.ts'
import { countUpTo, pageCountedBy, totalMax } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'

export type AllowEntryRow = Row<'allow_entries'>
type ListedEntry = AllowEntryRow & { threat: RecordPlace | null }

const sortColumn = {
  at: 'created_at',
  value: 'value',
  suppressions: 'suppressions',
  lastSuppressedAt: 'last_suppressed_at',
  expiresAt: 'expires_at',
} as const

/** The parameters of a page of the list. */
export interface AllowListQuery extends SortedPaging<keyof typeof sortColumn> {
  searchQuery?: string | undefined
  kind?: AllowKind[] | undefined
}

const entries = (tx: Tx, companyId: number) =>
  tx
    .selectFrom('allow_entries')
    .selectAll('allow_entries')
    .select(
      sql<
        ListedEntry['threat']
      >`(select json_build_object('id', t.id, 'kind', t.kind, 'source', t.source) from threats t
        where t.company_id = ${companyId} and t.id = allow_entries.threat_id)`.as('threat'),
    )
    .where('company_id', '=', companyId)

/** A page of a company's allow list. Index: allow_entries_created for the newest first; other orders sort the rows. */
export async function listEntries(tx: Tx, companyId: number, query: AllowListQuery): Promise<Page<AllowEntry>> {
  const { searchQuery, kind } = query
  const like = containing((searchQuery ?? '').toLowerCase())
  const rows = await entries(tx, companyId)
    .$call((found) => (kind?.length ? found.where('kind', 'in', kind) : found))
    .$if(Boolean(searchQuery), (found) =>
      found.where(sql<boolean>`(lower(value) like ${like} or lower(reason) like ${like})`),
    )
    .orderBy(sortColumn[query.sortField], (order) =>
      query.sortDirection === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
    )
    .orderBy('id')
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  const counted = tx
    .selectFrom('allow_entries')
    .where('company_id', '=', companyId)
    .$call((found) => (kind?.length ? found.where('kind', 'in', kind) : found))
    .$if(Boolean(searchQuery), (found) =>
      found.where(sql<boolean>`(lower(value) like ${like} or lower(reason) like ${like})`),
    )
  return pageCountedBy(rows.map(toAllowEntry), query, () => countUpTo(tx, counted, totalMax + 1))
}

/** One entry as listed. Index: allow_entries_pkey. */
export async function findEntry(tx: Tx, companyId: number, entryId: string): Promise<AllowEntry | null> {
  const row = await entries(tx, companyId).where('id', '=', entryId).executeTakeFirst()
  return row ? toAllowEntry(row) : null
}

/** One entry, locked for a change. */
export function lockEntry(tx: Tx, companyId: number, entryId: string): Promise<AllowEntryRow | undefined> {
  return tx
    .selectFrom('allow_entries')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a manual entry; false if there is already one with that value. */
export async function insertEntry(
  tx: Tx,
  companyId: number,
  entry: {
    id: string
    kind: AllowKind
    value: string
    reason: string
    expiresAt: Date | null
    by: { userId: string; name: string }
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('allow_entries')
    .values({
      company_id: companyId,
      id: entry.id,
      kind: entry.kind,
      value: entry.value,
      reason: entry.reason,
      by_user: entry.by.userId,
      by_name: entry.by.name,
      threat_id: null,
      content_hash: null,
      expires_at: entry.expiresAt,
      last_suppressed_at: null,
      counted_scan: null,
      counted_line: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setEntry(
  tx: Tx,
  companyId: number,
  entryId: string,
  changes: { reason?: string | undefined; expires_at?: Date | null },
): Promise<void> {
  await tx
    .updateTable('allow_entries')
    .set((set) => ({ ...changes, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', entryId)
    .execute()
}

export async function deleteEntries(tx: Tx, companyId: number, entryIds: readonly string[]): Promise<void> {
  if (entryIds.length === 0) return
  await tx.deleteFrom('allow_entries').where('company_id', '=', companyId).where('id', 'in', entryIds).execute()
}

function toAllowEntry(row: ListedEntry): AllowEntry {
  return {
    id: row.id,
    kind: row.kind,
    value: row.value,
    reason: row.reason,
    by: row.by_name,
    at: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    suppressions: row.suppressions,
    lastSuppressedAt: row.last_suppressed_at?.toISOString() ?? null,
    threat: row.threat,
    version: row.version,
  }
}
