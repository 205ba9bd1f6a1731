import { sql, type Expression } from 'kysely'
import type { LookalikeProof } from '@signet/contract/threats/lookalike-proofs'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'

const listMax = 20

/** The proofs of a threat, latest first, one for each picture. Index: lookalike_proofs_threat. */
export async function proofsOf(tx: Tx, companyId: number, threatIds: Expression<string>): Promise<LookalikeProof[]> {
  const rows = await tx
    .selectFrom('lookalike_proofs')
    .select(['picture', 'width', 'height', 'shows_brand', 'verdict', 'places', 'compared_at'])
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .orderBy('compared_at', 'desc')
    .orderBy('capture_id')
    .orderBy('visit')
    .limit(listMax)
    .execute()
  const latest = new Map(rows.toReversed().map((row) => [row.picture, row]))
  return rows
    .filter((row) => latest.get(row.picture) === row)
    .map((row) => ({
      picture: row.picture,
      view: { width: row.width, height: row.height },
      showsBrand: row.shows_brand,
      verdict: row.verdict,
      places: row.places,
      comparedAt: row.compared_at.toISOString(),
    }))
}

/** The proof whose reasons are among those of the threat. Index: lookalike_proofs_applied. */
export function appliedProof(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('lookalike_proofs')
    .select(['verdict', 'indicators'])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where(sql<boolean>`is_applied`)
    .executeTakeFirst()
}

export type AppliedProof = Pick<Row<'lookalike_proofs'>, 'verdict' | 'indicators'>
