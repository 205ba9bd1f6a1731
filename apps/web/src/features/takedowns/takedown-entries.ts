import {
  takedownStatuses,
  takedownStatusLabels,
  type TakedownDetail,
  type TakedownStatus,
} from '@signet/contract/takedowns'
import type { TimelineEntry } from '../../ui/layout/timeline.tsx'
import { t } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'

type Event = TakedownDetail['events'][number]

/** What the timeline can be narrowed to. */
export const entryKinds = ['all', 'notices', 'replies', 'checks', 'messages'] as const
export type EntryKind = (typeof entryKinds)[number]

/** How a new status is coloured on the timeline; those not listed are plain. */
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
  'takedown.written': 'messages',
  'takedown.checked': 'checks',
  'takedown.fileAdded': 'checks',
}

function statusOf({ action, text }: Event): TakedownStatus | undefined {
  if (action === 'takedown.withdrawn') return 'withdrawn'
  return action === 'takedown.moved'
    ? takedownStatuses.find((status) => takedownStatusLabels[status] === text)
    : undefined
}

/** What kind of entry something that happened is; `all` when it is none of them. */
export function kindOf(event: Event): EntryKind {
  const status = statusOf(event)
  return (status ? kindOfStatus[status] : kindOfAction[event.action]) ?? 'all'
}

/** Something that happened, as the timeline shows it. */
export function entryOf(event: Event): TimelineEntry {
  const { id, at, by, action, text } = event
  // What the product itself says is known beforehand; what people wrote stays as it is.
  const remark = by === null && event.remark ? valueName(event.remark) : event.remark
  const status = statusOf(event)
  const tone =
    (status && tones[status]) ??
    (action === 'takedown.attemptAdded' ? 'accent' : action === 'takedown.attemptChanged' ? 'takedown' : 'plain')
  const title = by ? t('whatByName', { what: valueName(text), name: by }) : valueName(text)
  // What somebody wrote, and words of the provider in quotation marks, stand as quotations; notes are plain text.
  const isQuoted = action === 'takedown.written' || (remark !== undefined && /[“"]/.test(remark))
  return isQuoted ? { id, at, title, quote: remark, tone } : { id, at, title, text: remark, tone }
}
