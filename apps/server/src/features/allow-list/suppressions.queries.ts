import { sql } from 'kysely'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import type { Tx } from '../../db/database.ts'

/** The fields that identify the threat of a finding. */
export interface Identity {
  kind: Kind
  source: AnySource
  fingerprint: Buffer
}

const columnsOf = (keys: readonly Identity[]) =>
  sql`unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ source }) => source)}::text[],
    ${keys.map(({ fingerprint }) => fingerprint)}::bytea[])`

/** The threats among these that exist. Index: threats_company_id_kind_source_fingerprint_key. */
export async function knownAmong(tx: Tx, companyId: number, keys: readonly Identity[]): Promise<Identity[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Identity>`
    select t.* from ${columnsOf(keys)} as w (kind, source, fingerprint)
    cross join lateral (
      select kind, source, fingerprint from threats
      where company_id = ${companyId} and kind = w.kind and source = w.source and fingerprint = w.fingerprint limit 1
    ) t`.execute(tx)
  return rows
}

/** How far the suppressions of entries were counted; the entries are locked in a stable order. Index: allow_entries_pkey. */
export function lockEntries(tx: Tx, companyId: number, entryIds: readonly string[]) {
  return tx
    .selectFrom('allow_entries')
    .select(['id', 'counted_scan', 'counted_line'])
    .where('company_id', '=', companyId)
    .where('id', 'in', entryIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Adds to the suppressions of entries, which must be locked. */
export async function countSuppressions(
  tx: Tx,
  companyId: number,
  counted: readonly { id: string; count: number; step: number }[],
  now: Date,
  scanId: string | null,
): Promise<void> {
  await sql`
    update allow_entries e set suppressions = e.suppressions + c.count, last_suppressed_at = ${now}::timestamptz,
      counted_scan = ${scanId}::uuid, counted_line = c.step
    from unnest(${counted.map(({ id }) => id)}::uuid[], ${counted.map(({ count }) => count)}::int[],
      ${counted.map(({ step }) => step)}::int[]) as c (id, count, step)
    where e.company_id = ${companyId} and e.id = c.id`.execute(tx)
}

/** Sets threats that one of these entries had whitelisted back to undecided, and deletes the entry of each. */
export async function reopenAllowed(
  tx: Tx,
  companyId: number,
  keys: readonly Identity[],
  entryIds: readonly string[],
): Promise<{ id: string; entry_id: string }[]> {
  const { rows: reopened } = await sql<{ id: string; entry_id: string }>`
    update threats t set status = 'open', version = t.version + 1
    from allow_entries e
    where t.company_id = ${companyId} and t.status = 'whitelist'
      and (t.kind, t.source, t.fingerprint) in (select * from ${columnsOf(keys)})
      and e.company_id = ${companyId} and e.threat_id = t.id and e.id = any (${entryIds}::uuid[])
    returning t.id, e.id as entry_id`.execute(tx)
  const ended = reopened.map((row) => row.entry_id)
  if (ended.length > 0)
    await tx.deleteFrom('allow_entries').where('company_id', '=', companyId).where('id', 'in', ended).execute()
  return reopened
}
