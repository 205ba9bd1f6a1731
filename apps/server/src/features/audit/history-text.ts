import { historyTexts } from '@signet/contract'
import { isOneOf, isRecord, textIn } from '@signet/contract/narrow'
import { analysisStatuses, analysisStatusLabels } from '@signet/contract/requests/deeper-analyses'
import { takedownStatuses, takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import { fixDecided, isFixed } from '@signet/contract/threats/case-words'
import { reviewTeam } from '@signet/contract/threats/records'
import type { AnySource } from '@signet/contract/threats/sources'
import { Words } from '@signet/contract/wire'
import { inEnglish } from '../../errors/sentences.ts'

/** The remark of an audit record: written by a person, or a message of the product with its words. */
export function remarkIn(after: unknown): { remark?: string; words?: Words } {
  const remark = textIn(after, 'remark')
  if (remark) return { remark }
  const words = isRecord(after) ? Words.safeParse(after['words']).data : undefined
  return words ? { remark: inEnglish(words).message, words } : {}
}

/** Who did it, as clients see it: reviewers aren't named. Null for the product itself. */
export const actorIn = (row: { by_role: string | null; by_name: string | null }): string | null =>
  row.by_role === 'qa' ? reviewTeam : row.by_name

/** The text of an audit record on a timeline; the source of its threat decides whether a takedown is called a fix. */
export function historyText(action: string, after: unknown, source?: AnySource): string {
  if (action === 'threat.takedown' && isFixed(source)) return fixDecided
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
