import { ownAssetOf, type OwnAssets } from '@signet/detection'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { findingKeyOf, recordSuppressed, suppressFindings } from '../../allow-list/suppress-findings.ts'
import { countOwnFindings, type OwnFinding } from '../../assets/own-findings.queries.ts'
import { recordEffects } from '../../detection-rules/rule-effects.queries.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { rulesInForce } from '../../detection-rules/weigh-by-rules.ts'
import type { IngestedThreat } from './ingest-line.ts'
import { ingestRowOf, putIngested, type KnownThreats } from './ingest.queries.ts'

/** What became of findings. */
export interface StoredFindings {
  /** New threats. */
  found: number
  /** The company's own. */
  own: number
  /** Covered by its allow list, or held back by a rule. */
  allowed: number
  /** The findings that are neither. */
  kept: readonly IngestedThreat[]
}

/**
 * Stores what connectors found or files contain: what is the company's own, allowed or held back by a rule is counted, everything else
 * becomes a threat or refreshes one. Nothing that a person decided changes.
 *
 * @param findings at most 5,000, no fingerprint twice
 * @param enqueue queues look-ups of new threats; undefined if look-ups are disabled
 * @param known what happens to known threats, see `putIngested`
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
    pointsMin = 0,
  }: {
    own: OwnAssets
    enqueue: Enqueue | undefined
    now: Date
    known?: KnownThreats
    /** Which of the findings that are kept become threats; all of them if left out. */
    isThreat?: (finding: IngestedThreat) => boolean
    /** What has fewer points after the company's rules isn't reported; everything is by default. */
    pointsMin?: number
  },
): Promise<StoredFindings> {
  const owned: OwnFinding[] = []
  const foreign = findings.filter((threat) => {
    const asset = ownAssetOf(own, threat)
    if (asset) owned.push({ source: threat.source, asset })
    return !asset
  })
  const rules = await rulesInForce(tx, companyId)
  const ruled = await applyRules(tx, companyId, foreign, { rules, pointsMin, hitsOf: ({ hits }) => hits })
  const held = await suppressFindings(tx, companyId, ruled.kept, findingKeyOf, now)
  // The rules return changed copies, and callers know the findings they passed.
  const passed = new Map(findings.map((finding) => [finding.id, finding]))
  const asPassed = (finding: IngestedThreat) => passed.get(finding.id) ?? finding
  const threats = held.kept.filter((finding) => isThreat(asPassed(finding)))
  const found = await putIngested(tx, companyId, threats.map(ingestRowOf), known)
  if (enqueue && found > 0) {
    await lookUpNew(
      tx,
      enqueue,
      companyId,
      threats.map(({ id }) => id),
    )
  }
  await recordEffects(tx, companyId, ruled.effects, now)
  await recordSuppressed(tx, companyId, held, findingKeyOf, now)
  await countOwnFindings(tx, companyId, owned, now)
  return { found, own: owned.length, allowed: foreign.length - held.kept.length, kept: held.kept.map(asPassed) }
}
