import { type Decision, type ThreatStatus } from '@signet/contract/threats/threats'
import type { AnySource } from '@signet/contract/threats/sources'
import { dateOnly } from '../../../format/time/date-time.ts'
import { t } from './words.ts'

/** The status that results from a decision. */
export function statusAfter(decision: Decision): ThreatStatus {
  return decision === 'reopen' ? 'open' : decision
}

/** Whether a threat is something of the company itself, which is fixed instead of taken down. */
export const isOwnExposure = (source: AnySource | undefined): boolean => source === 'EASM'

/** The result of a decision as a sentence: `Takedown requested for 3 threats`. */
export function decidedText(
  subject: string,
  decision: Decision,
  { until, source }: { until?: string | undefined; source?: AnySource } = {},
): string {
  if (decision === 'takedown' && isOwnExposure(source)) return t('fixRequested', { subject })
  return until === undefined
    ? t(`decided.${decision}`, { subject })
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
