import type { StoredConfig } from '@signet/contract/onboarding'
import type { Tx } from '../../db/database.ts'

/** The zone of a company that has set none. */
export const defaultZone = 'UTC'

/** In whose days a company thinks, e.g. `Europe/Oslo`. */
export const zoneOf = (config: StoredConfig): string => config.timeZone ?? defaultZone

/** As `zoneOf`, read. Index: companies_pkey. */
export async function zoneOfCompany(tx: Tx, companyId: number): Promise<string> {
  const { config } = await tx
    .selectFrom('companies')
    .select('config')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return zoneOf(config)
}

/** What the clock on the wall of a zone shows, as if it were UTC. */
export function wallClock(at: Date, zone: string): Date {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(shown.find((one) => one.type === type)?.value)
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')))
}

/** The day a zone has at an instant, `YYYY-MM-DD`. */
export const dayIn = (at: Date, zone: string): string => wallClock(at, zone).toISOString().slice(0, 10)

/**
 * The instant a day begins in a zone: 23 to 25 hours before the next one does. Where clocks are put forward at midnight it is an hour
 * after the last instant of the day before at most.
 *
 * @param day `YYYY-MM-DD`
 */
export function startOfDay(day: string, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  const offsetAt = (instant: number) => wallClock(new Date(instant), zone).getTime() - instant
  // The offset of the guess may be that of the other side of a change; that of what it leads to is right.
  return new Date(wanted - offsetAt(wanted - offsetAt(wanted)))
}
