import { severityFloors } from '@signet/contract/threats/severity-bands'
import type { Indicator } from '@signet/contract/threats/findings'
import type { DomainReason, IndicatorName } from '@signet/detection'
import type { ThreatRow } from '../../../db/rows.ts'
import type { AppliedProof } from '../../evidence/lookalike-proofs.queries.ts'
import { severityOfScore } from './severity-of-score.ts'

/** What was added to the reasons that a threat was found with. */
export interface AddedReasons {
  /** By the checks of its domain. */
  observed: readonly Indicator[]
  /** By the comparison of its page with the brand. */
  proof: AppliedProof | undefined
}

/** Reasons that the comparison of the page gives too, and better. */
const sameAsProof: ReadonlySet<string> = new Set<DomainReason>([
  'Password field',
  'Brand in the page title',
  'Parked page',
])
/** A rule instead of a weight: what the page shows decides by itself. */
const ruleNames = {
  impostor: 'Impostor of the sign-in page',
  parked: 'Nothing but a parked page',
} as const satisfies Record<string, IndicatorName>

/**
 * The score, reasons and severity of a threat after its added reasons have changed. What its page shows doesn't change the score of a
 * threat without reasons of its own: a person rated it.
 *
 * @param baseScore for a threat without reasons of its own
 * @returns also the observed reasons that count
 */
export function reweigh(
  threat: Pick<ThreatRow, 'indicators' | 'score' | 'severity' | 'stage'>,
  before: AddedReasons,
  after: AddedReasons,
  baseScore: number,
) {
  const rules: readonly string[] = Object.values(ruleNames)
  const own = without(
    threat.indicators.filter(({ name }) => !rules.includes(name)),
    [...before.observed, ...(before.proof?.indicators ?? [])],
  )
  const observed = after.proof ? after.observed.filter(({ name }) => !sameAsProof.has(name)) : after.observed
  const proved = after.proof?.indicators ?? []
  const sum = own.length > 0 ? sumOf([...own, ...proved, ...observed]) : baseScore + sumOf(observed)
  const rule = own.length > 0 ? ruleOf(after.proof?.verdict ?? null, clamp(sum)) : []
  const score = clamp(clamp(sum) + sumOf(rule))
  // A severity that differs from that of the score was set by a person, and a published severity has already been seen by clients.
  const isOwnSeverity = threat.stage === 'queued' && threat.severity === severityOfScore(threat.score)
  return {
    score,
    severity: isOwnSeverity ? severityOfScore(score) : threat.severity,
    indicators: [...own, ...observed, ...proved, ...rule].toSorted((a, b) => b.contribution - a.contribution),
    observed: [...observed],
  }
}

/** An impostor's sign-in page with our logo is critical, and a parked page is low, whatever the name says. */
function ruleOf(verdict: AppliedProof['verdict'], score: number): Indicator[] {
  if (verdict === null) return []
  const contribution =
    verdict === 'impostor'
      ? Math.max(0, severityFloors.Critical - score)
      : Math.min(0, severityFloors.Medium - 1 - score)
  return contribution === 0 ? [] : [{ name: ruleNames[verdict], contribution }]
}

/** The reasons of a threat without those that were added; each is removed once. */
function without(indicators: readonly Indicator[], added: readonly Indicator[]): Indicator[] {
  const left = added.map(comparableText)
  return indicators.filter((indicator) => {
    const at = left.indexOf(comparableText(indicator))
    if (at === -1) return true
    left.splice(at, 1)
    return false
  })
}
const comparableText = ({ name, value, contribution }: Indicator) => JSON.stringify([name, value ?? null, contribution])

const sumOf = (indicators: readonly Indicator[]) => indicators.reduce((sum, { contribution }) => sum + contribution, 0)
const clamp = (score: number) => Math.round(Math.min(100, Math.max(0, score)))
