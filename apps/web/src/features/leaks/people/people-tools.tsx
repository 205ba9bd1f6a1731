import type { Person } from '@signet/contract/companies/watched-people'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import type { PeopleSearch } from './people.api.ts'
import css from './people-page.module.css'

const ExportPeople = lazy(() => import('./export-people.tsx').then(({ ExportPeople: dialog }) => ({ default: dialog })))

const DisclosureLog = lazy(() =>
  import('../disclosures/disclosure-log.tsx').then(({ DisclosureLog: dialog }) => ({ default: dialog })),
)

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The search field above the list of people, their number, the export, and who exported them before. */
export function PeopleTools({
  company,
  search,
  rows,
  onSearch,
}: {
  company: string
  search: PeopleSearch
  rows: PagedRows<Person>
  onSearch: (q: string | undefined) => void
}) {
  const [asked, setAsked] = useState<'export' | 'log' | null>(null)
  const stopAsking = () => setAsked(null)
  const mayExport = useCan('exports:own')
  const mayWork = useCan('leaks:work')
  return (
    <>
      <Inline gap={4} wrap className={`${css.tools} list-tools search-first`}>
        <SearchField label={t('searchPeople')} value={search.q} onChange={onSearch} />
        <Text role="status" as="p" tone="quiet" num grow>
          {rows.total === undefined || rows.isOld ? '' : t('peopleCount', { count: rows.total })}
        </Text>
        {mayWork && (
          <Button kind="quiet" icon={<IconHistory {...icon} />} onClick={() => setAsked('log')}>
            {t('accessLog')}
          </Button>
        )}
        {mayExport && (
          <Button icon={<IconDownload {...icon} />} disabled={!rows.total} onClick={() => setAsked('export')}>
            {t('export')}
          </Button>
        )}
      </Inline>
      {asked && (
        <Suspense fallback={null}>
          {asked === 'export' ? (
            <ExportPeople company={company} count={rows.total ?? 0} onClose={stopAsking} />
          ) : (
            <DisclosureLog company={company} onClose={stopAsking} />
          )}
        </Suspense>
      )}
    </>
  )
}
