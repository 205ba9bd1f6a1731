import { takedownStatuses, takedownStatusLabels } from '@signet/contract/takedowns'
import { threatStatuses, threatStatusLabels } from '@signet/contract/threats'
import type { Severity } from '@signet/contract/severities'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session/company.ts'
import { FacetMenu } from '../../ui/facet-menu.tsx'
import menu from '../../ui/menu.module.css'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ThreatSearch } from './threat-search.ts'
import type { ListSource } from './threat-source.ts'
import { categoryOptionsQuery, severityOptionsQuery, typeOptionsQuery } from './threats.api.ts'

interface FacetProps {
  source: ListSource
  search: ThreatSearch
  onChange: (changes: Partial<ThreatSearch>) => void
}

/** An empty choice is no filter. */
const orNone = <T,>(chosen: T[]): T[] | undefined => (chosen.length > 0 ? chosen : undefined)

const statusOptions = threatStatuses.map((value) => ({ value, label: threatStatusLabels[value] }))
const takedownOptions = takedownStatuses.map((value) => ({ value, label: takedownStatusLabels[value] }))

/** The menu of one filter; its options are read when it opens. */
export function ThreatFacet({ facet, ...props }: FacetProps & { facet: 'severity' | 'type' | 'status' | 'more' }) {
  switch (facet) {
    case 'severity':
      return <SeverityFacet {...props} />
    case 'type':
      return <TypeFacet {...props} />
    case 'status':
      return (
        <FacetMenu
          label="Status"
          options={statusOptions}
          chosen={props.search.status ?? []}
          render={({ value }) => <StatusChip status={value as (typeof threatStatuses)[number]} />}
          onChange={(status) => props.onChange({ status: orNone(status) })}
        />
      )
    case 'more':
      return <MoreFacets {...props} />
  }
}

function SeverityFacet({ source, search, onChange }: FacetProps) {
  const { data } = useQuery(severityOptionsQuery(useCompany(), source))
  return (
    <FacetMenu<Severity>
      label="Severity"
      options={data}
      chosen={search.severity ?? []}
      render={({ value }) => <SeverityMark severity={value as Severity} />}
      onChange={(severity) => onChange({ severity: orNone(severity) })}
    />
  )
}

function TypeFacet({ source, search, onChange }: FacetProps) {
  const { data } = useQuery(typeOptionsQuery(useCompany(), source))
  return (
    <FacetMenu
      label="Type"
      options={data}
      chosen={search.type ?? []}
      onChange={(type) => onChange({ type: orNone(type) })}
    />
  )
}

function MoreFacets({ source, search, onChange }: FacetProps) {
  const { data: categories } = useQuery(categoryOptionsQuery(useCompany(), source))
  return (
    <>
      <label className={menu.tick}>
        <input
          type="checkbox"
          checked={search.auto === '1'}
          onChange={() => onChange({ auto: search.auto ? undefined : '1' })}
        />
        Show what was filtered automatically
      </label>
      <h3 className={menu.group}>Category</h3>
      <FacetMenu
        label="Category"
        options={categories}
        chosen={search.category ?? []}
        onChange={(category) => onChange({ category: orNone(category) })}
      />
      <h3 className={menu.group}>Takedown status</h3>
      <FacetMenu
        label="Takedown status"
        options={takedownOptions}
        chosen={search.takedown ?? []}
        onChange={(takedown) => onChange({ takedown: orNone(takedown) })}
      />
    </>
  )
}
