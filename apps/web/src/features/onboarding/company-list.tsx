import type { Company } from '@signet/contract/companies/onboarding'
import { isOpenScan, type Setup } from '@signet/contract/collection/scans'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { CompanyPlate } from '../../parts/account/company-plate.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DataState, FailedBlock, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Box, Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import css from './company-list.module.css'
import type { OnboardingSearch } from './onboarding-search.ts'
import { companiesQuery, setupsQuery } from './onboarding.api.ts'
import { missingOf, readinessOf, setupChecks, type SetupCheck } from './setup-checks.ts'
import { searchOf } from '../../url/page-search.ts'

interface PartProps {
  search: OnboardingSearch
  onChange: (changes: Partial<OnboardingSearch>) => void
}

/** All companies with their state and the missing parts of their setup. */
export function CompanyList({ search, onChange }: PartProps) {
  const companies = useQuery(companiesQuery(search))
  const setups = useQuery(setupsQuery)
  return (
    <>
      <Inline wrap below={4} data-every-company>
        <Segments
          label={t('companyFilter')}
          choices={[
            { value: 'active', label: t('active') },
            { value: 'archived', label: t('archived') },
          ]}
          value={search.archived ? 'archived' : 'active'}
          onChange={(value) => onChange({ archived: value === 'archived' ? '1' : undefined })}
        />
        <Inline as="search" gap={0} align="stretch" className={css.search}>
          <SearchField label={t('searchCompanies')} value={search.q} onChange={(q) => onChange({ q })} />
        </Inline>
        <Text grow />
        <Button
          kind="primary"
          icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => onChange({ step: 'company' })}
        >
          {t('newCompany')}
        </Button>
      </Inline>
      <DataState
        query={companies}
        what={t('companiesToLoad')}
        loading={
          <Card as="div" kind="list" className={css.card}>
            <Skeleton lines={9} />
          </Card>
        }
        isEmpty={({ total }) => total === 0}
        empty={<NoCompanies search={search} onChange={onChange} />}
      >
        {({ items, total }) => (
          <>
            <Card as="div" kind="list" className={css.card}>
              <SimpleTable label={t('companies')} columns={columns(setups.data)} rows={items} idOf={({ key }) => key} />
            </Card>
            {setups.isLoadingError && (
              <FailedBlock what={t('setupsToLoad')} error={setups.error} retry={() => void setups.refetch()} />
            )}
            {total > items.length && (
              <Text as="p" above={3} size="meta" tone="quiet">
                {t('moreCompanies', { count: total - items.length })}
              </Text>
            )}
          </>
        )}
      </DataState>
    </>
  )
}

function columns(setups: readonly Setup[] | undefined): SimpleColumn<Company>[] {
  const setupOf = ({ key }: Company) => setups?.find(({ company }) => company === key)
  const checksOf = (company: Company) => {
    const setup = setupOf(company)
    return setup ? setupChecks(company, setup) : []
  }
  return [
    { key: 'name', label: t('company'), render: (company) => <Name company={company} /> },
    {
      key: 'state',
      label: t('state'),
      render: (company) => <SetupChip company={company} setup={setupOf(company)} checks={checksOf(company)} />,
    },
    {
      key: 'missing',
      label: t('missing'),
      isWide: true,
      render: (company) =>
        setupOf(company) && (
          <Box as="span" tone="quiet" className={css.missing}>
            {toDoOf(checksOf(company))
              .map(({ label }) => label)
              .join(', ') || t('noneMissing')}
          </Box>
        ),
    },
    {
      key: 'scan',
      label: t('lastScan'),
      isWide: true,
      render: (company) => {
        const setup = setupOf(company)
        return setup?.lastScan ? <TimeAgo at={setup.lastScan.at} /> : setup && t('never')
      },
    },
    { key: 'people', label: t('people'), isFigure: true, isWide: true, render: ({ users }) => exactNumber(users) },
  ]
}

/** What is missing, and last the sources while few of them collect. */
function toDoOf(checks: readonly SetupCheck[]): SetupCheck[] {
  return [...missingOf(checks), ...checks.filter(({ key, isDone }) => key === 'sources' && !isDone)]
}

function Name({ company }: { company: Company }) {
  return (
    <Inline as="span" gap={3} least={52}>
      <CompanyPlate name={company.name} logo={company.logo} />
      <Stack as="span" gap={0}>
        <Link
          className="name-link cover"
          to="."
          search={searchOf({ company: company.key, step: 'review' } satisfies OnboardingSearch)}
        >
          {company.name}
        </Link>
        <small>{company.key}</small>
      </Stack>
    </Inline>
  )
}

function SetupChip({
  company,
  setup,
  checks,
}: {
  company: Company
  setup: Setup | undefined
  checks: readonly SetupCheck[]
}) {
  if (!company.isActive) return <Chip tone="closed">{t('archived')}</Chip>
  if (!setup) return null
  if (setup.lastScan && isOpenScan(setup.lastScan)) return <Chip tone="analysis">{t('scanRunning')}</Chip>
  const readiness = readinessOf(checks)
  if (readiness === 'ready') return <Chip tone="good">{t('ready')}</Chip>
  return (
    <Chip tone="medium">
      {readiness === 'missing' ? t('tasksLeft', { count: toDoOf(checks).length }) : t('waitsForSources')}
    </Chip>
  )
}

function NoCompanies({ search, onChange }: PartProps) {
  if (search.q) {
    return (
      <StateBlock
        title={t('noCompaniesMatch')}
        action={<Button onClick={() => onChange({ q: undefined })}>{t('clearSearch')}</Button>}
      >
        {t('noCompanyMatchesHint', { text: search.q })}
      </StateBlock>
    )
  }
  return search.archived ? (
    <StateBlock title={t('noArchived')}>{t('noArchivedHint')}</StateBlock>
  ) : (
    <StateBlock
      title={t('noCompanies')}
      action={<Button onClick={() => onChange({ step: 'company' })}>{t('newCompany')}</Button>}
    >
      {t('noCompanyHint')}
    </StateBlock>
  )
}
