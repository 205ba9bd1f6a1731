import { getQaSeverities, getQaSources, getQaTypes, type QaStage } from '@signet/contract/review/qa'
import type { Kind } from '@signet/contract/threats/sources'
import type { Option } from '@signet/contract/wire'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { severityOption } from '../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../parts/threats/source-icon.tsx'
import { useCompany } from '../../session/company.ts'
import { FacetMenu } from '../../ui/filters/facet-menu.tsx'
import { Inline } from '../../ui/layout/parts.tsx'
import { valueName } from '../../words/named/name-of.ts'
import { t } from './words.ts'

/** What the lists of reviewers are filtered by. */
export type ReviewFacet = 'source' | 'severity' | 'type'

interface FacetsProps {
  kind: Kind
  stage: QaStage
  field: ReviewFacet
  chosen: string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

/** The possible values of a filter, with the number of records in the stage. */
export function ReviewFacets({ kind, stage, field, chosen, onChange }: FacetsProps) {
  const options = useQuery(qaOptionsQuery(useCompany(), kind, stage, field))
  return (
    <FacetMenu
      label={t(field)}
      options={options.data}
      query={options}
      chosen={chosen ?? []}
      render={(option) => <FacetWords field={field} option={option} />}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  )
}

function FacetWords({ field, option }: { field: ReviewFacet; option: Option }) {
  if (field === 'severity') return severityOption(option)
  if (field !== 'source') return valueName(option.label)
  return (
    <Inline as="span" is-inline>
      <SourceIcon source={option.value} />
      {valueName(option.label)}
    </Inline>
  )
}

const optionRoutes = {
  source: getQaSources,
  type: getQaTypes,
  severity: getQaSeverities,
} as const

/** The possible values of a filter in a stage, with their counts. */
function qaOptionsQuery(company: string, kind: Kind, stage: QaStage, field: keyof typeof optionRoutes) {
  return queryOptions({
    queryKey: [company, 'qa', 'options', kind, stage, field],
    queryFn: ({ signal }) => call(optionRoutes[field], { query: { company, kind, stage }, signal }),
  })
}
