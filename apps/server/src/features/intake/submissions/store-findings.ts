import { ownAssetOf, type OwnAssets } from '@signet/detection'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { findingKeyOf, recordSuppressed, suppressFindings } from '../../allow-list/suppress-findings.ts'
import { countOwnFindings, type OwnFinding } from '../../assets/own-findings.queries.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import type { IngestedThreat } from './ingest-line.ts'
import { ingestRowOf, upsertIngested, type KnownThreats } from './ingest.queries.ts'

/** What became of findings. */
export interface StoredFindings {
  /** New threats. */
  found: number
  /** The company's own. */
  own: number
  /** Covered by its allow list. */
  allowed: number
  /** The findings that are neither. */
  kept: readonly IngestedThreat[]
}

/**
 * Stores what connectors found or files contain: what is the company's own or allowed is counted, everything else becomes a threat or
 * refreshes one. Nothing that a person decided changes.
 *
 * @param findings at most 5,000, no fingerprint twice
 * @param enqueue queues lookups of new threats; undefined if lookups are disabled
 * @param known what happens to known threats, see `upsertIngested`
 */
export async function storeFindings(
  tx: Tx,
  companyId: number,
  findings: readonly IngestedThreat[],
  {
    own,
    enqueue,
    now,
    known = 'refreshed',
    isThreat = () => true,
  }: {
    own: OwnAssets
    enqueue: Enqueue | undefined
    now: Date
    known?: KnownThreats
    /** Which of the findings that are kept become threats; all of them if left out. */
    isThreat?: (finding: IngestedThreat) => boolean
  },
): Promise<StoredFindings> {
  const owned: OwnFinding[] = []
  const foreign = findings.filter((threat) => {
    const asset = ownAssetOf(own, threat)
    if (asset) owned.push({ source: threat.source, asset })
    return !asset
  })
  const held = await suppressFindings(tx, companyId, foreign, findingKeyOf, now)
  const threats = held.kept.filter((finding) => isThreat(finding))
  const found = await upsertIngested(tx, companyId, threats.map(ingestRowOf), known)
  if (enqueue && found > 0) {
    await lookUpNew(
      tx,
      enqueue,
      companyId,
      threats.map(({ id }) => id),
    )
  }
  await recordSuppressed(tx, companyId, held, findingKeyOf, now)
  await countOwnFindings(tx, companyId, owned, now)
  return { found, own: owned.length, allowed: foreign.length - held.kept.length, kept: held.kept }
}
