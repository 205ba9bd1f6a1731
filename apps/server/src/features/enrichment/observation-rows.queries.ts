import type { ObservedChange } from '@signet/contract/threats/observations'
import type { Tx } from '../../db/database.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'

/** The newest confirmed and the newest unconfirmed state of each kind. Index: domain_observations_threat. */
export function newestObservations(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('domain_observations')
    .selectAll()
    .distinctOn(['kind', 'is_settled'])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .orderBy('kind')
    .orderBy('is_settled')
    .orderBy('observed_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Confirms a state that was seen a second time. */
export async function settleObservation(
  tx: Tx,
  companyId: number,
  { id, seen_count: seenCount }: Pick<Row<'domain_observations'>, 'id' | 'seen_count'>,
  at: Date,
  changes: readonly ObservedChange[],
): Promise<void> {
  await tx
    .updateTable('domain_observations')
    .set({ is_settled: true, seen_at: at, seen_count: seenCount + 1, changes: JSON.stringify(changes) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function insertObservation(
  tx: Tx,
  companyId: number,
  observation: Omit<NewRow<'domain_observations'>, 'company_id' | 'id'>,
): Promise<void> {
  await tx
    .insertInto('domain_observations')
    .values({ company_id: companyId, id: randomUUID(), ...observation })
    .execute()
}

/** Counts that a state was seen again. */
export async function countObservation(tx: Tx, companyId: number, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('domain_observations')
    .set({ seen_at: at, seen_count: sql`seen_count + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function deleteObservation(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx.deleteFrom('domain_observations').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Whether another threat of the company has a certificate with the same key. Index: domain_observations_key. */
export async function isKeyShared(
  tx: Tx,
  threat: Pick<Row<'threats'>, 'id' | 'company_id'>,
  key: string | undefined,
): Promise<boolean> {
  if (key === undefined) return false
  const { rows } = await sql`select from domain_observations where company_id = ${threat.company_id} and kind = 'tls'
    and facts -> 'certificate' ->> 'keySha256' = ${key} and threat_id != ${threat.id} limit 1`.execute(tx)
  return rows.length > 0
}

/** A brand of the company. Index: brands_pkey. */
export function findBrand(tx: Tx, companyId: number, brandId: string) {
  return tx
    .selectFrom('brands')
    .select(['name', 'aliases', 'official'])
    .where('company_id', '=', companyId)
    .where('id', '=', brandId)
    .executeTakeFirst()
}

/** Removes the scheduled return of a watched threat to the review queue. Index: qa_watches_pkey. */
export async function deleteRecheck(tx: Tx, companyId: number, threatId: string): Promise<void> {
  await tx.deleteFrom('qa_watches').where('company_id', '=', companyId).where('threat_id', '=', threatId).execute()
}
