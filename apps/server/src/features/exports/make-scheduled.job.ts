import { can } from '@signet/contract/access/permissions'
import { addDays, isoDay } from '@signet/contract/time'
import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { QueueingRun } from '../../app/jobs.ts'
import { defaultZone, startOfDay, wallClock, zoneOf } from '../companies/company-zone.ts'
import { findUserActor } from '../sessions/sessions.queries.ts'
import { exporters } from './exporters.generated.ts'
import { queueExport } from './queue-export.ts'
import { daysBefore, nextDay } from './schedule-days.ts'
import { moveSchedule, deleteSchedule, schedulesDue } from './schedules.queries.ts'
import { activeCompanies } from '../../db/company-keys.queries.ts'

/** Hour of the company's day: the nightly work is done by then. */
const fromHour = 4

/**
 * The days of a time zone as a filter: as days if the zone matches those of the product (UTC), otherwise as the instants they begin and
 * end.
 */
function filtersIn(zone: string, { fromDate, toDate }: { fromDate: string; toDate: string }) {
  if (zone === defaultZone) return { fromDate, toDate }
  const dayAfter = addDays(toDate, 1)
  return { fromDate: startOfDay(fromDate, zone).toISOString(), toDate: startOfDay(dayAfter, zone).toISOString() }
}

/**
 * Requests the files of every due schedule on behalf of its creator. The exports and the next date are written in one transaction, so that
 * a run after a crash requests nothing twice. Missed days aren't made up for; the last whole week or month of the company's own time zone
 * is exported. The schedule of a user who can no longer export is deleted.
 */
export async function makeScheduled(parts: QueueingRun & AloneParts, now: Date): Promise<void> {
  await eachCompanyAlone(parts, await activeCompanies(parts.database), (company) => makeOf(parts, company, now))
}

async function makeOf(
  { database, enqueue }: QueueingRun,
  { id: companyId, config }: Awaited<ReturnType<typeof activeCompanies>>[number],
  now: Date,
): Promise<void> {
  const zone = zoneOf(config)
  const clock = wallClock(now, zone)
  if (clock.getUTCHours() < fromHour) return
  const today = isoDay(clock)
  const due = await database.inCompanies([companyId], (tx) => schedulesDue(tx, companyId, today))
  for (const schedule of due) {
    const actor = await findUserActor(database, schedule.created_by)
    const company = actor && [actor.company, ...actor.adminCompanies].find(({ id }) => id === companyId)
    await database.inCompanies([companyId], async (tx) => {
      if (!actor || !company || !can(actor.role, 'exports:own')) {
        await deleteSchedule(tx, companyId, schedule.id)
        return
      }
      if (!(await moveSchedule(tx, companyId, schedule, nextDay(schedule.rhythm, clock)))) return
      const filters = filtersIn(zone, daysBefore(schedule.rhythm, clock))
      for (const kind of schedule.sections) {
        const { module, permission } = exporters[kind]
        const isUsed = module === undefined || company.modules[module] === true
        if (!isUsed || !can(actor.role, permission)) continue
        const context = { tx, company, actor, enqueue, requestId: null, ip: null }
        // oxlint-disable-next-line no-await-in-loop
        await queueExport(context, { kind, format: schedule.format, filters })
      }
    })
  }
}
