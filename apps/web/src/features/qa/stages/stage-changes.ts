import type { BadgeCount } from '../badge.ts'
import type { CountChanges } from '../moved-counts.ts'
import type { ListedStage } from '../qa-kind.ts'
import type { StageStep } from '../stage-actions.ts'

/** Which count has the records of a stage. */
const countOf: { [S in ListedStage]?: BadgeCount } = { watchlist: 'watched', deletionPending: 'deletionsWaiting' }
/** Which count has the records after a step. */
const countAfter: { [S in StageStep]?: BadgeCount } = {
  unwatch: 'waiting',
  restore: 'waiting',
  recall: 'waiting',
  reject: 'waiting',
  requestDeletion: 'deletionsWaiting',
  recheck: 'watched',
}

/** What a step on `by` records of a later stage changes; negative if it was refused or undone. */
export function stageChanges(stage: ListedStage, step: StageStep, by: number): CountChanges {
  const [from, to] = [countOf[stage], countAfter[step]]
  return from === to ? {} : { ...(from ? { [from]: -by } : {}), ...(to ? { [to]: by } : {}) }
}
