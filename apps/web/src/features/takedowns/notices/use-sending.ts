import type { Attempt } from '@signet/contract/takedowns/attempts'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { sendAttempt } from '@signet/contract/takedowns/takedown-work'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { useTakedownWork } from '../record/use-takedown-work.ts'
import { t } from '../words.ts'

/**
 * Sends a notice of a case that is held, or sends it again.
 *
 * @param onSent runs after the server took it
 */
export function useSending(takedown: TakedownDetail, { id }: Pick<Attempt, 'id'>, onSent?: () => void) {
  const { to, keep, refusal } = useTakedownWork(takedown)
  return useAction(async () => {
    keep(await call(sendAttempt, { params: { ...to.params, attemptId: id }, query: to.query }))
    snackbar(t('noticeQueued'))
    onSent?.()
  }, refusal)
}
