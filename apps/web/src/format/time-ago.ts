import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { plural, t } from '../words/words.ts'
import { dateTime, notKnown } from './date-time.ts'

/** A server's clock may run a little ahead of the viewer's; what it just wrote is still "1 second ago". */
const clockSkewMs = 5 * secondMs

/** How long ago something was, in whole units: `5 minutes ago`, `Yesterday`, `3 weeks ago`; future times in full. */
export function timeAgo(instant: string | Date, now: Date, zone?: string): string {
  const at = typeof instant === 'string' ? new Date(instant) : instant
  const passed = now.getTime() - at.getTime()
  if (Number.isNaN(passed)) return notKnown()
  if (passed < -clockSkewMs) return dateTime(at, zone)
  if (passed < minuteMs) return plural(Math.max(1, Math.floor(passed / secondMs)), '{n} second ago', '{n} seconds ago')
  if (passed < hourMs) return plural(Math.floor(passed / minuteMs), '{n} minute ago', '{n} minutes ago')
  if (passed < dayMs) return plural(Math.floor(passed / hourMs), '{n} hour ago', '{n} hours ago')
  if (passed < 2 * dayMs) return t('Yesterday')
  const days = Math.floor(passed / dayMs)
  if (days < 7) return plural(days, '{n} day ago', '{n} days ago')
  if (days < 30) return plural(Math.floor(days / 7), '{n} week ago', '{n} weeks ago')
  if (days < 365) return plural(Math.floor(days / 30), '{n} month ago', '{n} months ago')
  return plural(Math.floor(days / 365), '{n} year ago', '{n} years ago')
}

/** How long ago, after other words: `Checked yesterday`. */
export function withinSentence(ago: string): string {
  return ago === t('Yesterday') ? ago.toLocaleLowerCase() : ago
}

/** How old what is on screen is, in a sentence; `readAt` in milliseconds may be later than a clock that moves by minutes. */
export function updatedText(readAt: number, now: Date): string {
  const ago = timeAgo(new Date(readAt), new Date(Math.max(now.getTime(), readAt)))
  return t('Updated {ago}', { ago: withinSentence(ago) })
}

/** The short form of a narrow column: `4 min`, `3 h`, `12 d`. */
export function shortAge(instant: string | Date, now: Date): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (Number.isNaN(passed)) return notKnown()
  if (passed < hourMs) return t('{n} min', { n: Math.max(1, Math.floor(passed / minuteMs)) })
  if (passed < dayMs) return t('{n} h', { n: Math.floor(passed / hourMs) })
  return t('{n} d', { n: Math.floor(passed / dayMs) })
}
