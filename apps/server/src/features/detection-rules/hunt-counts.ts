import { huntExamplesMax, huntOutcomes, type HuntOutcome, type RuleHunt } from '@signet/contract/collection/rule-hunts'
import { isOneOf, recordFrom } from '@signet/contract/narrow'
import { harmlessStatuses } from '@signet/contract/threats/records'
import { threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import type { ThreatRow } from '../../db/rows.ts'
import { withPrecision } from '../detection-quality/precision.ts'

/** Matches of one source as stored. */
export interface FoundInSource {
  outcomes: Partial<Record<HuntOutcome, number>>
  examples: RuleHunt['sources'][number]['examples']
}
/** Matches by source as stored. */
export type FoundBySource = Partial<Record<ThreatSource, FoundInSource>>
/** Matches in the built-in list of names. */
export type FoundNames = NonNullable<RuleHunt['names']>

/** What became of a threat. What no person published or deleted is undecided. */
export function outcomeOf({
  stage,
  staged_by: by,
  status,
}: Pick<ThreatRow, 'stage' | 'staged_by' | 'status'>): HuntOutcome {
  if (stage === 'published' && isOneOf(harmlessStatuses, status)) return 'harmless'
  if (by === null) return 'undecided'
  if (stage === 'published') return 'published'
  return stage === 'deleted' || stage === 'deletionPending' ? 'deleted' : 'undecided'
}

/** Counts a match, and keeps the first of each source as examples. */
export function addMatch(
  found: FoundBySource,
  source: ThreatSource,
  { id, title, value, outcome }: { id: string; title: string; value: string; outcome: HuntOutcome },
): void {
  const own = (found[source] ??= { outcomes: {}, examples: [] })
  own.outcomes[outcome] = (own.outcomes[outcome] ?? 0) + 1
  if (own.examples.length < huntExamplesMax) own.examples.push({ threatId: id, title, value, outcome })
}

/** The number of matches. */
export const matchedIn = (found: FoundBySource): number =>
  Object.values(found).reduce((sum, { outcomes }) => sum + sumOf(outcomes), 0)

/** The matches of one source. */
const sumOf = (outcomes: FoundInSource['outcomes']): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0)

/** The sources with matches in their usual order, with what people decided, as detection quality counts it. */
export const huntedSources = (found: FoundBySource): RuleHunt['sources'] =>
  threatSources.flatMap((source): RuleHunt['sources'] => {
    const own = found[source]
    if (!own) return []
    const outcomes = recordFrom(huntOutcomes, (outcome) => own.outcomes[outcome] ?? 0)
    const { published, harmless, deleted } = outcomes
    const labels = withPrecision({ confirmed: published, rejected: harmless + deleted })
    return [{ source, matched: sumOf(outcomes), outcomes, labels, examples: own.examples }]
  })

export const noNames: FoundNames = { read: 0, matched: 0, examples: [] }

/** Counts a name that was read, and its match if it is one. */
export function withName(found: FoundNames, match: FoundNames['examples'][number] | null): FoundNames {
  const read = found.read + 1
  if (!match) return { ...found, read }
  const examples = found.examples.length < huntExamplesMax ? [...found.examples, match] : found.examples
  return { read, matched: found.matched + 1, examples }
}
