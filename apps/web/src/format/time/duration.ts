import { hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { t } from '../words.ts'
import { exactNumber } from '../numbers/exact-number.ts'

/** A duration never breaks across lines. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00A0')

/** A duration: `47 h 38 m`, `12 m`, `18 seconds`. Hours aren't converted to days, because targets are given in hours. */
export const duration = (lengthMs: number): string => unbroken(lengthIn(lengthMs))

function lengthIn(lengthMs: number): string {
  const length = Math.max(0, lengthMs)
  if (length < minuteMs) {
    return t('secondsCount', { count: Math.floor(length / secondMs) })
  }
  const hours = Math.floor(length / hourMs)
  const minutes = Math.floor((length % hourMs) / minuteMs)
  if (hours === 0) return t('minutes', { n: minutes })
  const inHours = t('hours', { n: exactNumber(hours) })
  return minutes === 0 ? inHours : `${inHours} ${t('minutes', { n: minutes })}`
}

/** A short duration for narrow columns, in whole hours, or minutes below one hour: `47 h`, `12 m`. */
export function shortDuration(lengthMs: number): string {
  if (lengthMs < hourMs) return duration(lengthMs)
  return unbroken(t('hours', { n: exactNumber(Math.floor(lengthMs / hourMs)) }))
}
