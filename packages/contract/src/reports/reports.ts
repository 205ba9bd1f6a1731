import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { mebibyte, officeTypes } from '../threats/file-types.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'export.requested': 'Export requested',
  'export.deleted': 'Export deleted',
  'schedule.added': 'Report scheduled',
  'schedule.deleted': 'Scheduled report deleted',
  'report.published': 'Report published',
  'report.deleted': 'Report deleted',
}

/** Kinds of published reports, by their subject. */
export const reportKinds = ['weekly', 'monthly', 'quarterly', 'annual', 'incident', 'other'] as const
/** One of `reportKinds`. */
export type ReportKind = (typeof reportKinds)[number]

/** The period of a report: a year; a month, quarter or week of it; a day; or two days separated by a slash. */
const period = z
  .string()
  .check(
    z.refine(
      (text) => text.split('/').length <= 2 && text.split('/').every((part) => isPeriod(part, text.includes('/'))),
      problem('NOT_A_PERIOD'),
    ),
  )

function isPeriod(text: string, isDay: boolean): boolean {
  if (!isDay && /^\d{4}(-(0[1-9]|1[0-2])|-Q[1-4]|-W(0[1-9]|[1-4]\d|5[0-3]))?$/.test(text)) return true
  return z.safeParse(wire.day, text).success && text.length === 10
}

/** A report file that staff published for a company. */
export const Report = z.extend(wire.File, {
  kind: z.enum(reportKinds),
  period: z.string(),
  publishedAt: wire.time,
  /** The publisher. */
  by: z.string(),
  firstPage: wire.firstPage,
})
export type Report = z.output<typeof Report>

/** The fields the list of reports can be sorted by; the first is the default. */
export const reportSortFields = ['publishedAt', 'name', 'kind', 'period', 'size'] as const

/** The range refers to the day of publication. */
export const listReports = route({
  method: 'GET',
  path: '/v1/files/reports',
  summary: 'List the reports published for the company, newest first',
  access: 'reports:read',
  query: z.object({ company: wire.company, ...wire.paging(reportSortFields), ...wire.range }),
  response: wire.page(Report),
})

/** The upload rule of a report. */
export const reportUpload = {
  maxBytes: 50 * mebibyte,
  types: ['application/pdf', ...officeTypes, 'text/csv'],
} as const

/** 400 for a period that does not exist; 413 and 415 by `reportUpload`. */
export const publishReport = route({
  method: 'POST',
  path: '/v1/files/reports',
  summary: 'Publish a report file for a company',
  access: 'reports:publish',
  status: 201,
  upload: reportUpload,
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company, kind: z.enum(reportKinds), period }),
  response: Report,
})

/** 404 for a report of another company, and for a deleted one. */
export const deleteReport = route({
  method: 'DELETE',
  path: '/v1/files/reports/{reportId}',
  summary: 'Delete a published report and its file',
  access: 'reports:publish',
  status: 204,
  params: z.object({ reportId: wire.id }),
  query: wire.ofCompany,
  response: wire.nothing,
})
