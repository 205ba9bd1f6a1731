import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { brandFileKinds } from '../../db/columns.ts'

/** The capture and what it is compared for; undefined if it wasn't made. Index: captures_pkey. */
export function capturedThreat(tx: Tx, companyId: number, captureId: string) {
  return tx
    .selectFrom('captures')
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'captures.company_id').onRef('threats.id', '=', 'captures.threat_id'),
    )
    .select(['captures.id', 'captures.visits', 'captures.threat_id', 'threats.brand_id'])
    .where('captures.company_id', '=', companyId)
    .where('captures.id', '=', captureId)
    .where('captures.status', '=', 'done')
    .executeTakeFirst()
}

/** The brand of a threat, or all of the company for a threat of no known brand. Index: brands_pkey. */
export function comparedBrands(tx: Tx, companyId: number, brandId: string | null, max: number) {
  return tx
    .selectFrom('brands')
    .select(['id', 'name', 'aliases', 'official'])
    .where('company_id', '=', companyId)
    .$if(brandId !== null, (query) => query.where('id', '=', brandId))
    .orderBy('place')
    .orderBy('id')
    .limit(max)
    .execute()
}

/** The pictures of brands, and what the captures of their own pages consist of, oldest first. Index: files_owner. */
export function comparedFiles(tx: Tx, companyId: number, brandIds: readonly string[]) {
  return tx
    .selectFrom('files')
    .select(['owner_id', 'owner_kind', 'name', 'sha256'])
    .where('company_id', '=', companyId)
    .where('owner_kind', 'in', brandFileKinds)
    .where('owner_id', 'in', brandIds)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** Evidence of a threat by its bytes. Index: the unique one of the table. */
export function evidenceNames(tx: Tx, companyId: number, threatId: string, hashes: readonly string[]) {
  return tx
    .selectFrom('evidence')
    .select(['sha256', 'name', 'kind'])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where(sql<boolean>`sha256 = any (${hashes}::text[])`)
    .execute()
}

/** @returns false if the capture was compared before */
export async function insertProofs(tx: Tx, rows: readonly NewRow<'lookalike_proofs'>[]): Promise<boolean> {
  const added = await tx
    .insertInto('lookalike_proofs')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('visit')
    .execute()
  return added.length > 0
}

/** From now on, the reasons of this proof are among those of the threat. */
export async function setApplied(
  tx: Tx,
  {
    company_id: companyId,
    threat_id: threatId,
    capture_id: captureId,
    visit,
  }: Pick<Row<'lookalike_proofs'>, 'company_id' | 'threat_id' | 'capture_id' | 'visit'>,
): Promise<void> {
  const ofThreat = tx
    .updateTable('lookalike_proofs')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
  await ofThreat
    .set({ is_applied: false })
    .where(sql<boolean>`is_applied`)
    .execute()
  await ofThreat.set({ is_applied: true }).where('capture_id', '=', captureId).where('visit', '=', visit).execute()
}

/** Stores what the checks of its domain added to a threat, weighed anew. Index: domain_watches_pkey. */
export async function setObserved(
  tx: Tx,
  companyId: number,
  threatId: string,
  observed: Row<'domain_watches'>['added'],
): Promise<void> {
  await tx
    .updateTable('domain_watches')
    .set({ added: JSON.stringify(observed) })
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .execute()
}
