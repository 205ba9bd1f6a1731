import { useQueries } from '@tanstack/react-query'
import { useNavigate, type LinkProps } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { usePagedRows } from '../../api/paged-rows.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useCompany } from '../../session/company.ts'
import { t } from './words.ts'
import type { CaseRow } from './case-columns.tsx'
import { caseFacets, noFilters } from './case-facets.tsx'
import { caseCountQuery, caseSorting, casesQuery, type CaseKind } from './case-queries.ts'
import type { CaseSearch } from './case-search.ts'
import type { Column, ListPageProps } from '../../ui/grid/columns/columns.ts'
import { FailedParts, StateBlock } from '../../ui/feedback/data-state.tsx'
import { ListPage } from '../../ui/grid/list-page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { phone, useMedia } from '../../ui/layout/use-media.ts'
import { useNow } from '../../ui/text/use-now.ts'

const heights = { row: 56, card: 88 }

/** One kind of case with its texts. */
export interface CaseListProps<T extends CaseRow, View extends string, Sort extends string, Status extends string> {
  kind: CaseKind<T, View, Sort, Status>
  validate: (raw: Record<string, unknown>) => CaseSearch<View, Sort>
  title: string
  /** The name in error messages: `takedowns`. */
  what: string
  columns: (isPhone: boolean, now: Date, view: View | undefined) => Column<T, Sort>[]
  linkOf: (id: string) => Pick<LinkProps, 'to' | 'params'>
  viewsLabel: string
  viewLabels: Record<View, string>
  filterLabel: string
  searchLabel: string
  countText: (total: number) => string
  /** Describes the sorting of the first view, next to the count; it can depend on the filter by what is due. */
  firstOrder?: (due: CaseSearch<View, Sort>['due']) => ReactNode
  /** Next to the count in every view, e.g. a link. */
  aside?: ReactNode
  /** What can be done with the selected cases, if the user may do it. */
  bulk?: ListPageProps<T, Sort, CaseSearch<View, Sort>>['bulk']
  noMatch: string
  /** The texts of the empty state of each view. */
  empty: Record<View, { title: string; text: string }>
}

/** A list of cases with their steps, views and filters. */
export function CaseList<T extends CaseRow, View extends string, Sort extends string, Status extends string>(
  props: CaseListProps<T, View, Sort, Status>,
) {
  const company = useCompany()
  // The key resets the state when the company changes.
  return <List key={company} company={company} {...props} />
}

function List<T extends CaseRow, View extends string, Sort extends string, Status extends string>({
  company,
  kind,
  validate,
  columns: columnsOf,
  linkOf,
  viewsLabel,
  viewLabels,
  filterLabel,
  searchLabel,
  firstOrder,
  aside,
  empty,
  ...words
}: CaseListProps<T, View, Sort, Status> & { company: string }) {
  const [search, onChange] = usePageSearch(validate)
  const navigate = useNavigate()
  const now = useNow()
  const isPhone = useMedia(phone)
  const rows = usePagedRows<T>((pageNumber) => casesQuery(kind, company, search, pageNumber))
  const first = kind.views[0]
  const view = search.view ?? first
  const columns = useMemo(() => columnsOf(isPhone, now, view), [columnsOf, isPhone, now, view])
  return (
    <ListPage<T, Sort, CaseSearch<View, Sort>>
      {...words}
      rows={rows}
      columns={columns}
      heights={heights}
      search={search}
      sorting={caseSorting(kind, search)}
      onChange={onChange}
      onOpen={({ id }) => void navigate(linkOf(id))}
      nameOf={(row) => shownTitle(row.source, row.title)}
      filters={{
        label: filterLabel,
        searchLabel,
        rangeLabel: t('requested'),
        rangeWords: t('requestDate'),
        facets: caseFacets({
          search,
          statusLabels: kind.statusLabels,
          optionsOf: (facet) => ({
            queryKey: [company, kind.key, 'options', facet],
            queryFn: ({ signal }) => kind.options(facet, company, signal),
          }),
        }),
        noFilters,
        // Each status belongs to one view, so filtering by status switches to all views.
        adapt: (changes) => (changes['status'] ? { ...changes, view: 'all' } : changes),
      }}
      views={(change) => (
        <Views
          company={company}
          kind={kind}
          label={viewsLabel}
          labels={viewLabels}
          value={view}
          // Sorting and status filters rarely apply to another view.
          onChange={(next) =>
            change({ view: next === first ? undefined : next, status: undefined, sort: undefined, dir: undefined })
          }
        />
      )}
      aside={
        <>
          {!search.sort && view === first && rows.total !== undefined ? firstOrder?.(search.due) : null}
          {aside}
        </>
      }
      empty={<StateBlock title={empty[view].title}>{empty[view].text}</StateBlock>}
    />
  )
}

interface ViewsProps<T, View extends string, Sort extends string, Status extends string> {
  company: string
  kind: CaseKind<T, View, Sort, Status>
  label: string
  labels: Record<View, string>
  value: View
  onChange: (view: View) => void
}

function Views<T, View extends string, Sort extends string, Status extends string>({
  company,
  kind,
  label,
  labels,
  value,
  onChange,
}: ViewsProps<T, View, Sort, Status>) {
  const counts = useQueries({ queries: kind.views.map((view) => caseCountQuery(kind, company, view)) })
  return (
    <>
      <Segments
        label={label}
        choices={kind.views.map((view, index) => {
          const count = counts[index]?.data
          return { value: view, label: labels[view], count: count === undefined ? null : exactNumber(count) }
        })}
        value={value}
        onChange={onChange}
      />
      <FailedParts of={counts}>{t('countsFailed')}</FailedParts>
    </>
  )
}
