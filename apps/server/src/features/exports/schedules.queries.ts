import { sql } from 'kysely'
import type { ReportSchedule } from '@signet/contract/reports/report-schedules'
import type { Tx } from '../../db/database.ts'

const columns = ['id', 'rhythm', 'sections', 'format', 'created_by', 'created_at'] as const

/** The day as text: a Date would depend on the time zone of the machine. */
const nextOn = sql<string>`next_on::text`.as('next_on')

/** The schedules of a person, oldest first. Index: report_schedules_own. */
export function schedulesOf(tx: Tx, own: { companyId: number; userId: string }) {
  return tx
    .selectFrom('report_schedules')
    .select(columns)
    .select(nextOn)
    .where('company_id', '=', own.companyId)
    .where('created_by', '=', own.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The schedules that are due on a day. Index: report_schedules_due. */
export function schedulesDue(tx: Tx, companyId: number, day: string) {
  return tx
    .selectFrom('report_schedules')
    .select(columns)
    .select(nextOn)
    .where('company_id', '=', companyId)
    .where('next_on', '<=', sql<Date>`${day}::date`)
    .orderBy('next_on')
    .orderBy('id')
    .execute()
}

/** Moves a schedule to its next day. @returns false if another run did so first, or the schedule was deleted */
export async function moveSchedule(
  tx: Tx,
  companyId: number,
  schedule: { id: string; next_on: string },
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_schedules')
    .set({ next_on: sql<Date>`${next}::date` })
    .where('company_id', '=', companyId)
    .where('id', '=', schedule.id)
    .where('next_on', '=', sql<Date>`${schedule.next_on}::date`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @param userId its required owner; any user if missing */
export async function deleteSchedule(tx: Tx, companyId: number, id: string, userId?: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_schedules')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$call((query) => (userId !== undefined ? query.where('created_by', '=', userId) : query))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** A schedule as it is sent. */
export function toSchedule(row: Awaited<ReturnType<typeof schedulesOf>>[number]): ReportSchedule {
  return {
    id: row.id,
    rhythm: row.rhythm,
    sections: row.sections,
    format: row.format,
    nextOn: row.next_on,
    createdAt: row.created_at.toISOString(),
  }
}

/** Adds a schedule of a person, due on a day such as `2026-03-01`. */
export async function insertSchedule(
  tx: Tx,
  own: { companyId: number; userId: string; userName: string; id: string },
  { rhythm, sections, format }: Pick<ReportSchedule, 'rhythm' | 'sections' | 'format'>,
  nextOnDay: string,
): Promise<void> {
  await tx
    .insertInto('report_schedules')
    .values({
      company_id: own.companyId,
      id: own.id,
      created_by: own.userId,
      created_by_name: own.userName,
      rhythm,
      sections,
      format,
      next_on: sql<Date>`${nextOnDay}::date`,
    })
    .execute()
}
