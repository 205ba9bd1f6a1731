import type { CompiledRule, RuleHit } from '@signet/detection'
import type { Tx } from '../../../db/database.ts'
import { findingKeyOf } from '../../allow-list/suppress-findings.ts'
import { knownAmong } from '../../allow-list/suppressions.queries.ts'
import type { RuleEffectRow } from '../../detection-rules/rule-effects.queries.ts'
import type { FoundThreat } from '../../threats/found/finding-threat.ts'
import { weighByRules, type Ruled } from '../../detection-rules/weigh-by-rules.ts'

/** Findings after the rules of their company. */
export interface RuledFindings<T> {
  /** Those that intake continues with. A threat that exists stays as it is and gets new sightings, whatever rules say. */
  kept: T[]
  /** How many aren't reported. */
  held: number
  /** To be recorded after the findings were stored. */
  effects: RuleEffectRow[]
}

/**
 * Applies the rules of a company to its findings, in the transaction that stores them.
 *
 * @param pointsMin see `weighByRules`
 * @param hitsOf the rules that a finding meets, if that is known already
 */
export async function applyRules<T extends FoundThreat>(
  tx: Tx,
  companyId: number,
  findings: readonly T[],
  {
    rules,
    pointsMin,
    hitsOf,
  }: {
    rules: readonly CompiledRule[]
    pointsMin: number
    hitsOf?: (finding: T) => readonly RuleHit[] | undefined
  },
): Promise<RuledFindings<T>> {
  const ruled = findings.map((finding) => weighByRules(rules, finding, pointsMin, hitsOf?.(finding)))
  const held = ruled.filter(({ isHeld }) => isHeld).map(({ threat }) => findingKeyOf(threat))
  const known = new Set((await knownAmong(tx, companyId, held)).map(identityOf))
  const isKnown = ({ isHeld, threat }: Ruled<T>) => isHeld && known.has(identityOf(threat))
  const kept = ruled.filter((one) => !one.isHeld || isKnown(one))
  return {
    kept: kept.map(({ threat }) => threat),
    held: ruled.length - kept.length,
    effects: ruled.flatMap((one) => (isKnown(one) ? [] : one.effects)),
  }
}

const identityOf = ({ source, fingerprint }: Pick<FoundThreat, 'source' | 'fingerprint'>) =>
  `${source} ${fingerprint.toString('hex')}`
