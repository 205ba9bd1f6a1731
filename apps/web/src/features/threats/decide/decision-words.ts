import { type Decision, type ThreatStatus } from '@signet/contract/threats/threats'
import { takedownWord } from '@signet/contract/threats/case-words'
import type { AnySource } from '@signet/contract/threats/sources'
import { dateOnly } from '../../../format/time/date-time.ts'
import { t } from './words.ts'

/** The status that results from a decision. */
export function statusAfter(decision: Decision): ThreatStatus {
  return decision === 'reopen' ? 'open' : decision
}

/** What a decision on threats of these sources is called: a takedown of the company's own exposures is a fix. */
export const calledFor = (decision: Decision, sources: readonly AnySource[]): Decision | 'fix' =>
  decision === 'takedown' ? takedownWord(sources) : decision

/** The result of a decision as a sentence: `Takedown requested for 3 threats`. */
export function decidedText(
  subject: string,
  decision: Decision,
  { until, sources = [] }: { until?: string | undefined; sources?: readonly AnySource[] } = {},
): string {
  return until === undefined
    ? t(`decided.${calledFor(decision, sources)}`, { subject })
    : t('whitelistedUntil', { subject, day: dateOnly(until, 'UTC') })
}

/** Why a threat of a batch was refused. */
export function refusalText(code: string): string {
  switch (code) {
    case 'CONFLICT':
    case 'CASE_STARTED':
      return t('changedOrCaseStarted')
    case 'NOT_FOUND':
      return t('noLongerExists')
    default:
      return t('refused')
  }
}
