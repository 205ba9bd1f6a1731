import { dayMs, minuteMs } from '@signet/contract/time'
import type { Campaign } from '../demo-data.ts'
import type { Random } from '../random.ts'

/** When a threat was first seen, and the wave it belongs to. */
export interface Moment {
  at: Date
  campaign: Campaign | null
}

/** How many days the demo covers. */
const historyDays = 400

// Middle (days back), width (days) and height of the two waves, relative to 1 for an ordinary day.
const waves: readonly { campaign: Campaign; middle: number; width: number; height: number }[] = [
  { campaign: 'reward-lures', middle: 11, width: 2.2, height: 12 },
  { campaign: 'fake-helpline', middle: 158, width: 3.5, height: 8 },
]
// The last weeks have more threats, and an ordinary day now has more than one a year ago.
const recentHeight = 11
const recentFadeDays = 14
const growth = 0.7

/** The last sightings in minutes before now, so that a fresh demo has recent activity. */
const lastHoursMinutes = [6, 14, 31, 52, 63, 74, 88, 117, 171, 205, 262, 318, 344, 401, 473, 590]

// The last minutes before now, and before the same time of each day, have no threats.
const quietSeconds = 300

const swell = (daysBack: number, wave: (typeof waves)[number]) =>
  wave.height * Math.exp(-(((daysBack - wave.middle) / wave.width) ** 2) / 2)

/**
 * When `count` threats were first seen, oldest first; none later than `today`. Everything is counted back from that instant and nothing
 * depends on the calendar, so that the demo is the same on every day and at every hour.
 */
export function timelineOf(random: Random, today: Date, count: number): Moment[] {
  const days = Array.from({ length: historyDays }, (_, daysBack) => ({
    ordinary:
      1 + growth * (1 - daysBack / historyDays) + (recentHeight - growth) * Math.exp(-daysBack / recentFadeDays),
    swells: waves.map((wave) => swell(daysBack, wave)),
  }))
  const dayWeights = days.map(({ ordinary, swells }) => ordinary + swells.reduce((sum, one) => sum + one, 0))
  const moments: Moment[] = lastHoursMinutes.map((minutes) => ({
    at: wholeSecond(today.getTime() - minutes * minuteMs - random.int(0, 50) * 1000),
    campaign: null,
  }))
  while (moments.length < count) {
    const daysBack = random.weightedIndex(dayWeights)
    const day = days[daysBack]
    if (!day) continue
    const instant = today.getTime() - daysBack * dayMs - random.int(quietSeconds, dayMs / 1000) * 1000
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
