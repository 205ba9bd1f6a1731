import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { sources } from '@signet/contract/threats/sources'
import {
  factsOfObservation,
  findingScoreMin,
  hitsOf,
  judgeForEach,
  type CompiledRule,
  type ObservationVerdict,
  type RuleHit,
  type Watch,
} from '@signet/detection'

/** The rules that an observation meets, by the key of the company; companies without one are left out. */
export function hitsByCompany(
  companies: ReadonlyMap<number, { rules: readonly CompiledRule[] }>,
  observation: SourceObservation,
): Map<string, readonly RuleHit[]> {
  const found = new Map<string, readonly RuleHit[]>()
  const facts = factsOfObservation(observation)
  for (const [companyId, { rules }] of companies) {
    const hits = rules.length === 0 ? [] : hitsOf(rules, facts)
    if (hits.length > 0) found.set(String(companyId), hits)
  }
  return found
}

/**
 * The verdicts of the detector, also those with too few points, and none at all, where a rule raises the score. The rules themselves count
 * when the findings are stored.
 */
export function threatVerdictsOf(
  watch: Watch,
  observation: SourceObservation,
  hits: ReadonlyMap<string, readonly RuleHit[]>,
): Map<string, ObservationVerdict> {
  const raised = [...hits].filter(([, all]) => all.some(({ rule }) => rule.effect === 'raise')).map(([owner]) => owner)
  if (raised.length === 0) return judgeForEach(watch, observation)
  const verdicts = judgeForEach(watch, observation, { scoreMin: 0 })
  for (const [owner, { score }] of verdicts)
    if (score < findingScoreMin && !raised.includes(owner)) verdicts.delete(owner)
  for (const owner of raised) if (!verdicts.has(owner)) verdicts.set(owner, nothingAbout(observation))
  return verdicts
}

/** What the detector says about an observation that names nothing it knows. */
const nothingAbout = ({ source }: SourceObservation): ObservationVerdict => ({
  brandId: null,
  threatType: sources[source].types[0],
  score: 0,
  indicators: [],
})
