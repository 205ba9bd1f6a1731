import type { Indicator } from '@signet/contract/threats/findings'
import { severityRank } from '@signet/contract/threats/severities'
import type { CompiledRule } from '@signet/detection'
import { AppError } from '../../../errors.ts'
import { weighByRules, type Ruled } from '../../detection-rules/weigh-by-rules.ts'
import type { ReadThreat } from '../../threats/found/entered-threat.ts'
import type { FoundThreat } from '../../threats/found/finding-threat.ts'
import { scoreOfSeverity } from '../../threats/found/severity-of-score.ts'

/** What the detector says about a threat that a person adds, if it was read from a file. */
interface Judged {
  /** Null if the severity decides. */
  score: number | null
  brandId: string | null
  indicators: readonly Indicator[]
}

/** What the rules of a company make of a threat that a person adds. Its severity stays the one that the person chose. */
export function weighAdded(
  rules: readonly CompiledRule[],
  read: ReadThreat,
  origin: Judged | undefined,
): Ruled<FoundThreat> {
  return weighByRules(rules, foundOf(read, origin), 0)
}

/** A threat that a person adds, as a finding of the detector. */
export function foundOf(read: ReadThreat, origin: Judged | undefined): FoundThreat {
  const { kind, source, fingerprint, title, threatType, fields, url, severity } = read
  return {
    id: '',
    kind,
    source,
    fingerprint,
    title,
    search: '',
    threatType,
    severity: severityRank[severity],
    url,
    fields,
    brandId: origin?.brandId ?? null,
    class: null,
    score: origin?.score ?? scoreOfSeverity[severity],
    indicators: [...(origin?.indicators ?? [])],
  }
}

/** The threats among these that a rule suppresses, with the error that names it. */
export function heldByRules(rules: readonly CompiledRule[], threats: readonly ReadThreat[]): Map<ReadThreat, AppError> {
  const refusals = new Map<ReadThreat, AppError>()
  if (rules.length === 0) return refusals
  for (const threat of threats) {
    const { isHeld, effects } = weighAdded(rules, threat, undefined)
    const met = new Set(isHeld ? effects.map(({ ruleId }) => ruleId) : [])
    const held = rules.find(({ rule }) => rule.effect === 'suppress' && met.has(rule.id))
    if (held) refusals.set(threat, new AppError('HELD_BY_RULE', { rule: held.rule.name }))
  }
  return refusals
}
