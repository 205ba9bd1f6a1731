import { IconFilter } from '@tabler/icons-react'
import { severities } from '@signet/contract/threats/severities'
import { sources, type SourceField } from '@signet/contract/threats/sources'
import { useRef } from 'react'
import { lazy } from '../../../../api/lazy.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { SearchField } from '../../../../ui/controls/search-field.tsx'
import { FilterPill } from '../../../../ui/filters/filter-pill.tsx'
import { RangePicker } from '../../../../ui/filters/range-picker.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import { useCurrentInView } from '../../../../ui/layout/use-current-in-view.ts'
import { t } from '../words.ts'
import { filterCount, noFilters, noMoreFilters } from '../../views/filter-set.ts'
import { useRecords } from '../../records.ts'
import type { FilterProps } from './filter-props.ts'
import css from './threat-filters.module.css'
import { isMixed } from '../../threat-source.ts'
import { ViewPill } from '../../views/view-pill.tsx'
import type { AnyView } from '../../views/view-set.ts'
import { threatStatusName } from '../../../../words/named/threats.ts'
import { valueName } from '../../../../words/named/name-of.ts'
import { shortList } from '../../../../ui/filters/short-list.ts'

const ThreatFacet = lazy(() => import('./threat-facet.tsx').then(({ ThreatFacet: menu }) => ({ default: menu })))

/** A status as text: `awaiting_authorisation` → `Awaiting authorisation`. */
function wordOf(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')
}

const signs: Readonly<Record<string, string>> = { from: '≥ ', to: '≤ ' }

/** A condition on a field in words: `Followers ≥ 1000`. */
function conditionText(text: string, fields: readonly SourceField[]): string {
  const [name, operator = '', ...value] = text.split(':')
  const label = fields.find(({ field }) => field === name)?.label ?? name ?? ''
  return `${valueName(label)} ${signs[operator] ?? ''}${value.join(':')}`
}

export function ThreatFilters({ view, ...props }: FilterProps & { view: AnyView | undefined }) {
  const { source, search, onChange } = props
  const { infoOf, words } = useRecords()
  const chosenSeverities = severities.filter((name) => search.severity?.includes(name))
  const more = [
    search.isTakedown && t('withTakedown'),
    search.assigned && t('assignee'),
    search.auto && t('autoFiltered'),
    search.takedown?.map((status) => valueName(wordOf(status))),
    search.category,
    search.adSource,
    search.urlSource,
    search.fields?.map((text) => conditionText(text, isMixed(source) ? [] : infoOf(source).fields)),
  ].flatMap((chosen) => chosen ?? [])
  const row = useRef<HTMLDivElement>(null)
  useCurrentInView(row, '[data-on]', [search.severity, search.type, search.status, search.from, search.to, more].join())
  const facet = (name: 'severity' | 'type' | 'status' | 'more') => () => <ThreatFacet facet={name} {...props} />
  return (
    <Inline ref={row} align="stretch" wrap="or-scroll" className={css.bar} role="search" aria-label={words.filter()}>
      <ViewPill view={view} {...props} />
      <Search {...props} />
      <FilterPill
        label={t('severity')}
        value={shortList(chosenSeverities.map(valueName))}
        onClear={() => onChange({ severity: undefined })}
      >
        {facet('severity')}
      </FilterPill>
      <FilterPill
        label={t('type')}
        value={shortList(search.type?.map(valueName))}
        onClear={() => onChange({ type: undefined })}
      >
        {facet('type')}
      </FilterPill>
      <FilterPill
        label={t('status')}
        value={shortList(search.status?.map((status) => threatStatusName(status)))}
        onClear={() => onChange({ status: undefined })}
      >
        {facet('status')}
      </FilterPill>
      <RangePicker
        label={t(search.dateType ?? 'detected')}
        range={search}
        onChange={({ from, to }) => onChange({ from, to })}
      />
      <FilterPill
        label={t('moreFilters')}
        value={shortList(more)}
        icon={<IconFilter size={16} stroke={1.7} aria-hidden="true" />}
        onClear={() => onChange(noMoreFilters)}
      >
        {facet('more')}
      </FilterPill>
      {filterCount(search) >= 2 && (
        <Button kind="quiet" onClick={() => onChange(noFilters)}>
          {t('clearAll')}
        </Button>
      )}
    </Inline>
  )
}

function Search({ source, search, onChange }: FilterProps) {
  const { infoOf, words } = useRecords()
  // Bookmarks cover all sources, and most of those have a name.
  const fields = source === 'All' ? [] : source === 'Bookmarks' ? sources.Instagram.search : infoOf(source).search
  return (
    <SearchField label={words.search()} value={search.q} className={css.search} onChange={(q) => onChange({ q }, true)}>
      {fields.length > 0 && (
        <select
          aria-label={t('searchIn')}
          value={search.in ?? ''}
          onChange={(event) => onChange({ in: event.target.value || undefined })}
        >
          <option value="">{t('allFields')}</option>
          {fields.map(({ label, field }) => (
            <option key={field} value={field}>
              {valueName(label)}
            </option>
          ))}
        </select>
      )}
    </SearchField>
  )
}
