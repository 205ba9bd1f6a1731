import { takedownStatuses, takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import type { TimelineEntry } from '../../../ui/layout/timeline.tsx'
import { t } from '../words.ts'
import { sentenceOf } from '../../../words/messages.ts'
import { valueName } from '../../../words/named/name-of.ts'

type Event = TakedownDetail['events'][number]

/** The filters of the timeline. */
export const entryKinds = ['all', 'notices', 'replies', 'checks', 'messages'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The colour of a new status on the timeline. Statuses that aren't listed are neutral. */
const tones: Partial<Record<TakedownStatus, NonNullable<TimelineEntry['tone']>>> = {
  authorised: 'good',
  submitted: 'accent',
  escalated: 'accent',
  acknowledged: 'takedown',
  info_requested: 'takedown',
  offline_monitoring: 'good',
  resolved: 'good',
  refused: 'stopped',
  unsuccessful: 'stopped',
  withdrawn: 'stopped',
  stale: 'stopped',
  invalid: 'stopped',
  duplicate: 'stopped',
}

const kindOfStatus: Partial<Record<TakedownStatus, EntryKind>> = {
  submitted: 'notices',
  escalated: 'notices',
  acknowledged: 'replies',
  info_requested: 'replies',
  refused: 'replies',
  offline_monitoring: 'checks',
  resolved: 'checks',
  reopened: 'checks',
  stale: 'checks',
}
const kindOfAction: Record<string, EntryKind> = {
  'takedown.attemptAdded': 'notices',
  'takedown.attemptChanged': 'replies',
  'takedown.noticeReleased': 'notices',
  'takedown.noticeSent': 'notices',
  'takedown.abuseReportTaken': 'notices',
  'takedown.noticeFailed': 'notices',
  'takedown.noticeUnknown': 'notices',
  'takedown.replyReceived': 'replies',
  'takedown.autoReplyReceived': 'replies',
  'takedown.bounceReceived': 'notices',
  'takedown.replyDecided': 'replies',
  'takedown.mailAssigned': 'replies',
  'takedown.formAdded': 'notices',
  'takedown.formSubmitted': 'notices',
  'takedown.written': 'messages',
  'takedown.checked': 'checks',
  'takedown.blocked': 'checks',
  'takedown.unblocked': 'checks',
  'takedown.fileAdded': 'checks',
}

function statusOf({ action, text }: Event): TakedownStatus | undefined {
  if (action === 'takedown.withdrawn') return 'withdrawn'
  return action === 'takedown.moved'
    ? takedownStatuses.find((status) => takedownStatusLabels[status] === text)
    : undefined
}

/** The kind of an event for the filter; `all` when no filter other than "all" includes it. */
export function kindOf(event: Event): EntryKind {
  const status = statusOf(event)
  return (status ? kindOfStatus[status] : kindOfAction[event.action]) ?? 'all'
}

/** What happened, and who did it. What the provider did is its own: a person only recorded it. */
function titleOf(
  { by, action, text, words, isManual }: Event,
  status: TakedownStatus | undefined,
  what: { what: string; name: string },
): string {
  const { recipient } = words?.parameters ?? {}
  if (action === 'takedown.attemptChanged' && words?.reason === 'ATTEMPT_ANSWERED' && recipient) {
    const reply = t('replyFrom', { recipient })
    return by ? t('whatRecordedByName', { ...what, what: reply }) : reply
  }
  if (isManual) return t('whatSetManually', what)
  if (!by) return valueName(text)
  return status && kindOfStatus[status] === 'replies' ? t('whatRecordedByName', what) : t('whatByName', what)
}

/** An event as an entry of the timeline. */
export function entryOf(event: Event): TimelineEntry {
  const { id, at, by, action, text } = event
  // A remark of the product is translated; one written by a person stays as it is.
  const { words, remark: message } = event
  const isFromProduct = by === null && message !== undefined
  const remark = words ? sentenceOf({ ...words, message: message ?? '' }) : isFromProduct ? valueName(message) : message
  const status = statusOf(event)
  const tone =
    (status && tones[status]) ??
    (action === 'takedown.attemptAdded' ? 'accent' : action === 'takedown.attemptChanged' ? 'takedown' : 'plain')
  const what = { what: valueName(text), name: by ?? '' }
  const title = titleOf(event, status, what)
  // Messages, and words of the provider in quotation marks, are shown as quotations. Notes are plain text.
  const isQuoted = action === 'takedown.written' || (remark !== undefined && /[“„"]/.test(remark))
  return isQuoted ? { id, at, title, quote: remark, tone } : { id, at, title, text: remark, tone }
}
