import { getReviewPolicy } from '@signet/contract/review/review-policy'
import type { Kind } from '@signet/contract/threats/sources'
import type { QueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import type { useJoinedMessage } from '../../../ui/feedback/messages/use-joined-message.ts'
import { countText, type QaRecord } from '../qa-kind.ts'
import { bulkFailureText, doneText, reviewedNameOf, reviewMany, type Versions } from '../review-steps.ts'
import type { StageStep } from '../stage-actions.ts'
import { t } from './words.ts'

/** How long the known review policy of a company is used, milliseconds. It seldom changes. */
const policyKeptMs = 300_000

/** A step that wasn't undone as text, with the reason. */
export const notUndone = (step: string, reason: string) => t('undoFailed', { step, reason })

/**
 * Why a step can't be undone; null if it can. Every step has an inverse that makes the records what they were, with two exceptions, for
 * which the client would need another message: a publication in a company whose clients are notified at once, and a recall of records
 * that the client had been notified of, whose reason it has read. A recall of what a reviewer whitelisted has changed the allow list too.
 * If one of several was, none is undone.
 */
export async function whyNot(
  client: QueryClient,
  company: string,
  step: StageStep,
  done: readonly QaRecord[],
): Promise<string | null> {
  if (step === 'recall') {
    if (done.some(({ whitelistedInReview }) => whitelistedInReview)) return t('notAllowedAnyMore')
    const now = Date.now()
    const isKnown = done.some(({ announcedAt }) => announcedAt !== undefined && Date.parse(announcedAt) <= now)
    return isKnown ? undoFailureText('RECALL_KNOWN') : null
  }
  if (step !== 'publish') return null
  const isAtOnce = await isNotifiedAtOnce(client, company)
  return isAtOnce ? undoFailureText('RECALL_REASON_NEEDED') : null
}

/** Whether the client is notified at once of what is published. If that isn't known, the server says so when a publication is undone. */
async function isNotifiedAtOnce(client: QueryClient, company: string): Promise<boolean> {
  try {
    const { graceMinutes } = await client.fetchQuery({
      queryKey: [company, 'qa', 'reviewPolicy'],
      queryFn: ({ signal }) => call(getReviewPolicy, { query: { company }, signal }),
      staleTime: policyKeptMs,
    })
    return graceMinutes === 0
  } catch {
    return false
  }
}

/**
 * Makes records again what they were before a step, and says so. Those that have changed since are left alone, with the reason.
 *
 * @param say says what was undone, in one message for steps of the same kind in a row
 */
export async function undoStageStep(
  say: ReturnType<typeof useJoinedMessage>,
  company: string,
  kind: Kind,
  step: StageStep,
  threats: readonly QaRecord[],
  versions: Versions,
): Promise<void> {
  const doneWith = (some: readonly QaRecord[]) => doneText(step, reviewedNameOf(kind, some))
  try {
    const { done, failed } = await reviewMany(company, kind, Object.keys(versions), 'undo', { versions })
    const back = threats.filter(({ id }) => done.includes(id))
    const undoneText = (what: string) => t('undone', { step: doneText(step, what) })
    if (back.length > 0)
      say(step, undoneText(reviewedNameOf(kind, back)), back.length, (count) => undoneText(countText(kind, count)))
    const [first] = failed
    const others = threats.filter(({ id }) => failed.some((one) => one.id === id))
    if (first) snackbar(notUndone(doneWith(others), undoFailureText(first.code)), { isFailure: true })
  } catch (error) {
    snackbar(notUndone(doneWith(threats), errorText(error)), { isFailure: true })
  }
}

function undoFailureText(code: string): string {
  if (code === 'CONFLICT') return t('changedSince')
  return code === 'RECALL_KNOWN' ? t('recallKnown') : bulkFailureText(code)
}
