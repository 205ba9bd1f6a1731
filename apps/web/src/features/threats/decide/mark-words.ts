import { type TriageAction, type ThreatStatus } from '@signet/contract/threats'
import { dateOnly } from '../../../format/date-time.ts'
import { msg, t, type Marked } from '../../../words/words.ts'

/** The status a mark leads to. */
export function statusAfter(action: TriageAction): ThreatStatus {
  return action === 'reopen' ? 'open' : action
}

const marked: Record<TriageAction, Marked> = {
  takedown: msg('{subject} marked takedown.'),
  deeperAnalysis: msg('{subject} marked deeper analysis.'),
  falsePositive: msg('{subject} marked false positive.'),
  whitelist: msg('{subject} marked whitelist.'),
  reopen: msg('{subject} open again.'),
}

/** What a mark did, in a sentence: `3 threats marked takedown.` */
export function markedText(subject: string, action: TriageAction, until?: string): string {
  return until === undefined
    ? t(marked[action], { subject })
    : t('{subject} marked whitelist until {day}.', { subject, day: dateOnly(until, 'UTC') })
}

/** Why one of a batch was refused. */
export function refusalText(code: string): string {
  switch (code) {
    case 'CONFLICT':
    case 'CASE_STARTED':
      return t('changed meanwhile, or case work has begun')
    case 'NOT_FOUND':
      return t('no longer there')
    default:
      return t('not accepted')
  }
}
