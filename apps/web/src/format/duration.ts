import { hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { t } from './words.ts'
import { exactNumber } from './exact-number.ts'

/** A length of time: `47 h 38 m`, `12 m`, `18 seconds`. Hours are not turned into days: targets are given in hours. */
export function duration(lengthMs: number): string {
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

/** The same in whole hours for narrow columns, minutes under one hour: `47 h`, `12 m`. */
export function shortDuration(lengthMs: number): string {
  if (lengthMs < hourMs) return duration(lengthMs)
  return t('hours', { n: exactNumber(Math.floor(lengthMs / hourMs)) })
}
