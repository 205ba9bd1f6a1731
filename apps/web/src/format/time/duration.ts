import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { t } from '../words.ts'
import { exactNumber } from '../numbers/exact-number.ts'

/** A duration never breaks across lines. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00A0')

/**
 * A duration: `47 h 38 m`, `12 m`, `1 m 5 s`, `18 s`. Seconds count below ten minutes. Hours aren't converted to days, because targets are
 * given in hours.
 */
export const duration = (lengthMs: number): string => unbroken(lengthIn(lengthMs))

function lengthIn(lengthMs: number): string {
  const length = Math.max(0, lengthMs)
  const seconds = Math.floor((length % minuteMs) / secondMs)
  const inSeconds = t('seconds', { n: seconds })
  if (length < minuteMs) return inSeconds
  const hours = Math.floor(length / hourMs)
  const minutes = Math.floor((length % hourMs) / minuteMs)
  const inMinutes = t('minutes', { n: minutes })
  if (hours === 0) return seconds > 0 && minutes < 10 ? `${inMinutes} ${inSeconds}` : inMinutes
  const inHours = t('hours', { n: exactNumber(hours) })
  return minutes === 0 ? inHours : `${inHours} ${inMinutes}`
}

/** A short duration for narrow columns, in whole hours, or minutes below one hour: `47 h`, `12 m`. */
export function shortDuration(lengthMs: number): string {
  if (lengthMs < minuteMs) return duration(lengthMs)
  if (lengthMs < hourMs) return duration(lengthMs - (lengthMs % minuteMs))
  return unbroken(t('hours', { n: exactNumber(Math.floor(lengthMs / hourMs)) }))
}

/** How late something is, for narrow columns: in whole days from two days on, otherwise like any short duration: `6 d`, `47 h`. */
export function lateness(lengthMs: number): string {
  if (lengthMs < 2 * dayMs) return shortDuration(lengthMs)
  return unbroken(t('days', { n: exactNumber(Math.floor(lengthMs / dayMs)) }))
}
