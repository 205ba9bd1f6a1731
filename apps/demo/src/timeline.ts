import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import type { Campaign } from './demo-data.ts'
import type { Random } from './random.ts'

/** When a threat was first seen, and the wave it belongs to. */
export interface Moment {
  at: Date
  campaign: Campaign | null
}

/** How many days the demo covers. */
export const historyDays = 400

// Middle (days back), width (days) and height of the two waves, relative to 1 for an ordinary day.
const waves: readonly { campaign: Campaign; middle: number; width: number; height: number }[] = [
  { campaign: 'reward-lures', middle: 11, width: 2.2, height: 12 },
  { campaign: 'fake-helpline', middle: 158, width: 3.5, height: 8 },
]
const weekendShare = 0.45
// The last weeks have more threats, and an ordinary day now has more than one a year ago.
const recentHeight = 11
const recentFadeDays = 14
const growth = 0.7

/** The last sightings in minutes before now, so that a fresh demo has recent activity. */
const lastHoursMinutes = [6, 14, 31, 52, 63, 74, 88, 117, 171, 205, 262, 318, 344, 401, 473, 590]

// More is found during the day: share of each UTC hour.
const hourWeights = [3, 2, 2, 2, 2, 3, 5, 7, 9, 10, 10, 10, 9, 10, 10, 9, 9, 8, 8, 7, 7, 6, 5, 4]

const swell = (daysBack: number, wave: (typeof waves)[number]) =>
  wave.height * Math.exp(-(((daysBack - wave.middle) / wave.width) ** 2) / 2)

/** When `count` threats were first seen, oldest first; none later than `today`. */
export function timelineOf(random: Random, today: Date, count: number): Moment[] {
  const midnight = Math.floor(today.getTime() / dayMs) * dayMs
  const days = Array.from({ length: historyDays }, (_, daysBack) => {
    const start = midnight - daysBack * dayMs
    const weekday = new Date(start).getUTCDay()
    const ordinary =
      1 + growth * (1 - daysBack / historyDays) + (recentHeight - growth) * Math.exp(-daysBack / recentFadeDays)
    const rhythm = weekday === 0 || weekday === 6 ? weekendShare : 1
    const swells = waves.map((wave) => swell(daysBack, wave))
    // The current day only has the share of the part that has passed.
    const share = daysBack === 0 ? (today.getTime() - midnight) / dayMs : 1
    return { start, ordinary: ordinary * rhythm * share, swells: swells.map((height) => height * share) }
  })
  const dayWeights = Object.fromEntries(
    days.map(({ ordinary, swells }, index) => [String(index), ordinary + swells.reduce((sum, one) => sum + one, 0)]),
  )
  const hours = Object.fromEntries(hourWeights.map((weight, hour) => [String(hour), weight]))

  const moments: Moment[] = lastHoursMinutes.map((minutes) => ({
    at: wholeSecond(today.getTime() - minutes * minuteMs - random.int(0, 50) * 1000),
    campaign: null,
  }))
  while (moments.length < count) {
    const day = days[Number(random.weighted(dayWeights))]
    if (!day) continue
    const instant = day.start + Number(random.weighted(hours)) * hourMs + random.int(0, 3599) * 1000
    if (instant > today.getTime() - 5 * minuteMs) continue
    const which = random.weighted({ none: day.ordinary, 0: day.swells[0] ?? 0, 1: day.swells[1] ?? 0 })
    moments.push({
      at: wholeSecond(instant),
      campaign: which === 'none' ? null : (waves[Number(which)]?.campaign ?? null),
    })
  }
  return moments.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function wholeSecond(instant: number): Date {
  return new Date(Math.floor(instant / 1000) * 1000)
}
