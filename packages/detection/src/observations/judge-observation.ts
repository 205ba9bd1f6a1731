import type { ObservationKind, SourceObservation } from '@signet/contract/collection/source-observations'
import type { Indicator } from '@signet/contract/threats/findings'
import { isOneOf } from '@signet/contract/narrow'
import { sources } from '@signet/contract/threats/sources'
import { findingScoreMin, type ScoreSheet } from '../score/score.ts'
import { type Evidence, evidenceOf, readObservation, sight } from './evidence.ts'
import { accountTypeOf } from './threat-type.ts'
import type { Watch, WatchedName } from './watch.ts'
import { weighPost, weighProfile } from './weigh-account.ts'

/** Why an observation is a threat to a company. */
export interface ObservationVerdict {
  /** The key of the brand; null for a watched person, or the company as such. */
  brandId: string | null
  /** One of the `types` of the observation's source. */
  threatType: string
  /** 0..1, at least `findingScoreMin`. */
  score: number
  indicators: Indicator[]
}

/** A sheet of reasons with the type of the threat that they make. */
interface Judged {
  sheet: ScoreSheet
  threatType: string
}

type Judge = (evidence: Evidence) => Judged | null

const ofAccount =
  (weigh: (evidence: Evidence) => ScoreSheet | null): Judge =>
  (evidence) => {
    const sheet = weigh(evidence)
    return sheet && { sheet, threatType: accountTypeOf(evidence) }
  }

const judges: Readonly<Partial<Record<ObservationKind, Judge>>> = {
  profile: ofAccount(weighProfile),
  group: ofAccount(weighProfile),
  post: ofAccount(weighPost),
}

/** The values of reasons come from untrusted texts, so their length is limited. */
const valueMax = 200
/** One observation is judged for this many names at most; texts that list more brands are lists. */
const namesMax = 20

/**
 * Decides whether an observation of any source is a threat to a company.
 *
 * What the company owns (`ownAssetOf`) and allows is not looked up here: suppress that first.
 *
 * @param watch of one company, from `compileWatch`
 * @returns null if it is none, or its score is below `findingScoreMin`
 */
export function judgeObservation(watch: Watch, observation: SourceObservation): ObservationVerdict | null {
  return [...judgeForEach(watch, observation).values()][0] ?? null
}

/**
 * Decides for many companies in one pass.
 *
 * @param watch from `compileWatches`
 * @returns the verdicts by the key of the company; companies without one are left out
 */
export function judgeForEach(watch: Watch, observation: SourceObservation): Map<string, ObservationVerdict> {
  const best = new Map<string, ObservationVerdict>()
  const judge = judges[observation.kind]
  const { types } = sources[observation.source]
  // What is exposed by the company itself isn't decided by names.
  if (!judge || observation.source === 'EASM') return best
  const sighted = sight(watch, observation)
  const watched = new Set<WatchedName>()
  for (const list of [sighted.names, sighted.handle, sighted.mentions])
    for (const each of list) watched.add(each.watched)
  if (watched.size === 0) return best
  const read = readObservation(observation)
  for (const name of [...watched].slice(0, namesMax)) {
    const evidence = evidenceOf(watch, { sighted, read }, name)
    const judged = evidence && judge(evidence)
    if (!judged || judged.sheet.score < findingScoreMin) continue
    const { score } = judged.sheet
    if (score <= (best.get(name.owner)?.score ?? 0)) continue
    best.set(name.owner, {
      brandId: name.brandId,
      threatType: isOneOf(types, judged.threatType) ? judged.threatType : types[0],
      score,
      indicators: judged.sheet.indicators.map(shortened),
    })
  }
  return best
}

const shortened = (indicator: Indicator): Indicator =>
  indicator.value === undefined ? indicator : { ...indicator, value: indicator.value.slice(0, valueMax) }
