import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { NewRow, Row } from '../../../db/rows.ts'
import type { Tables } from '../../../db/tables.ts'

export type LookUpRow = Row<'look_ups'>

const answersMax = 50
/** A question that a worker has not ended by then was lost with it. */
const lostAfter = '15 minutes'
/** An answer is not asked for again within this time. */
const freshFor = '1 minute'

/** The look-ups of a threat, newest first. Index: look_ups_threat. */
export const lookUpsOf = (tx: Tx, companyId: number, threatId: string): Promise<LookUpRow[]> =>
  tx
    .selectFrom('look_ups')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(answersMax)
    .execute()

/** Index: look_ups_pkey. */
export const findLookUp = (tx: Tx, companyId: number, lookUpId: string) =>
  tx
    .selectFrom('look_ups')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', lookUpId)
    .executeTakeFirst()

/** Ends the questions of a threat that were lost with their worker. Index: look_ups_open. */
export async function endLostLookUps(tx: Tx, companyId: number, threatId: string): Promise<void> {
  await tx
    .updateTable('look_ups')
    .set({
      state: 'failed',
      problem: JSON.stringify({ reason: 'INTERNAL', parameters: {} }),
      answered_at: new Date(),
    })
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('state', '=', 'asking')
    .where(sql<boolean>`requested_at < now() - ${lostAfter}::interval`)
    .execute()
}

/** Whether a provider is being asked about a threat, which must be locked, or has just answered. Index: look_ups_threat. */
export async function isFresh(
  tx: Tx,
  { companyId, threatId, connector }: { companyId: number; threatId: string; connector: LookUpRow['connector'] },
): Promise<boolean> {
  const row = await tx
    .selectFrom('look_ups')
    .select('id')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('connector', '=', connector)
    .where((where) =>
      where.or([
        where('state', '=', 'asking'),
        where.and([
          where('state', 'in', ['found', 'notFound']),
          sql<boolean>`answered_at > now() - ${freshFor}::interval`,
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a question; returns its id. */
export async function insertLookUp(tx: Tx, row: Omit<NewRow<'look_ups'>, 'id'>): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('look_ups')
    .values({ ...row, id })
    .execute()
  return id
}

/** Stores what a provider said; false if the question was ended before. Index: look_ups_pkey. */
export async function endLookUp(
  tx: Tx,
  companyId: number,
  lookUpId: string,
  answer: Pick<Updateable<Tables['look_ups']>, 'state' | 'problem' | 'url' | 'facts'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('look_ups')
    .set({ ...answer, answered_at: new Date() })
    .where('company_id', '=', companyId)
    .where('id', '=', lookUpId)
    .where('state', '=', 'asking')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
