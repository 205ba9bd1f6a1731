import { exactNumber } from './exact-number.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** A length of time: `47 h 38 m`, `12 m`, `18 seconds`. Hours are not turned into days: targets are given in hours. */
export function duration(lengthMs: number): string {
  const length = Math.max(0, lengthMs)
  if (length < minuteMs) {
    const seconds = Math.floor(length / secondMs)
    return `${seconds} second${seconds === 1 ? '' : 's'}`
  }
  const hours = Math.floor(length / hourMs)
  const minutes = Math.floor((length % hourMs) / minuteMs)
  if (hours === 0) return `${minutes} m`
  return minutes === 0 ? `${exactNumber(hours)} h` : `${exactNumber(hours)} h ${minutes} m`
}

/** The same in whole hours for narrow columns, minutes under one hour: `47 h`, `12 m`. */
export function shortDuration(lengthMs: number): string {
  if (lengthMs < hourMs) return duration(lengthMs)
  return `${exactNumber(Math.floor(lengthMs / hourMs))} h`
}
