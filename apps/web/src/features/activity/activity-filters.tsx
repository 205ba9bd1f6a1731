import type { Kind } from '@signet/contract/threats/sources'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { Option } from '@signet/contract/wire'
import type { Facet } from '../../ui/filters/facet-filters.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { severityOption } from '../../parts/threats/severity-mark.tsx'
import { SourceName, sourceWord } from '../../parts/threats/source-name.tsx'
import { t } from './words.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { valueName } from '../../words/named/name-of.ts'

// The type of the query key doesn't matter here.
// oxlint-disable-next-line typescript/no-explicit-any
type Options = UseQueryOptions<Option[], Error, Option[], any>

/** The labels of the filters of a list of decisions. */
export const doneFilterWords = () => ({
  label: t('filterActivity'),
  searchLabel: t('searchActivity'),
  rangeLabel: t('date'),
  rangeWords: t('dateRange'),
})

/** The number of decisions in a list, as text. */
export const entriesText = (count: number): string => t('actionsCount', { count })

/** Switches between threats and touts, called as in the menu of the company. Threats are the default. */
export function KindSegments({ value, onChange }: { value: Kind; onChange: (kind: 'tout' | undefined) => void }) {
  const isReseller = useClientInfo()?.config.navigation === 'lottery'
  return (
    <Segments
      label={isReseller ? t('threatsOrTicketResellers') : t('threatsOrTouts')}
      choices={[
        { value: 'threat', label: t('threats') },
        { value: 'tout', label: isReseller ? t('ticketResellers') : t('touts') },
      ]}
      value={value}
      onChange={(next) => onChange(next === 'tout' ? 'tout' : undefined)}
    />
  )
}

const renderSource = ({ value }: Option) => <SourceName source={value} />

/** The filter by source. */
export function sourceFacet(chosen: readonly string[] | undefined, options: Options): Facet {
  return { key: 'source', label: t('source'), chosen, wordOf: sourceWord, options, render: renderSource }
}

/** The filter by severity. */
export function severityFacet(chosen: readonly string[] | undefined, options: Options): Facet {
  return {
    key: 'severity',
    label: t('severity'),
    chosen,
    wordOf: valueName,
    options,
    render: severityOption,
  }
}

/** The filter by type. */
export function typeFacet(chosen: readonly string[] | undefined, options: Options): Facet {
  return { key: 'type', label: t('type'), chosen, wordOf: valueName, options }
}
