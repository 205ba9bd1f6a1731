import { reportSortFields } from '@signet/contract/reports/reports'
import { oneOf, textOf } from '../../url/search-params.ts'
import type { ReportSort } from './reports.api.ts'

/** The URL state of the reports page. */
interface ReportsSearch {
  q?: string | undefined
  id?: string | undefined
  page?: string | undefined
  sort?: ReportSort | undefined
}
export const validateReportsSearch = (raw: Record<string, unknown>): ReportsSearch => ({
  q: textOf(raw['q']),
  id: textOf(raw['id'], 64),
  page: /^[1-9]\d{0,3}$/.test(String(raw['page'])) ? String(raw['page']) : undefined,
  sort: oneOf(raw['sort'], reportSortFields),
})
