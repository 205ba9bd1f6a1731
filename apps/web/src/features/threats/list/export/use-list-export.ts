import { can } from '@signet/contract/access/permissions'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { PagedRows } from '../../../../api/paged-rows.ts'
import { useCompany } from '../../../../session/company.ts'
import { useUser } from '../../../../session/use-session.ts'
import { useRecords, type AnyThreat } from '../../records.ts'
import type { ThreatSearch } from '../../threat-search.ts'
import type { ListSource } from '../../threat-source.ts'
import { columnsFor } from '../columns/threat-columns.tsx'

type Columns = Parameters<typeof columnsFor>

/** @returns exports the list as it is filtered; undefined for those who may not, and for an empty list */
export function useListExport(
  source: ListSource,
  search: ThreatSearch,
  rows: PagedRows<AnyThreat>,
  density: Columns[1],
  wanted: Columns[2],
): (() => void) | undefined {
  const company = useCompany()
  const { role } = useUser()
  const records = useRecords()
  const { routesByPath } = useRouter()
  const navigate = useNavigate()
  if (!can(role, 'exports:own') || (rows.total ?? 0) === 0) return undefined
  return () => {
    // What makes the file is not part of the first load.
    void import('./export-list.ts').then(({ exportList }) =>
      exportList({
        records,
        company,
        source,
        search,
        columns: columnsFor('full', density, wanted),
        total: rows.totalIsCapped ? undefined : rows.matching,
        openReports: '/reports' in routesByPath ? () => void navigate({ to: '/reports' }) : undefined,
      }),
    )
  }
}
