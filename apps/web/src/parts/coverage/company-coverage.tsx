import {
  coverageStates,
  troubledStates,
  type CompanyCoverage,
  type CompanyCoverageSort,
  type CoverageState,
} from '@signet/contract/collection/company-coverage'
import { connectors } from '@signet/contract/collection/connectors'
import { threatSources } from '@signet/contract/threats/sources'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/controls/button.tsx'
import { PagesNav } from '../../ui/controls/pages-nav.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { FacetMenu } from '../../ui/filters/facet-menu.tsx'
import { FilterPill } from '../../ui/filters/filter-pill.tsx'
import { shortList } from '../../ui/filters/short-list.ts'
import { sortedBy } from '../../ui/grid/columns/columns.ts'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../ui/layout/use-media.ts'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sourceName } from '../../words/named/threats.ts'
import type { CompanyCoverageSearch } from './company-coverage-search.ts'
import { companyCoverageQuery, coveragePerPage, coverageSorting } from './coverage.api.ts'
import { coverageSummary } from './coverage-summary.ts'
import { stateChips } from './state-chips.ts'
import { t } from './words.ts'

const orUndefined = <T,>(chosen: T[]) => (chosen.length > 0 ? chosen : undefined)

/** Without a connector that is on, a source may still have data. */
const labelOf = (state: CoverageState) => (state === 'off' ? 'connectorsOff' : stateChips[state].label)

const noFilters = { q: undefined, states: undefined, sources: undefined, page: undefined }

/** How the sources of all companies of a staff user are covered. */
export function CompanyCoverageTable({
  search,
  onChange,
  onOpen,
}: {
  search: CompanyCoverageSearch
  onChange: (changes: CompanyCoverageSearch) => void
  /** Opens the sources of a company in its settings. */
  onOpen: (company: string) => void
}) {
  const query = useQuery({ ...companyCoverageQuery(search), placeholderData: keepPreviousData })
  const sorting = coverageSorting(search)
  const change = (changes: CompanyCoverageSearch) => onChange({ page: undefined, ...changes })
  const isFiltered = search.q !== undefined || search.states !== undefined || search.sources !== undefined
  return (
    <Card as="div">
      <Inline as="header" wrap below={2}>
        <Text as="h2" grow>
          {t('sources')}
        </Text>
        <Text as="p" role="status" tone="quiet">
          {query.data ? coverageSummary(query.data.stateCounts) : ''}
        </Text>
      </Inline>
      <Filters search={search} onChange={change} />
      <DataState
        query={query}
        what={t('companyCoverageToLoad')}
        loading={<Skeleton lines={12} />}
        isEmpty={({ total }) => total === 0}
        empty={
          isFiltered ? (
            <StateBlock
              title={t('noCoverageMatches')}
              action={<Button onClick={() => change(noFilters)}>{t('clearFilters')}</Button>}
            />
          ) : (
            <StateBlock title={t('noCompanies')}>{t('noCompaniesText')}</StateBlock>
          )
        }
      >
        {({ items, total, pageNumber }) => (
          <>
            <CoverageTable
              rows={items}
              sorting={sorting}
              onOpen={onOpen}
              onSort={(by) => change(sortedBy(by, sorting, by === 'dataAt' ? 'desc' : 'asc'))}
            />
            <PagesNav
              label={t('pagesOfSources')}
              pageNumber={pageNumber}
              limit={coveragePerPage}
              total={total}
              order="sorted"
              onChange={(next) => change({ page: next === 1 ? undefined : String(next) })}
            />
          </>
        )}
      </DataState>
    </Card>
  )
}

function Filters({
  search,
  onChange,
}: {
  search: CompanyCoverageSearch
  onChange: (changes: CompanyCoverageSearch) => void
}) {
  const { q, states, sources } = search
  const isTroubled = states?.length === troubledStates.length && troubledStates.every((one) => states.includes(one))
  return (
    <Inline as="search" align="stretch" wrap below={3} className="search-first" aria-label={t('filterSources')}>
      <SearchField label={t('searchCompanies')} value={q} onChange={(text) => onChange({ q: text })} />
      <Button
        aria-pressed={isTroubled}
        kind={isTroubled ? 'primary' : 'plain'}
        onClick={() => onChange({ states: isTroubled ? undefined : [...troubledStates] })}
      >
        {t('onlyTroubles')}
      </Button>
      <FilterPill
        label={t('state')}
        value={shortList(states?.map((state) => t(labelOf(state))))}
        onClear={() => onChange({ states: undefined })}
      >
        {() => (
          <FacetMenu
            label={t('state')}
            options={coverageStates.map((value) => ({ value, label: value }))}
            chosen={states ?? []}
            render={({ value }) => t(labelOf(value))}
            onChange={(chosen) => onChange({ states: orUndefined(chosen) })}
          />
        )}
      </FilterPill>
      <FilterPill
        label={t('source')}
        value={shortList(sources?.map((source) => sourceName(source)))}
        onClear={() => onChange({ sources: undefined })}
      >
        {() => (
          <FacetMenu
            label={t('source')}
            options={threatSources.map((value) => ({ value, label: sourceName(value) }))}
            chosen={sources ?? []}
            render={({ value }) => sourceName(value)}
            onChange={(chosen) => onChange({ sources: orUndefined(chosen) })}
          />
        )}
      </FilterPill>
    </Inline>
  )
}

function CoverageTable({
  rows,
  sorting,
  onOpen,
  onSort,
}: {
  rows: readonly CompanyCoverage[]
  sorting: ReturnType<typeof coverageSorting>
  onOpen: (company: string) => void
  onSort: (by: CompanyCoverageSort) => void
}) {
  const isPhone = useMedia(phone)
  const link = ({ company, companyName, source }: CompanyCoverage, text: string) => (
    <button
      type="button"
      className="name-link"
      aria-label={t('openSourcesOf', { company: companyName, source: sourceName(source) })}
      onClick={() => onOpen(company)}
    >
      {text}
    </button>
  )
  const columns: (SimpleColumn<CompanyCoverage, CompanyCoverageSort> | false)[] = [
    // On phones, the company is below the source.
    !isPhone && {
      key: 'company',
      label: t('company'),
      sort: 'company',
      wraps: true,
      render: (row) => link(row, row.companyName),
    },
    {
      key: 'source',
      label: t('source'),
      sort: 'source',
      wraps: true,
      render: (row) =>
        isPhone ? (
          <Stack as="span" gap={0}>
            {link(row, sourceName(row.source))}
            <small>{row.companyName}</small>
          </Stack>
        ) : (
          sourceName(row.source)
        ),
    },
    {
      key: 'state',
      label: t('state'),
      sort: 'state',
      render: (row) => <State row={row} isPhone={isPhone} />,
    },
    rows.some(({ connectors: all }) => all.length > 0) && {
      key: 'connectors',
      label: t('connectors'),
      wraps: true,
      isWide: true,
      render: (row) => <Connectors row={row} />,
    },
    {
      key: 'dataAt',
      label: t('lastData'),
      sort: 'dataAt',
      isWide: true,
      render: ({ dataAt }) => (dataAt ? <TimeAgo at={dataAt} /> : t('noDataYet')),
    },
    rows.some(({ nextRunAt }) => nextRunAt !== null) && {
      key: 'nextRun',
      label: t('nextRun'),
      isWide: true,
      render: ({ nextRunAt }) => (nextRunAt ? <TimeAgo at={nextRunAt} /> : t('none')),
    },
  ]
  return (
    <SimpleTable
      label={t('sources')}
      columns={columns.filter((column) => column !== false)}
      rows={rows}
      idOf={({ company, source }) => `${company} ${source}`}
      sorting={sorting}
      onSort={onSort}
    />
  )
}

/** With how the data of a source without a connector came in. On phones, the last data is below. */
function State({ row: { state, dataAt, connectors: all }, isPhone }: { row: CompanyCoverage; isPhone: boolean }) {
  const way =
    all.length > 0
      ? null
      : state === 'off' && dataAt
        ? 'broughtInOtherwise'
        : state === 'collecting'
          ? 'fromFeeds'
          : null
  return (
    <Stack as="span" gap="half" align="start" pad="1 0" style={{ minWidth: 'max-content' }}>
      <Chip tone={stateChips[state].tone}>{t(labelOf(state))}</Chip>
      {/* It wraps instead of widening the column. */}
      {way && <small style={{ width: 0, minWidth: '100%', whiteSpace: 'normal' }}>{t(way)}</small>}
      {isPhone && (dataAt || (state !== 'off' && state !== 'waiting')) ? (
        <Text as="small" nowrap>
          {dataAt ? (
            <>
              {t('lastData')}: <TimeAgo at={dataAt} isWithin />
            </>
          ) : (
            t('noDataYet')
          )}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Names the state of a connector only where it differs from that of the source. */
function Connectors({ row: { state: own, connectors: all } }: { row: CompanyCoverage }) {
  if (all.length === 0) return t('none')
  return (
    <Stack as="span" gap={0}>
      {all.map(({ connector, state }) => (
        <span key={connector}>
          {state === own
            ? connectors[connector].label
            : t('connectorState', { name: connectors[connector].label, state: t(stateChips[state].label) })}
        </span>
      ))}
    </Stack>
  )
}
