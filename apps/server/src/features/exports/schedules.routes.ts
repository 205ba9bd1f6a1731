import { randomUUID } from 'node:crypto'
import { schedulesMax } from '@signet/contract/reports/report-schedules'
import type * as contract from '@signet/contract/reports/report-schedules'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { wallClock, zoneOfCompany } from '../companies/company-zone.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { refuseUnusable } from './queue-export.ts'
import { nextDay } from './schedule-days.ts'
import { insertSchedule, deleteSchedule, schedulesOf, toSchedule } from './schedules.queries.ts'

export const listReportSchedules: Handler<typeof contract.listReportSchedules> = async ({ tx, company, actor }) =>
  (await schedulesOf(tx, { companyId: company.id, userId: actor.userId })).map(toSchedule)

/**
 * @throws AppError `MODULE_OFF` if the company doesn't use one of the sections
 * @throws AppError `CONFLICT` if the caller already has ten schedules
 */
export const addReportSchedule: Handler<typeof contract.addReportSchedule> = async (context, { body }) => {
  const { tx, company, actor } = context
  const sections = [...new Set(body.sections)]
  for (const kind of sections) refuseUnusable(context, kind)
  const own = { companyId: company.id, userId: actor.userId }
  if ((await schedulesOf(tx, own)).length >= schedulesMax) {
    throw new AppError('TOO_MANY_SCHEDULES', { max: schedulesMax })
  }
  const id = randomUUID()
  const today = wallClock(new Date(), await zoneOfCompany(tx, company.id))
  await insertSchedule(tx, { ...own, userName: actor.name, id }, { ...body, sections }, nextDay(body.rhythm, today))
  await recordAudit(context, {
    action: 'schedule.added',
    targetType: 'export',
    targetId: id,
    after: { rhythm: body.rhythm, sections, format: body.format },
  })
  const row = (await schedulesOf(tx, own)).find((schedule) => schedule.id === id)
  if (!row) throw new Error('the schedule that was just made is not there')
  return toSchedule(row)
}

/** @throws AppError `NOT_FOUND` if it isn't the caller's own */
export const deleteReportSchedule: Handler<typeof contract.deleteReportSchedule> = async (context, { params }) => {
  const { tx, company, actor } = context
  if (!(await deleteSchedule(tx, company.id, params.scheduleId, actor.userId))) {
    throw new AppError('NOT_FOUND', { what: 'schedule' })
  }
  await recordAudit(context, { action: 'schedule.deleted', targetType: 'export', targetId: params.scheduleId })
  return undefined
}
