import { threatStatusLabels, type TriageAction, type ThreatStatus } from '@signet/contract/threats'
import { exactNumber } from '../../format/exact-number.ts'

/** The status a mark leads to. */
export function statusAfter(action: TriageAction): ThreatStatus {
  return action === 'reopen' ? 'open' : action
}

/** What a mark did, in a sentence: `3 threats marked takedown.` */
export function markedText(subject: string, action: TriageAction): string {
  if (action === 'reopen') return `${subject} open again.`
  return `${subject} marked ${threatStatusLabels[action].toLowerCase()}.`
}

export function countText(count: number): string {
  return `${exactNumber(count)} ${count === 1 ? 'threat' : 'threats'}`
}

/** Why a threat of a batch was refused. */
export function refusalText(code: string): string {
  switch (code) {
    case 'CONFLICT':
      return 'changed meanwhile, or case work has begun'
    case 'NOT_FOUND':
      return 'no longer there'
    default:
      return 'not accepted'
  }
}
