import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { t } from '../words.ts'
import { dateTime, notKnown } from './date-time.ts'

/** A server's clock may be slightly ahead of the viewer's. What it just wrote is still "1 second ago". */
const clockSkewMs = 5 * secondMs

/** How long ago something was, in whole units: `5 minutes ago`, `Yesterday`, `3 weeks ago`. Future times are written in full. */
export function timeAgo(instant: string | Date, now: Date, zone?: string): string {
  const at = typeof instant === 'string' ? new Date(instant) : instant
  const passed = now.getTime() - at.getTime()
  if (Number.isNaN(passed)) return notKnown()
  if (passed < -clockSkewMs) return dateTime(at, zone)
  if (passed < minuteMs) return t('secondsAgoCount', { count: Math.max(1, Math.floor(passed / secondMs)) })
  if (passed < hourMs) return t('minutesAgoCount', { count: Math.floor(passed / minuteMs) })
  if (passed < dayMs) return t('hoursAgoCount', { count: Math.floor(passed / hourMs) })
  if (passed < 2 * dayMs) return t('yesterday')
  const days = Math.floor(passed / dayMs)
  if (days < 7) return t('daysAgoCount', { count: days })
  if (days < 30) return t('weeksAgoCount', { count: Math.floor(days / 7) })
  if (days < 365) return t('monthsAgoCount', { count: Math.floor(days / 30) })
  return t('yearsAgoCount', { count: Math.floor(days / 365) })
}

/** How long ago something was, for use after other words: `Checked yesterday`. */
export function withinSentence(ago: string): string {
  return ago === t('yesterday') ? ago.toLocaleLowerCase() : ago
}

/** The age of the data on screen as a sentence. `readAt`, in milliseconds, may be later than `now`, which is only updated once a minute. */
export function updatedText(readAt: number, now: Date): string {
  const ago = timeAgo(new Date(readAt), new Date(Math.max(now.getTime(), readAt)))
  return t('updatedAgo', { ago: withinSentence(ago) })
}

/** The short form for a narrow column: `4 min`, `3 h`, `12 d`. */
export function shortAge(instant: string | Date, now: Date): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (Number.isNaN(passed)) return notKnown()
  if (passed < hourMs) return t('ageMinutes', { n: Math.max(1, Math.floor(passed / minuteMs)) })
  if (passed < dayMs) return t('hours', { n: Math.floor(passed / hourMs) })
  return t('days', { n: Math.floor(passed / dayMs) })
}
