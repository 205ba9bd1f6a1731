import { historyTexts } from '@signet/contract'
import { isOneOf, textIn } from '@signet/contract/narrow'
import { analysisStatuses, analysisStatusLabels } from '@signet/contract/requests/deeper-analyses'
import { takedownStatuses, takedownStatusLabels } from '@signet/contract/takedowns/takedowns'

/** The text of an audit record on a timeline. */
export function historyText(action: string, after: unknown): string {
  if (action === 'takedown.moved') {
    const status = textIn(after, 'status')
    return isOneOf(takedownStatuses, status) ? takedownStatusLabels[status] : 'Takedown status changed'
  }
  if (action === 'deeperAnalysis.moved') {
    const status = textIn(after, 'status')
    return isOneOf(analysisStatuses, status) ? analysisStatusLabels[status] : 'Deeper analysis status changed'
  }
  return historyTexts[action] ?? action
}
