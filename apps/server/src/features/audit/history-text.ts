import { historyTexts } from '@signet/contract'
import { analysisStatusLabels, type AnalysisStatus } from '@signet/contract/requests/deeper-analyses'
import { takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns/takedowns'

/** The text of an audit record on a timeline. */
export function historyText(action: string, after: unknown): string {
  if (action === 'takedown.moved') {
    const status = (after as { status?: TakedownStatus } | null)?.status
    return status ? takedownStatusLabels[status] : 'Takedown status changed'
  }
  if (action === 'deeperAnalysis.moved') {
    const status = (after as { status?: AnalysisStatus } | null)?.status
    return status ? analysisStatusLabels[status] : 'Deeper analysis status changed'
  }
  return historyTexts[action] ?? action
}
