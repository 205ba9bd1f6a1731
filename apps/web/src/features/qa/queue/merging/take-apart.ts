import type { Kind } from '@signet/contract/threats/sources'
import { errorText } from '../../../../api/api-error.ts'
import { shownTitle } from '../../../../format/names/shown-title.ts'
import { snackbar } from '../../../../ui/feedback/messages/toasts.ts'
import type { Unmerged } from '../../qa-kind.ts'
import { unmerge } from '../../review-steps.ts'
import type { QueueState } from '../use-queue-state.ts'
import { t } from '../words.ts'

/** Takes one merge apart that was made before. */
export async function takeApart(
  company: string,
  kind: Kind,
  { count, refresh, refreshDetails, say, showAgain }: QueueState,
  merged: Unmerged,
): Promise<void> {
  const title = shownTitle(merged.source, merged.title)
  try {
    const result = await unmerge(company, kind, merged)
    if (result.stage === 'queued') count('unmerge', 1)
    showAgain([merged.id])
    await Promise.all([refreshDetails(), refresh()])
    const text = t('unmergedTitle', { title })
    say(text)
    snackbar(text)
  } catch (error) {
    snackbar(`${t('unmergeFailed', { title })}. ${errorText(error)}`, { isFailure: true })
  }
}
