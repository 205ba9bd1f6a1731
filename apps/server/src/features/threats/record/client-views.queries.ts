import type { Tx } from '../../../db/database.ts'

/** Records that a user of the client opened a threat, if it is the first time. Index: client_views_pkey. */
export async function insertClientView(tx: Tx, companyId: number, threatId: string): Promise<void> {
  await tx
    .insertInto('client_views')
    .values({ company_id: companyId, threat_id: threatId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
