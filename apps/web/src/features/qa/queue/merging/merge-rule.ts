import { severities } from '@signet/contract/threats/severities'
import { t } from '../words.ts'
import type { QaRecord } from '../../qa-kind.ts'

type Mergeable = Pick<QaRecord, 'id' | 'stage' | 'status' | 'firstSeen' | 'severity' | 'score' | 'sightings'>

/** Which of two duplicates is kept. The client's view of them limits the choice. */
export interface MergeRule {
  /** The record that must be kept; null when the reviewer may choose. */
  forcedId: string | null
  /** Why it must be kept, or why the two can't be merged. */
  reason: string | null
  isPossible: boolean
  /**
   * The record that is kept unless the reviewer chooses otherwise: the one that says more, by severity, score and sightings, else the older
   * one, because its id may already be known to others.
   */
  suggestedId: string
}

/** A record that the client can already see is kept, and so is one with a takedown or deeper analysis in progress. */
export function mergeRule(one: Mergeable, other: Mergeable): MergeRule {
  const free = { forcedId: null, reason: null, isPossible: true, suggestedId: strongerOf(one, other).id }
  const working = [one, other].filter(({ status }) => status === 'takedown' || status === 'deeperAnalysis')
  const published = [one, other].filter(({ stage }) => stage === 'published')
  const [worked] = working
  const [known] = published
  if (working.length === 2) {
    return { ...free, isPossible: false, reason: t('bothInProgress') }
  }
  if (worked) {
    const reason = t('keptInProgress')
    return { ...free, forcedId: worked.id, suggestedId: worked.id, reason }
  }
  if (known && published.length === 1) {
    const reason = t('keptPublished')
    return { ...free, forcedId: known.id, suggestedId: known.id, reason }
  }
  return free
}

function strongerOf(one: Mergeable, other: Mergeable): Mergeable {
  const lead =
    severities.indexOf(other.severity) - severities.indexOf(one.severity) ||
    one.score - other.score ||
    one.sightings - other.sightings
  if (lead !== 0) return lead > 0 ? one : other
  return one.firstSeen <= other.firstSeen ? one : other
}
