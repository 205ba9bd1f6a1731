import { isOneOf } from '@signet/contract/narrow'
import { attemptChannels } from '@signet/contract/takedowns/attempts'
import { takedownStatuses, takedownStatusLabels, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import type { TimelineEntry } from '../../../ui/layout/timeline.tsx'
import { isToNetwork } from '../takedown-words.ts'
import { t } from '../words.ts'
import { sentenceOf } from '../../../words/messages.ts'
import { valueName } from '../../../words/named/name-of.ts'

type Event = TakedownDetail['events'][number]

/** The filters of the timeline. */
export const entryKinds = ['all', 'notices', 'replies', 'checks', 'messages'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The filter that shows a new status, or what was done. */
const kindOfEvent: Partial<Record<string, EntryKind>> & Partial<Record<TakedownStatus, EntryKind>> = {
  submitted: 'notices',
  escalated: 'notices',
  acknowledged: 'replies',
  info_requested: 'replies',
  refused: 'replies',
  offline_monitoring: 'checks',
  resolved: 'checks',
  reopened: 'checks',
  stale: 'checks',
  'takedown.attemptAdded': 'notices',
  'takedown.attemptChanged': 'replies',
  'takedown.reminderWritten': 'notices',
  'takedown.escalationWritten': 'notices',
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

type Tone = NonNullable<TimelineEntry['tone']>

/**
 * Marks of entries. A hollow one, `plain`, is our preparation or a note; a filled one is a step of the case, or happened outside: green if
 * it went well, red if it didn't.
 */
const tones: Partial<Record<string, Tone>> & Partial<Record<TakedownStatus, Tone>> = {
  'takedown.requested': 'accent',
  authorised: 'good',
  offline_monitoring: 'good',
  resolved: 'good',
  refused: 'stopped',
  unsuccessful: 'stopped',
  withdrawn: 'stopped',
  stale: 'stopped',
  invalid: 'stopped',
  duplicate: 'stopped',
  'takedown.noticeFailed': 'stopped',
  'takedown.bounceReceived': 'stopped',
  'takedown.attemptAdded': 'plain',
  'takedown.attemptChanged': 'plain',
  'takedown.reminderWritten': 'plain',
  'takedown.escalationWritten': 'plain',
  'takedown.noticeReleased': 'plain',
  'takedown.replyDecided': 'plain',
  'takedown.mailAssigned': 'plain',
  'takedown.formAdded': 'plain',
  'takedown.fileAdded': 'plain',
}
/** The marks of the other entries, by their filter. */
const tonesOfKinds: Record<EntryKind, Tone> = {
  all: 'plain',
  notices: 'accent',
  replies: 'accent',
  checks: 'accent',
  messages: 'plain',
}

function statusOf({ action, text }: Event): TakedownStatus | undefined {
  if (action === 'takedown.withdrawn') return 'withdrawn'
  return action === 'takedown.moved'
    ? takedownStatuses.find((status) => takedownStatusLabels[status] === text)
    : undefined
}

/** The kind of an event for the filter; `all` when no filter other than "all" includes it. */
export function kindOf(event: Event): EntryKind {
  return kindOfEvent[statusOf(event) ?? event.action] ?? 'all'
}

/** Whether a notice changed because the provider replied. */
const isAnswer = ({ action, words }: Event) =>
  action === 'takedown.attemptChanged' && words?.reason === 'ATTEMPT_ANSWERED'

/** What happened, and who did it. What the provider did is its own: a person only recorded it. */
function titleOf(event: Event, status: TakedownStatus | undefined, what: { what: string; name: string }): string {
  const { by, text, words, isManual } = event
  const { recipient } = words?.parameters ?? {}
  if (isAnswer(event) && recipient) {
    const reply = t('replyFrom', { recipient })
    return by ? t('whatRecordedByName', { ...what, what: reply }) : reply
  }
  if (isManual) return t('whatSetManually', what)
  if (!by) return valueName(text)
  return status && kindOfEvent[status] === 'replies' ? t('whatRecordedByName', what) : t('whatByName', what)
}

/** Events that a notice left, each followed by one that the case moved. */
const sentActions = ['takedown.noticeSent', 'takedown.abuseReportTaken', 'takedown.formSubmitted'] as const
/** A notice and the move of its case are recorded together. */
const togetherMs = 1000

/** The entries of the timeline. A notice that was sent and the move of the case by it are one: `Escalated`, with the recipient. */
export function entriesOf({ events, attempts }: Pick<TakedownDetail, 'events' | 'attempts'>): TimelineEntry[] {
  const networks = new Set(attempts.filter(isToNetwork).map(({ recipient }) => recipient))
  const named = events.map((event) => withNetwork(event, networks))
  const joined = new Set<Event>()
  const sentWith = (moved: Event) => {
    if (moved.words?.reason !== 'TAKEDOWN_SUBMITTED') return undefined
    const at = Date.parse(moved.at)
    return named.find(
      (event) =>
        isOneOf(sentActions, event.action) && !joined.has(event) && Math.abs(Date.parse(event.at) - at) <= togetherMs,
    )
  }
  const entries = named.map((event) => {
    const entry = entryOf(event)
    const sent = sentWith(event)
    if (!sent) return { event, entry }
    joined.add(sent)
    return { event, entry: { ...entry, text: [remarkOf(sent), remarkOf(event)].filter(Boolean).join(' · ') } }
  })
  return entries.filter(({ event }) => !joined.has(event)).map(({ entry }) => entry)
}

/** A remark of the product is translated; one written by a person stays as it is. */
function remarkOf({ by, words, remark: message }: Event): string | undefined {
  if (words) return sentenceOf({ ...words, message: message ?? '' })
  return by === null && message !== undefined ? valueName(message) : message
}

/** An event whose words name the network that a host was passed over for. */
function withNetwork(event: Event, networks: ReadonlySet<string>): Event {
  const { words } = event
  const { channel, recipient } = words?.parameters ?? {}
  if (!words || channel !== attemptChannels.hosting || typeof recipient !== 'string' || !networks.has(recipient))
    return event
  const network = t('networkOfHost')
  // The English text is that of the server.
  const remark = event.remark?.replace(channel, network)
  return { ...event, remark, words: { ...words, parameters: { ...words.parameters, channel: network } } }
}

/** An event as an entry of the timeline. */
export function entryOf(event: Event): TimelineEntry {
  const { id, at, by, action, text } = event
  const remark = remarkOf(event)
  const status = statusOf(event)
  const kind = kindOf(event)
  const tone = isAnswer(event) ? tonesOfKinds[kind] : (tones[status ?? action] ?? tonesOfKinds[kind])
  const what = { what: valueName(text), name: by ?? '' }
  const title = titleOf(event, status, what)
  // Messages, and words of the provider in quotation marks, are shown as quotations. Notes are plain text.
  const isQuoted = action === 'takedown.written' || (remark !== undefined && /[“„"]/.test(remark))
  return isQuoted ? { id, at, title, quote: remark, tone } : { id, at, title, text: remark, tone }
}
