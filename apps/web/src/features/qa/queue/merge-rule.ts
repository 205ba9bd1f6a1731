import type { QAThreat } from '@signet/contract/qa'
import { t } from './words.ts'

type Mergeable = Pick<QAThreat, 'id' | 'stage' | 'status' | 'firstSeen'>

/** Which of two duplicates stays, as far as the client leaves a choice. */
export interface MergeRule {
  /** The one that must stay; null when the reviewer may choose. */
  forcedId: string | null
  /** Why it must, or why the two cannot be merged. */
  reason: string | null
  isPossible: boolean
  /** The one that stays unless the reviewer chooses otherwise: the older one, whose number others may know. */
  suggestedId: string
}

/** What the client knows stays with the client; work the client asked for stays where it is. */
export function mergeRule(one: Mergeable, other: Mergeable): MergeRule {
  const older = one.firstSeen <= other.firstSeen ? one : other
  const free = { forcedId: null, reason: null, isPossible: true, suggestedId: older.id }
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
