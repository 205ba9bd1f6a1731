import { addDays, isoDay, dayMs } from '@signet/contract/time'
import type { StoredConfig } from '@signet/contract/companies/onboarding'
import type { Tx } from '../../db/database.ts'
import { companyOf } from '../../db/company-keys.queries.ts'

/** The time zone of a company that has set none. */
export const defaultZone = 'UTC'

/** The time zone of a company's days, e.g. `Europe/Oslo`. */
export const zoneOf = (config: StoredConfig): string => config.timeZone ?? defaultZone

/** Like `zoneOf`, but reads the configuration. Index: companies_pkey. */
export async function zoneOfCompany(tx: Tx, companyId: number): Promise<string> {
  const { config } = await companyOf(tx, companyId)
  return zoneOf(config)
}

/** By zone: making one takes longer than printing a row of a report. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(zone, clock)
  return clock
}

/** The local time of a zone, as if it were UTC. */
export function wallClock(at: Date, zone: string): Date {
  const shown = clockOf(zone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(shown.find((one) => one.type === type)?.value)
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')))
}

/** The day in a time zone at an instant, `YYYY-MM-DD`. */
export const dayIn = (at: Date, zone: string): string => isoDay(wallClock(at, zone))

/**
 * The instant a day begins in a time zone: 23 to 25 hours before the next day begins. A day whose midnight is skipped because clocks are
 * put forward begins at one o'clock.
 *
 * @param day `YYYY-MM-DD`
 */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Clocks may change in between, at midnight itself too, so the offset of one side may lead to the day before or to one o'clock.
  const [first, second] = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - (wallClock(new Date(near), zone).getTime() - near))
    .toSorted((a, b) => a - b)
    .map((at) => new Date(at))
  if (!first || !second) throw new Error('two sides')
  return dayIn(first, zone) === day ? first : second
}

/** The last millisecond of a day in a time zone. */
export function endOfDay(day: string, zone: string): Date {
  return new Date(startOfDay(addDays(day, 1), zone).getTime() - 1)
}
