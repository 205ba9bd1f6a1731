import { promisedStateOf, type Promised, type PromisedState } from '@signet/contract/review/promised-times'
import type { Severity } from '@signet/contract/threats/severities'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dateTimeWithZone } from '../../format/time/date-time.ts'
import { shortAge } from '../../format/time/time-ago.ts'
import { Inline } from '../../ui/layout/parts.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { valueName } from '../../words/named/name-of.ts'
import { locale } from '../../words/words.ts'
import { t } from './words.ts'

const looks = {
  overdue: { Icon: IconAlertTriangle, look: { tone: 'danger', weight: 'medium' } },
  dueSoon: { Icon: IconClock, look: { tone: 'caution', weight: 'medium' } },
  fresh: { Icon: null, look: {} },
} as const

interface PromisedTimeProps extends Promised {
  severity: Severity
}

/** What was promised, in a sentence: by when, and within how many hours. */
function promisedTimeSentence({ severity, queuedAt, promisedAt }: PromisedTimeProps): string {
  const hours = Math.round((Date.parse(promisedAt) - Date.parse(queuedAt)) / hourMs)
  return t('promisedBy', { time: dateTimeWithZone(promisedAt), hours, severity: valueName(severity) })
}

/** How long it has been overdue, or how much time is left; nothing while there is plenty. */
function remainder({ promisedAt }: Promised, state: PromisedState, now: Date): string | undefined {
  if (state === 'overdue') return t('overdue', { time: shortAge(promisedAt, now) })
  return state === 'dueSoon' ? t('left', { time: shortAge(now, new Date(promisedAt)) }) : undefined
}

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const

/** A time from now in whole units: `in 6 days`, `3 hours ago`. */
function inWords(fromNowMs: number): string {
  const length = Math.max(minuteMs, Math.abs(fromNowMs))
  const [unit, unitMs] = units.find(([, ms]) => length >= ms) ?? units[2]
  return new Intl.RelativeTimeFormat(locale()).format(Math.sign(fromNowMs) * Math.floor(length / unitMs), unit)
}

function Mark({
  state,
  at,
  isShort = false,
  children,
  ...tip
}: {
  state: PromisedState
  at: string
  /** Without the icon. */
  isShort?: boolean
  /** Shown by the browser at the pointer, or by a tooltip next to the row. */
  title?: string
  'data-tip'?: string
  children: ReactNode
}) {
  const { Icon, look } = looks[state]
  return (
    <Inline as="time" is-inline gap={1} nowrap num dateTime={at} {...look} {...tip} data-state={state}>
      {Icon && !isShort ? <Icon size={14} stroke={1.7} aria-hidden="true" /> : null}
      <span>{children}</span>
    </Inline>
  )
}

/**
 * How long ago a record in the queue was found; when its review is due soon or overdue, how much time is left or for how long it has been
 * overdue.
 *
 * @param isLeft always how much time is left, for a list in that order
 */
export function PromisedTimeMark({
  firstSeen,
  now,
  isLeft,
  ...record
}: PromisedTimeProps & { firstSeen: string; now: Date; isLeft: boolean }) {
  const state = promisedStateOf(record, now)
  const title = `${t('found', { time: dateTimeWithZone(firstSeen) })} ${promisedTimeSentence(record)}`
  return (
    // In a row, the title needs the room of the icon.
    <Mark isShort state={state} data-tip={title} at={record.promisedAt}>
      {remainder(record, isLeft && state === 'fresh' ? 'dueSoon' : state, now) ?? shortAge(firstSeen, now)}
    </Mark>
  )
}

/**
 * How much time is left for the review of a record, or for how long it has been overdue: after the word "review", or as a sentence of its
 * own.
 */
export function PromisedTimeText({ isSentence = false, ...record }: PromisedTimeProps & { isSentence?: boolean }) {
  const now = useNow()
  const state = promisedStateOf(record, now)
  const isLate = state === 'overdue'
  const time = isLate ? shortAge(record.promisedAt, now) : shortAge(now, new Date(record.promisedAt))
  return (
    <Mark state={state} title={promisedTimeSentence(record)} at={record.promisedAt}>
      {isSentence
        ? t(isLate ? 'reviewOverdue' : 'reviewDue', { time: inWords(Date.parse(record.promisedAt) - now.getTime()) })
        : t(isLate ? 'overdue' : 'left', { time })}
    </Mark>
  )
}
