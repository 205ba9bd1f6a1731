import { isOneOf } from '@signet/contract/narrow'
import { unfinishedStates } from '@signet/contract/run-states'
import { listExports, type Export, type ExportKind } from '@signet/contract/reports/exports'
import { listReportSchedules } from '@signet/contract/reports/report-schedules'
import { listReports, type reportSortFields } from '@signet/contract/reports/reports'
import { downTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { listAllThreats } from '@signet/contract/threats/threats'
import type { Page, SortDirection } from '@signet/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Days } from './report-period.ts'
import { wordsOfPeriod } from './report-title.ts'

/** Number of reports per page of the list. */
export const reportsPerPage = 25
/** Few enough that the published reports are in view below them. */
export const exportsPerPage = 5
// Links to files are valid for four minutes and are renewed after three.
const linkMs = 180_000
const progressMs = 1500

export type ReportSort = (typeof reportSortFields)[number]

/** One page of the published reports. */
export function reportsQuery(
  company: string,
  search: { q?: string | undefined; sort: ReportSort; dir: SortDirection; pageNumber: number },
) {
  const query = {
    company,
    pageNumber: search.pageNumber,
    limit: reportsPerPage,
    sortField: search.sort,
    sortDirection: search.dir,
    searchQuery: search.q && wordsOfPeriod(search.q),
  }
  return queryOptions({
    queryKey: [company, 'reports', 'list', query],
    refetchInterval: linkMs,
    queryFn: ({ signal }) => call(listReports, { query, signal }),
  })
}

/** Whether a file is still being created. */
export const isUnderWay = ({ status }: Pick<Export, 'status'>): boolean => isOneOf(unfinishedStates, status)

/** The user's own exports, polled while one is being created. */
export function exportsQuery(company: string, pageNumber: number) {
  const query = { company, pageNumber, limit: exportsPerPage }
  return queryOptions({
    queryKey: [company, 'reports', 'exports', query],
    queryFn: ({ signal }): Promise<Page<Export>> => call(listExports, { query, signal }),
    refetchInterval: (self: { state: { data?: Page<Export> | undefined } }) =>
      self.state.data?.items.some(isUnderWay) ? progressMs : linkMs,
  })
}

/** The reader's scheduled reports. */
export function schedulesQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'reports', 'schedules'],
    queryFn: ({ signal }) => call(listReportSchedules, { query: { company }, signal }),
  })
}

/** The current figures for the period of a report. */
export function periodQuery(company: string, days: Days) {
  return queryOptions({
    queryKey: [company, 'reports', 'period', days],
    queryFn: async ({ signal }) => {
      const query = { company, limit: 1, ...days }
      const [threats, critical, takedowns, removed] = await Promise.all([
        call(listAllThreats, { query, signal }),
        call(listAllThreats, { query: { ...query, threatSeverity: ['Critical'] }, signal }),
        call(listTakedowns, { query, signal }),
        call(listTakedowns, { query: { ...query, takedownStatus: [...downTakedownStatuses] }, signal }),
      ])
      return {
        threats: threats.total,
        threatsAreCapped: threats.totalIsCapped === true,
        critical: critical.total,
        takedowns: takedowns.total,
        removed: removed.total,
      }
    },
  })
}

/** Sections that can be filtered by source and severity. */
export const narrowed: ReadonlySet<ExportKind> = new Set(['threats', 'takedowns', 'activity'])
