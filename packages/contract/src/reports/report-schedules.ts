import * as z from 'zod/mini'
import { exportFormats, exportKinds } from './exports.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** How often a scheduled report is created: on Mondays about the previous week, or on the first of a month about the previous month. */
export const scheduleRhythms = ['weekly', 'monthly'] as const
/** One of `scheduleRhythms`. */
export type ScheduleRhythm = (typeof scheduleRhythms)[number]

/** Maximum number of schedules of one user in one company. */
export const schedulesMax = 10

/** A recurring export of a user; `format` is the same for every section. */
export const ReportSchedule = z.object({
  id: z.string(),
  rhythm: z.enum(scheduleRhythms),
  /** One file for each section. */
  sections: z.array(z.enum(exportKinds)),
  format: z.enum(exportFormats),
  /** The day the next files are created, `YYYY-MM-DD`. */
  nextOn: z.string(),
  createdAt: wire.time,
})
export type ReportSchedule = z.output<typeof ReportSchedule>

/** Schedules of other people in the company are never shown. */
export const listReportSchedules = route({
  method: 'GET',
  path: '/v1/export/schedules',
  summary: "List the caller's scheduled reports, oldest first",
  access: 'exports:own',
  query: wire.ofCompany,
  response: z.array(ReportSchedule),
})

/**
 * Days are in the company's time zone. 404 when the company lacks the module of a section; 409 when the caller has `schedulesMax`
 * schedules.
 */
export const addReportSchedule = route({
  method: 'POST',
  path: '/v1/export/schedules',
  summary: "Schedule an export weekly or monthly; the files appear among the caller's exports",
  access: 'exports:own',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    rhythm: z.enum(scheduleRhythms),
    sections: z.array(z.enum(exportKinds)).check(z.minLength(1), z.maxLength(exportKinds.length)),
    format: z.enum(exportFormats),
  }),
  response: ReportSchedule,
})

/** 404 for another user's schedule. */
export const deleteReportSchedule = route({
  method: 'DELETE',
  path: '/v1/export/schedules/{scheduleId}',
  summary: 'Delete a scheduled report; its existing files stay',
  access: 'exports:own',
  status: 204,
  params: z.object({ scheduleId: wire.id }),
  query: wire.ofCompany,
  response: wire.nothing,
})
