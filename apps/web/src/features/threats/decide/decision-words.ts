import { type TriageAction, type ThreatStatus } from '@signet/contract/threats'
import { dateOnly } from '../../../format/date-time.ts'
import { t } from './words.ts'

/** The status a mark leads to. */
export function statusAfter(action: TriageAction): ThreatStatus {
  return action === 'reopen' ? 'open' : action
}

/** What a mark did, in a sentence: `3 threats marked takedown.` */
export function markedText(subject: string, action: TriageAction, until?: string): string {
  return until === undefined
    ? t(`marked.${action}`, { subject })
    : t('subjectMarkedWhitelistUntilDay', { subject, day: dateOnly(until, 'UTC') })
}

/** Why one of a batch was refused. */
export function refusalText(code: string): string {
  switch (code) {
    case 'CONFLICT':
    case 'CASE_STARTED':
      return t('changedMeanwhileOrCaseWork')
    case 'NOT_FOUND':
      return t('noLongerThere')
    default:
      return t('notAccepted')
  }
}
