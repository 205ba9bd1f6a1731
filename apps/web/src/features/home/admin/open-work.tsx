import { can } from '@signet/contract/access/permissions'
import { listCompanyCoverage, troubledStates } from '@signet/contract/collection/company-coverage'
import { getCompanyOverview } from '@signet/contract/reports/overview'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { weekdayDate } from '../../../format/time/date-time.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, FailedParts, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { t } from '../words.ts'
import type { AdminHomeSearch } from './admin-home-search.ts'
import { CompanyTable } from './company-table.tsx'
import { isInNeed, namedLike } from './company-need.ts'
import { SignIns } from './sign-ins.tsx'
import { countOf, type CompanyWork } from './work-figures.ts'
import { WorkTiles } from './work-tiles.tsx'

const refreshMs = 60_000

const overviewQuery = queryOptions({
  queryKey: ['all companies', 'overview'],
  queryFn: ({ signal }) => call(getCompanyOverview, { signal }),
  refetchInterval: refreshMs,
})

/** The sources with a problem of every company. */
const troubledQuery = queryOptions({
  queryKey: ['all companies', 'troubled sources'],
  queryFn: async ({ signal }) =>
    (await call(listCompanyCoverage, { query: { limit: 1, states: [...troubledStates] }, signal })).troubledOf,
  refetchInterval: refreshMs,
})

/** From this many companies on, the list has a search field. With fewer it has one while it is filtered by a name. */
const searchFrom = 8

/** The open work of all companies: the figures over all of them, then each company, the most urgent first, and the last sign-ins. */
export function OpenWork({
  search: { q, only },
  onChange,
}: {
  search: AdminHomeSearch
  onChange: (changes: AdminHomeSearch) => void
}) {
  // A field that is cleared remains, so that it keeps the focus.
  const [startsFiltered] = useState(Boolean(q))
  const query = useQuery(overviewQuery)
  const troubledCounts = useQuery(troubledQuery)
  const troubled = troubledCounts.data
  const now = useNow()
  const company = useCompany()
  const { role } = useUser()
  const works = query.data?.map((row): CompanyWork => ({
    ...row,
    troubledSources: troubled ? (troubled.find((one) => one.company === row.company)?.count ?? 0) : null,
  }))
  // A count that then grows would be wrong at first.
  const isCounted = troubled !== undefined || troubledCounts.isError
  const needy = isCounted ? works?.filter(isInNeed).length : undefined
  return (
    <>
      <Stack as="header" gap={0} below={4}>
        <Text as="h2" size="object">
          {needy === undefined ? (query.isError ? t('workFailed') : '\u00a0') : answer(needy)}
        </Text>
        <Text as="p" tone="quiet">
          {weekdayDate(now)}
          {needy ? `. ${t('needMeans')}` : null}
        </Text>
      </Stack>
      <WorkTiles works={works} only={only} onOnly={(next) => onChange({ only: next })} />
      <FailedParts of={[troubledCounts]}>{t('troubledFailed')}</FailedParts>
      <Card as="div" below={4}>
        <Inline as="header" wrap below={2}>
          <h2>{t('companies')}</h2>
          <Text as="small" basis={200}>
            {only || q
              ? [
                  only && t('onlyCompaniesWith', { figure: t(`figure.${only}`) }),
                  q && t('onlyCompaniesNamed', { text: q }),
                ]
                  .filter(Boolean)
                  .join('. ')
              : t('companiesOrder')}
          </Text>
          {only ? <Button onClick={() => onChange({ only: undefined })}>{t('showAllCompanies')}</Button> : null}
          {q || startsFiltered || (query.data?.length ?? 0) >= searchFrom ? (
            <SearchField label={t('searchCompanies')} value={q} onChange={(text) => onChange({ q: text })} />
          ) : null}
        </Inline>
        <DataState
          query={query}
          what={t('companiesWhat')}
          loading={<Skeleton lines={8} />}
          isEmpty={(companies) => companies.length === 0}
          empty={<StateBlock title={t('noCompanies')}>{t('noCompaniesText')}</StateBlock>}
        >
          {() => {
            const rows = namedLike(works ?? [], q).filter((work) => !only || countOf(only, work) !== 0)
            if (rows.length > 0) return <CompanyTable rows={rows} current={company} />
            return (
              <StateBlock
                title={q ? t('noCompaniesMatch') : t('noCompanyWith')}
                action={
                  <Button onClick={() => onChange({ q: undefined, only: undefined })}>{t('showAllCompanies')}</Button>
                }
              />
            )
          }}
        </DataState>
      </Card>
      {can(role, 'analytics:readSignIns') ? <SignIns key={company} company={company} now={now} /> : null}
    </>
  )
}

/** The one line that says whether any client needs attention. */
function answer(needy: number): string {
  return needy === 0 ? t('noCompanyInNeed') : t('companiesInNeedCount', { count: needy })
}
