import { reportSortFields } from '@signet/contract/reports/reports'
import { oneOf, pageOf, textOf } from '../../url/search-params.ts'
import type { ReportSort } from './reports.api.ts'

/** The URL state of the reports page. */
interface ReportsSearch {
  q?: string | undefined
  id?: string | undefined
  page?: string | undefined
  /** The page of the caller's own exports. */
  made?: string | undefined
  sort?: ReportSort | undefined
}

export const validateReportsSearch = (raw: Record<string, unknown>): ReportsSearch => ({
  q: textOf(raw['q']),
  id: textOf(raw['id'], 64),
  page: pageOf(raw['page']),
  made: pageOf(raw['made']),
  sort: oneOf(raw['sort'], reportSortFields),
})
