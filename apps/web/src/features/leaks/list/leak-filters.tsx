import { leakStatuses, urlTypeKeys } from '@signet/contract/leaks/leaks'
import { isOneOf } from '@signet/contract/narrow'
import type { Option } from '@signet/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { FacetFilters, filterWords, type Facet } from '../../../ui/filters/facet-filters.tsx'
import { t } from '../words.ts'
import { LeakStatusChip } from './leak-columns.tsx'
import { noFilters, passwordChoices, shapeOf, type LeakSearch } from './leak-search.ts'
import { leakOptionsQuery } from '../leaks.api.ts'
import { urlTypeName } from '../../../words/named/leaks.ts'

const asIs = (value: string) => value
const passwordWord = (value: string) => (isOneOf(passwordChoices, value) ? t(`password.${value}`) : value)
const statusWord = (value: string) => (isOneOf(leakStatuses, value) ? t(`status.${value}`) : value)

/** Options that are known without a call. */
const fixed = (name: string, options: readonly Option[]) =>
  queryOptions({
    queryKey: ['fixed options', name],
    queryFn: () => [...options],
    initialData: [...options],
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The filters that apply to a kind of leak, and those that are set. */
function leakFacets(company: string, search: LeakSearch): Facet[] {
  const { type } = search
  const shape = shapeOf(type)
  const isSignIn = shape === undefined || shape === 'signIns' || shape === 'malware'
  const all: (Facet & { fits: boolean })[] = [
    {
      key: 'subdomain',
      label: t('host'),
      chosen: search.subdomain,
      wordOf: asIs,
      options: leakOptionsQuery(company, 'subdomain', type),
      fits: isSignIn,
    },
    {
      key: 'password',
      label: t('password'),
      chosen: search.password,
      wordOf: passwordWord,
      options: fixed(
        'passwords',
        passwordChoices.map((value) => ({ value, label: passwordWord(value) })),
      ),
      fits: isSignIn,
    },
    {
      key: 'status',
      label: t('status'),
      chosen: search.status,
      wordOf: statusWord,
      options: fixed(
        'leak statuses',
        leakStatuses.map((value) => ({ value, label: statusWord(value) })),
      ),
      render: ({ value }) => (isOneOf(leakStatuses, value) ? <LeakStatusChip status={value} /> : value),
      fits: true,
    },
    {
      key: 'urlType',
      label: t('pageType'),
      chosen: search.urlType,
      wordOf: (value) => (isOneOf(urlTypeKeys, value) ? urlTypeName(value) : value),
      options: leakOptionsQuery(company, 'urlType', type),
      isMore: true,
      fits: isSignIn,
    },
    {
      key: 'stealer',
      label: t('stealer'),
      chosen: search.stealer,
      wordOf: asIs,
      options: leakOptionsQuery(company, 'stealer', type),
      isMore: true,
      fits: shape === undefined || shape === 'malware',
    },
    {
      key: 'docCategory',
      label: t('documentCategory'),
      chosen: search.docCategory,
      wordOf: asIs,
      options: leakOptionsQuery(company, 'docCategory', type),
      isMore: shape === undefined,
      fits: shape === undefined || shape === 'files',
    },
    {
      key: 'docSource',
      label: t('leakSite'),
      chosen: search.docSource,
      wordOf: asIs,
      options: leakOptionsQuery(company, 'docSource', type),
      isMore: true,
      fits: shape === undefined || shape === 'files',
    },
    {
      key: 'source',
      label: t('database'),
      chosen: search.source,
      wordOf: asIs,
      options: leakOptionsQuery(company, 'source', type),
      isMore: shape !== 'cards',
      fits: true,
    },
    {
      key: 'entity',
      label: t('package'),
      chosen: search.entity,
      wordOf: asIs,
      options: leakOptionsQuery(company, 'entity', type),
      isMore: shape !== 'cards',
      // Each document is a package of its own.
      fits: shape !== 'files',
    },
  ]
  return all.filter(({ fits, chosen }) => fits || chosen !== undefined)
}

const rangeName = (search: LeakSearch) => (search.dates === 'leaked' ? t('leaked') : t('added'))

/** The current filters as text. */
export const leakFilterWords = (company: string, search: LeakSearch): string[] =>
  filterWords(search, leakFacets(company, search), rangeName(search))

export interface LeakFilterProps {
  company: string
  search: LeakSearch
  onChange: (changes: LeakSearch) => void
}

export function LeakFilters({ company, search, onChange }: LeakFilterProps) {
  return (
    <FacetFilters
      label={t('filterLeaks')}
      searchLabel={t('searchLeaks')}
      rangeLabel={rangeName(search)}
      search={search}
      facets={leakFacets(company, search)}
      onChange={(changes) => onChange(changes)}
      onClear={() => onChange(noFilters)}
    />
  )
}
