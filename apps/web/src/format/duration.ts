import { hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { plural, t } from '../words/words.ts'
import { exactNumber } from './exact-number.ts'

/** A length of time: `47 h 38 m`, `12 m`, `18 seconds`. Hours are not turned into days: targets are given in hours. */
export function duration(lengthMs: number): string {
  const length = Math.max(0, lengthMs)
  if (length < minuteMs) {
    return plural(Math.floor(length / secondMs), '{n} second', '{n} seconds')
  }
  const hours = Math.floor(length / hourMs)
  const minutes = Math.floor((length % hourMs) / minuteMs)
  if (hours === 0) return t('{n} m', { n: minutes })
  const inHours = t('{n} h', { n: exactNumber(hours) })
  return minutes === 0 ? inHours : `${inHours} ${t('{n} m', { n: minutes })}`
}

/** The same in whole hours for narrow columns, minutes under one hour: `47 h`, `12 m`. */
export function shortDuration(lengthMs: number): string {
  if (lengthMs < hourMs) return duration(lengthMs)
  return t('{n} h', { n: exactNumber(Math.floor(lengthMs / hourMs)) })
}
