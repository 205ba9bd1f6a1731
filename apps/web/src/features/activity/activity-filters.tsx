import type { Severity } from '@signet/contract/severities'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { Option } from '@signet/contract/wire'
import type { Facet } from '../../ui/facet-filters.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { t } from '../../words/words.ts'
import { sourceWord } from './activity-words.ts'
import css from './activity.module.css'

// The key of a query is its own affair.
// oxlint-disable-next-line typescript/no-explicit-any
type Options = UseQueryOptions<Option[], Error, Option[], any>

/** The filter by source. */
export function sourceFacet(chosen: readonly string[] | undefined, options: Options): Facet {
  return {
    key: 'source',
    label: t('Source'),
    chosen,
    wordOf: sourceWord,
    options,
    render: ({ value }) => (
      <span className={css.source}>
        <SourceIcon source={value} />
        <span>{sourceWord(value)}</span>
      </span>
    ),
  }
}

/** The filter by severity. */
export function severityFacet(chosen: readonly string[] | undefined, options: Options): Facet {
  return {
    key: 'severity',
    label: t('Severity'),
    chosen,
    wordOf: (value) => t(value),
    options,
    render: ({ value }) => <SeverityMark severity={value as Severity} />,
  }
}

/** The filter by type. */
export function typeFacet(chosen: readonly string[] | undefined, options: Options): Facet {
  return { key: 'type', label: t('Type'), chosen, wordOf: (value) => t(value), options }
}
