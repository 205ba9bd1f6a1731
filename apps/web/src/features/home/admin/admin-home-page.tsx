import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { t } from '../words.ts'
import { Box } from '../../../ui/layout/parts.tsx'
import { validateAdminHomeSearch } from './admin-home-search.ts'
import { OpenWork } from './open-work.tsx'

const CompanyCoverageTable = lazy(() =>
  import('../../../parts/coverage/company-coverage.tsx').then(({ CompanyCoverageTable: table }) => ({
    default: table,
  })),
)

/** Which clients need attention now, or how their sources are covered. */
export function AdminHomePage() {
  const [search, change] = usePageSearch(validateAdminHomeSearch)
  const open = useSwitchCompany()
  return (
    <Page title={t('home')}>
      <Box below={4} data-every-company>
        <Segments
          label={t('view')}
          choices={[
            { value: 'companies', label: t('companies') },
            { value: 'sources', label: t('sources') },
          ]}
          value={search.part ?? 'companies'}
          onChange={(part) => change({ ...noSearch, part: part === 'sources' ? part : undefined })}
        />
      </Box>
      {search.part === 'sources' ? (
        <Suspense fallback={<Skeleton lines={12} />}>
          <CompanyCoverageTable
            search={search}
            onChange={change}
            onOpen={(company) => void open(company, '/settings?part=sources')}
          />
        </Suspense>
      ) : (
        <OpenWork search={search} onChange={change} />
      )}
    </Page>
  )
}

const noSearch = validateAdminHomeSearch({})
