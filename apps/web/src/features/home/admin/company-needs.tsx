import { can } from '@signet/contract/access/permissions'
import { getCompanyOverview, type CompanyOverview } from '@signet/contract/reports/overview'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { weekdayDate } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { t } from '../words.ts'
import css from './admin-home-page.module.css'
import { isInNeed, namedLike } from './company-need.ts'
import { SignIns } from './sign-ins.tsx'

const overviewQuery = queryOptions({
  queryKey: ['all companies', 'overview'],
  queryFn: ({ signal }) => call(getCompanyOverview, { signal }),
})

/** From this many companies on, the list has a search field. */
const searchFrom = 8

/** Which clients need attention, the most urgent first, and the last sign-ins. */
export function NeedOfCompanies({ q, onSearch }: { q: string | undefined; onSearch: (q: string | undefined) => void }) {
  const query = useQuery(overviewQuery)
  const now = useNow()
  const company = useCompany()
  const needy = query.data?.filter(isInNeed).length
  return (
    <>
      <Stack as="header" gap={0} below={4}>
        <Text as="h2" size="object">
          {needy === undefined ? (query.isError ? t('companiesFailed') : '\u00a0') : answer(needy)}
        </Text>
        <Text as="p" tone="quiet">
          {weekdayDate(now)}.
        </Text>
      </Stack>
      <Card as="div" below={4}>
        <Inline as="header" wrap below={2} className={css.bar}>
          <h2>{t('companies')}</h2>
          <small>{t('companiesOrder')}</small>
          {(query.data?.length ?? 0) >= searchFrom ? (
            <SearchField label={t('searchCompanies')} value={q} onChange={onSearch} />
          ) : null}
        </Inline>
        <DataState
          query={query}
          what={t('companiesWhat')}
          loading={<Skeleton lines={8} />}
          isEmpty={(companies) => companies.length === 0}
          empty={<StateBlock title={t('noCompanies')}>{t('noCompaniesText')}</StateBlock>}
        >
          {(companies) => {
            const rows = namedLike(companies, q)
            return rows.length > 0 ? (
              <Companies rows={rows} current={company} />
            ) : (
              <StateBlock
                title={t('noCompaniesMatch')}
                action={<Button onClick={() => onSearch(undefined)}>{t('clearSearch')}</Button>}
              />
            )
          }}
        </DataState>
      </Card>
      {can(useUser().role, 'analytics:readSignIns') ? <SignIns key={company} company={company} now={now} /> : null}
    </>
  )
}

/** The one line that says whether any client needs attention. */
function answer(needy: number): string {
  return needy === 0 ? t('noCompanyInNeed') : t('companiesInNeedCount', { count: needy })
}

function Companies({ rows, current }: { rows: readonly CompanyOverview[]; current: string }) {
  const open = useSwitchCompany()
  const columns: SimpleColumn<CompanyOverview>[] = [
    {
      key: 'name',
      label: t('company'),
      render: ({ company, name }) => (
        <button type="button" className={`${css.open} name-link cover`} onClick={() => void open(company, '/home')}>
          {name}
          {company === current ? <small>{t('selected')}</small> : null}
        </button>
      ),
    },
    {
      key: 'critical',
      label: t('openCritical'),
      isFigure: true,
      render: ({ criticalOpen }) => (
        <b data-tone={criticalOpen > 0 ? 'worse' : undefined}>{exactNumber(criticalOpen)}</b>
      ),
    },
    {
      key: 'oldest',
      label: t('oldestOpen'),
      isWide: true,
      render: ({ oldestUndecided }) => (oldestUndecided ? <TimeAgo at={oldestUndecided} /> : t('none')),
    },
    {
      key: 'late',
      label: t('overdueTakedowns'),
      isFigure: true,
      render: ({ takedownsLate }) => (
        <b data-tone={takedownsLate > 0 ? 'worse' : undefined}>{exactNumber(takedownsLate)}</b>
      ),
    },
    {
      key: 'backlog',
      label: t('reviewQueue'),
      isFigure: true,
      isWide: true,
      render: ({ qaBacklog }) => exactNumber(qaBacklog),
    },
    {
      key: 'signIn',
      label: t('lastSignIn'),
      isWide: true,
      render: ({ lastSignIn }) => (lastSignIn ? <TimeAgo at={lastSignIn} /> : t('never')),
    },
  ]
  return (
    <div className={css.companies}>
      <SimpleTable label={t('companies')} columns={columns} rows={rows} idOf={({ company }) => company} />
    </div>
  )
}
