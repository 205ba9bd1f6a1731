import type { Company } from '@signet/contract/onboarding'
import { isOpenScan, type Setup } from '@signet/contract/scans'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CompanyPlate } from '../../shell/company-plate.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/data-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Chip } from '../../ui/status-chip.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { plural, t } from '../../words/words.ts'
import css from './company-list.module.css'
import type { OnboardingSearch } from './onboarding-search.ts'
import { companiesQuery, setupsQuery } from './onboarding.api.ts'
import { missingOf, setupChecks } from './setup-checks.ts'

interface PartProps {
  search: OnboardingSearch
  onChange: (changes: Partial<OnboardingSearch>) => void
}

/** Every company with its state and what it misses. */
export function CompanyList({ search, onChange }: PartProps) {
  const companies = useQuery(companiesQuery(search))
  const setups = useQuery(setupsQuery).data
  return (
    <>
      <div className={css.tools}>
        <Segments
          label={t('Which companies')}
          choices={[
            { value: 'active', label: t('Active') },
            { value: 'archived', label: t('Archived') },
          ]}
          value={search.archived ? 'archived' : 'active'}
          onChange={(value) => onChange({ archived: value === 'archived' ? '1' : undefined })}
        />
        <search className={css.search}>
          <SearchField label={t('Search companies')} value={search.q} onChange={(q) => onChange({ q })} />
        </search>
        <span className={css.space} />
        <Button
          kind="primary"
          icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => onChange({ step: 'company' })}
        >
          {t('New company')}
        </Button>
      </div>
      <DataState
        query={companies}
        what={t('The companies')}
        loading={
          <div className={css.card}>
            <Skeleton lines={9} />
          </div>
        }
        isEmpty={({ total }) => total === 0}
        empty={<NoCompanies search={search} onChange={onChange} />}
      >
        {({ items, total }) => (
          <>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('Company')}</th>
                  <th scope="col">{t('State')}</th>
                  <th scope="col">{t('Missing')}</th>
                  <th scope="col">{t('People')}</th>
                  <th scope="col">{t('Last scan')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((company) => (
                  <Row
                    key={company.key}
                    company={company}
                    setup={setups?.find((setup) => setup.company === company.key)}
                  />
                ))}
              </tbody>
            </table>
            {total > items.length && (
              <p className={css.more}>
                {plural(
                  total - items.length,
                  '{n} more company: search by name.',
                  '{n} more companies: search by name.',
                )}
              </p>
            )}
          </>
        )}
      </DataState>
    </>
  )
}

function Row({ company, setup }: { company: Company; setup: Setup | undefined }) {
  const missing = setup ? missingOf(setupChecks(company, setup)) : []
  return (
    <tr>
      <th scope="row">
        <span className={css.name}>
          <CompanyPlate name={company.name} logo={company.logo} />
          <span>
            <Link to="." search={{ company: company.key, step: 'review' } as never}>
              {company.name}
            </Link>
            <small>{company.key}</small>
          </span>
        </span>
      </th>
      <td>
        <SetupChip company={company} setup={setup} missing={missing.length} />
      </td>
      <td data-label={t('Missing')} data-empty={missing.length === 0 || undefined}>
        {missing.length > 0 ? missing.map(({ label }) => t(label)).join(', ') : setup && t('Nothing')}
      </td>
      <td className="num" data-label={t('People')}>
        {company.users}
      </td>
      <td data-label={t('Last scan')}>{setup?.lastScan ? <TimeAgo at={setup.lastScan.at} /> : t('Never')}</td>
    </tr>
  )
}

function SetupChip({ company, setup, missing }: { company: Company; setup: Setup | undefined; missing: number }) {
  if (!company.isActive) return <Chip tone="closed">{t('Archived')}</Chip>
  if (!setup) return null
  if (setup.lastScan && isOpenScan(setup.lastScan)) return <Chip tone="analysis">{t('Scan running')}</Chip>
  return missing === 0 ? (
    <Chip tone="good">{t('Ready')}</Chip>
  ) : (
    <Chip tone="medium">{plural(missing, '{n} thing missing', '{n} things missing')}</Chip>
  )
}

function NoCompanies({ search, onChange }: PartProps) {
  if (search.q) {
    return (
      <StateBlock
        title={t('No company matches')}
        action={<Button onClick={() => onChange({ q: undefined })}>{t('Clear search')}</Button>}
      >
        {t('Search: {text}', { text: search.q })}
      </StateBlock>
    )
  }
  return search.archived ? (
    <StateBlock title={t('Nothing is archived')}>
      {t('A company that is archived keeps all of its data and can come back.')}
    </StateBlock>
  ) : (
    <StateBlock
      title={t('No company yet')}
      action={<Button onClick={() => onChange({ step: 'company' })}>{t('New company')}</Button>}
    >
      {t('Begin with its name; every step is saved by itself.')}
    </StateBlock>
  )
}
