import {
  compileRules,
  factsOfThreat,
  findingScoreMin,
  hitsOf,
  weighHits,
  type CompiledRule,
  type RuleHit,
} from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import type { RuleEffectRow } from './rule-effects.queries.ts'
import { rulesOn } from './rules-in-force.queries.ts'
import type { FoundThreat } from '../threats/found/finding-threat.ts'
import { severityOfScore } from '../threats/found/severity-of-score.ts'

/** The rules of a company that are switched on, ready to be matched; empty for most companies. */
export const rulesInForce = async (tx: Tx, companyId: number): Promise<CompiledRule[]> =>
  compileRules(await rulesOn(tx, companyId))

/** The points from which on what the detector found is a threat. */
export const findingPointsMin = findingScoreMin * 100

/** What rules make of a finding. */
export interface Ruled<T> {
  /** With the score, severity and reasons that the rules give it. */
  threat: T
  /** It isn't reported: a rule suppresses it, or what is left of its score is too low. */
  isHeld: boolean
  effects: RuleEffectRow[]
}

/**
 * Applies the rules of a company to a finding.
 *
 * @param pointsMin what is found with fewer points isn't reported; 0 for what people and other programs report
 * @param hits the rules that it meets, if more is known about it than its threat says
 */
export function weighByRules<T extends FoundThreat>(
  rules: readonly CompiledRule[],
  threat: T,
  pointsMin: number,
  hits: readonly RuleHit[] = rules.length === 0 ? [] : hitsOf(rules, factsOfThreat(threat)),
): Ruled<T> {
  const isLeftOut = threat.isLeftOut === true
  if (hits.length === 0) return { threat, isHeld: isLeftOut, effects: [] }
  const { score, indicators } = weighHits(threat, hits)
  const isHeld = score < pointsMin || hits.some(({ rule }) => rule.effect === 'suppress')
  // A severity that differs from that of the score was set by a person or another program.
  const isOwn = threat.severity !== severityOfScore(threat.score)
  const weighed = {
    ...threat,
    score,
    indicators: [...indicators],
    severity: isOwn ? threat.severity : severityOfScore(score),
  }
  const { source, fingerprint, title, id } = threat
  return {
    threat: isHeld ? threat : weighed,
    isHeld,
    // What was no finding and still is none didn't change.
    effects:
      isHeld && isLeftOut
        ? []
        : hits
            .filter(({ rule }) => !isHeld || rule.effect !== 'raise')
            .map(({ rule }) => ({ ruleId: rule.id, source, fingerprint, title, threatId: isHeld ? null : id })),
  }
}
