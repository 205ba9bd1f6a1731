import { takedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { assignedFilters } from '@signet/contract/threats/assignees'
import { threatStatuses } from '@signet/contract/threats/threats'
import { severities } from '@signet/contract/threats/severities'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../../session/company.ts'
import { listOf } from '../../../../url/search-params.ts'
import { FacetMenu } from '../../../../ui/filters/facet-menu.tsx'
import menu from '../../../../ui/controls/menu.module.css'
import { severityOption } from '../../../../parts/threats/severity-mark.tsx'
import { StatusChip } from '../../../../ui/feedback/status-chip.tsx'
import { Box, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { filterDates } from '../../views/filter-set.ts'
import { useRecords } from '../../records.ts'
import { isMixed, type ListSource } from '../../threat-source.ts'
import type { FilterProps } from './filter-props.ts'
import { OwnFieldFilters } from './own-field-filters.tsx'
import { optionsQuery } from '../../threats.api.ts'
import { valueName } from '../../../../words/named/name-of.ts'
import { threatStatusName } from '../../../../words/named/threats.ts'
import { takedownStatusName } from '../../../../words/named/cases.ts'

/** An empty selection means no filter. */
const orNone = <T,>(chosen: T[]): T[] | undefined => (chosen.length > 0 ? chosen : undefined)

/** Loads the values of a filter in this list, with their counts. */
function useOptions(source: ListSource, of: Parameters<typeof optionsQuery>[3]) {
  return useQuery(optionsQuery(useRecords(), useCompany(), source, of))
}

/** All possible values in their own order, with the counts of those that occur. */
function counted<T extends string>(
  values: readonly T[],
  nameOf: (value: T) => string,
  found: ReturnType<typeof useOptions>['data'],
) {
  const counts = new Map(found?.map(({ value, count }) => [value, count]))
  return values.map((value) => ({
    value,
    label: nameOf(value),
    ...(found ? { count: counts.get(value) ?? 0 } : {}),
  }))
}

/** The menu of one filter. Its options are loaded when it opens. */
export function ThreatFacet({ facet, ...props }: FilterProps & { facet: 'severity' | 'type' | 'status' | 'more' }) {
  switch (facet) {
    case 'severity':
      return <SeverityFacet {...props} />
    case 'type':
      return <TypeFacet {...props} />
    case 'status':
      return <StatusFacet {...props} />
    case 'more':
      return <MoreFacets {...props} />
  }
}

function SeverityFacet({ source, search, onChange }: FilterProps) {
  const found = useOptions(source, 'severity')
  return (
    <FacetMenu
      label={t('severity')}
      options={found.data}
      query={found}
      chosen={search.severity ?? []}
      render={severityOption}
      onChange={(severity) => onChange({ severity: listOf(severity, severities) })}
    />
  )
}

function TypeFacet({ source, search, onChange }: FilterProps) {
  const found = useOptions(source, 'type')
  return (
    <FacetMenu
      label={t('type')}
      options={found.data}
      query={found}
      chosen={search.type ?? []}
      render={({ label }) => valueName(label)}
      onChange={(type) => onChange({ type: orNone(type) })}
    />
  )
}

function StatusFacet({ source, search, onChange }: FilterProps) {
  const found = useOptions(source, 'status').data
  return (
    <FacetMenu
      label={t('status')}
      options={counted(threatStatuses, threatStatusName, found)}
      chosen={search.status ?? []}
      render={({ value }) => <StatusChip status={value} />}
      onChange={(status) => onChange({ status: orNone(status) })}
    />
  )
}

function MoreFacets({ source, search, onChange }: FilterProps) {
  const { infoOf } = useRecords()
  const categories = useOptions(source, 'category')
  const adSources = useOptions(source, 'adSource').data
  const urlSources = useOptions(source, 'urlSource').data
  const takedowns = useOptions(source, 'takedownStatus').data
  return (
    <>
      <label className="option">
        <input
          type="checkbox"
          checked={search.auto === '1'}
          onChange={() => onChange({ auto: search.auto ? undefined : '1' })}
        />
        {t('includeAutoFiltered')}
      </label>
      <label className="option">
        <input
          type="checkbox"
          checked={search.isTakedown === '1'}
          onChange={() => onChange({ isTakedown: search.isTakedown ? undefined : '1' })}
        />
        {t('onlyWithTakedown')}
      </label>
      <AssignedFacet search={search} onChange={onChange} />
      <DateTypeFacet search={search} onChange={onChange} />
      <Text as="h2" pad="3 3 1" tone="faint" size="meta">
        {t('takedownStatus')}
      </Text>
      <FacetMenu
        label={t('takedownStatus')}
        options={counted(takedownStatuses, takedownStatusName, takedowns)}
        chosen={search.takedown ?? []}
        onChange={(takedown) => onChange({ takedown: orNone(takedown) })}
      />
      <Text as="h2" pad="3 3 1" tone="faint" size="meta">
        {t('category')}
      </Text>
      <FacetMenu
        label={t('category')}
        options={categories.data}
        query={categories}
        chosen={search.category ?? []}
        render={({ label }) => valueName(label)}
        onChange={(category) => onChange({ category: orNone(category) })}
      />
      {!isMixed(source) && <OwnFieldFilters fields={infoOf(source).fields} search={search} onChange={onChange} />}
      {(adSources?.length ?? 0) > 0 && (
        <>
          <Text as="h2" pad="3 3 1" tone="faint" size="meta">
            {t('adSource')}
          </Text>
          <FacetMenu
            label={t('adSource')}
            options={adSources}
            chosen={search.adSource ?? []}
            onChange={(adSource) => onChange({ adSource: orNone(adSource) })}
          />
        </>
      )}
      {(urlSources?.length ?? 0) > 0 && (
        <>
          <Text as="h2" pad="3 3 1" tone="faint" size="meta">
            {t('urlSource')}
          </Text>
          <FacetMenu
            label={t('urlSource')}
            options={urlSources}
            chosen={search.urlSource ?? []}
            onChange={(urlSource) => onChange({ urlSource: orNone(urlSource) })}
          />
        </>
      )}
    </>
  )
}

/** Selects threats by their assignee. */
function AssignedFacet({ search, onChange }: Omit<FilterProps, 'source'>) {
  return (
    <Stack as="fieldset" gap="half" className={menu.menu}>
      <Box as="legend" pad="3 3 1" tone="faint" size="meta">
        {t('assignee')}
      </Box>
      {[undefined, ...assignedFilters].map((assigned) => (
        <label key={assigned ?? ''} className="option">
          <input
            type="radio"
            name="assigned"
            checked={assigned === search.assigned}
            onChange={() => onChange({ assigned })}
          />
          {assigned ? t(`assigned.${assigned}`) : t('anyAssignee')}
        </label>
      ))}
    </Stack>
  )
}

/** Selects the date that the range applies to. */
function DateTypeFacet({ search, onChange }: Omit<FilterProps, 'source'>) {
  const current = search.dateType ?? 'detected'
  return (
    <Stack as="fieldset" gap="half" className={menu.menu}>
      <Box as="legend" pad="3 3 1" tone="faint" size="meta">
        {t('datesApplyTo')}
      </Box>
      {filterDates.map((type) => (
        <label key={type} className="option">
          <input
            type="radio"
            name="date-type"
            checked={type === current}
            onChange={() => onChange({ dateType: type === 'detected' ? undefined : type })}
          />
          {t(type)}
        </label>
      ))}
    </Stack>
  )
}
