import { sql } from 'kysely'
import { kinds, type Kind } from '@signet/contract/threats/sources'
import type { Tx } from '../../../db/database.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'

/** One observation as what it may be stored as. */
export type Candidates = Readonly<Partial<Record<Kind, IngestedThreat>>>

/** An entry for the kind and fingerprint of what may be stored. */
const keyOf = ({ kind, fingerprint }: Pick<IngestedThreat, 'kind' | 'fingerprint'>) =>
  `${kind} ${fingerprint.toString('hex')}`

/**
 * What observations are stored as. Offers that are both are touts, unless one is known as a threat: it stays one when its company gets the
 * module for touts, so that nobody decides on it twice. Index: threats_company_id_kind_source_fingerprint_key.
 */
export async function chooseKinds(
  tx: Tx,
  companyId: number,
  observations: readonly Candidates[],
): Promise<IngestedThreat[]> {
  const isDoubtful = observations.some(({ threat, tout }) => threat && tout)
  const known = isDoubtful ? await knownKeys(tx, companyId, observations) : new Set<string>()
  return observations.flatMap(({ threat, tout }) => {
    if (threat && tout) return known.has(keyOf(threat)) && !known.has(keyOf(tout)) ? threat : tout
    return tout ?? threat ?? []
  })
}

async function knownKeys(tx: Tx, companyId: number, observations: readonly Candidates[]): Promise<Set<string>> {
  const all = observations.flatMap(({ threat, tout }) => [threat ?? [], tout ?? []].flat())
  const rows = await tx
    .selectFrom('threats')
    .select(['kind', 'fingerprint'])
    .where('company_id', '=', companyId)
    .where('kind', 'in', kinds)
    .where('source', 'in', [...new Set(all.map(({ source }) => source))])
    .where(sql<boolean>`fingerprint = any (${all.map(({ fingerprint }) => fingerprint)}::bytea[])`)
    .execute()
  return new Set(rows.map(keyOf))
}
