import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import type { ImportRow } from './imports.queries.ts'

/** A threat that an import added. */
export interface ImportedThreat extends Pick<ThreatRow, 'id' | 'stage' | 'status'> {
  /** Whether others were merged into it. */
  hasDuplicates: boolean
}

/** The next threats of an import, locked. Indexes: imported_threats_pkey, threats_pkey. */
export async function importedThreats(
  tx: Tx,
  { company_id: companyId, id, undone_to: after }: ImportRow,
  max: number,
): Promise<ImportedThreat[]> {
  const next = await sql<{ threat_id: string }>`
    select threat_id from imported_threats where company_id = ${companyId} and import_id = ${id}
      and (${after}::uuid is null or threat_id > ${after}::uuid) order by threat_id limit ${max}`.execute(tx)
  const { rows } = await sql<ImportedThreat>`
    select t.id, t.stage, t.status, exists (
      select from threat_merges m where m.company_id = ${companyId} and m.into_id = t.id) as "hasDuplicates"
    from threats t where t.company_id = ${companyId} and t.id = any (${next.rows.map((row) => row.threat_id)}::uuid[])
    order by t.id for update of t`.execute(tx)
  return rows
}

/**
 * Deletes threats that were imported. They get other fingerprints, so that the same file can be imported again. Index: threats_pkey.
 */
export async function removeThreats(
  tx: Tx,
  { company_id: companyId, id }: ImportRow,
  threatIds: readonly string[],
  actor: { userId: string; name: string },
): Promise<void> {
  if (threatIds.length === 0) return
  await sql`update threats set stage = 'deleted', staged_at = now(), staged_by = ${actor.userId}::uuid,
      staged_by_name = ${actor.name}, version = version + 1, fingerprint = sha256(fingerprint || convert_to(${id}::text, 'UTF8'))
    where company_id = ${companyId} and id = any (${threatIds}::uuid[])`.execute(tx)
}
