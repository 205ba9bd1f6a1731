import { ownAssetOf, type OwnAssets } from '@signet/detection'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { findingKeyOf, recordSuppressed, suppressFindings } from '../../allow-list/suppress-findings.ts'
import { countOwnFindings } from '../../assets/own-findings.queries.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import type { IngestedThreat } from './ingest-line.ts'
import { ingestRowOf, upsertIngested } from './ingest.queries.ts'

/** What became of findings. */
export interface StoredFindings {
  /** New threats. */
  found: number
  /** The company's own, or covered by its allow list. */
  suppressed: number
}

/**
 * Stores what connectors found: what is the company's own or allowed is counted, everything else becomes a threat or refreshes one. Nothing
 * that a person decided changes.
 *
 * @param findings at most 5,000, no fingerprint twice
 * @param enqueue queues lookups of new threats; undefined if lookups are disabled
 */
export async function storeFindings(
  tx: Tx,
  companyId: number,
  findings: readonly IngestedThreat[],
  { own, enqueue, now }: { own: OwnAssets; enqueue: Enqueue | undefined; now: Date },
): Promise<StoredFindings> {
  const owned = findings.flatMap((threat) => {
    const asset = ownAssetOf(own, threat)
    return asset ? [{ source: threat.source, asset }] : []
  })
  const foreign = findings.filter((threat) => ownAssetOf(own, threat) === null)
  const held = await suppressFindings(tx, companyId, foreign, findingKeyOf, now)
  const found = await upsertIngested(tx, companyId, held.kept.map(ingestRowOf))
  if (enqueue && found > 0) {
    await lookUpNew(
      tx,
      enqueue,
      companyId,
      held.kept.map(({ id }) => id),
    )
  }
  await recordSuppressed(tx, companyId, held, findingKeyOf, now)
  await countOwnFindings(tx, companyId, owned, now)
  return { found, suppressed: findings.length - held.kept.length }
}
