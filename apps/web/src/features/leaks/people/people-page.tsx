import type { Person } from '@signet/contract/companies/watched-people'
import { Suspense, useMemo, useState } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { usePagedRows } from '../../../api/paged-rows.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataGrid } from '../../../ui/grid/data-grid.tsx'
import { FailedBlock, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../../ui/layout/use-media.ts'
import { t } from '../words.ts'
import {
  watchedPeopleQuery,
  peopleSortingOf,
  validatePeopleSearch,
  type PeopleSearch,
  type PersonSort,
} from './people.api.ts'
import { peopleColumns, phoneColumns } from './people-columns.tsx'
import { PeopleTools } from './people-tools.tsx'
import { sortedBy } from '../../../ui/grid/columns/columns.ts'
import { useListKeys } from '../../../ui/grid/keys/use-list-keys.ts'

const PersonPanel = lazy(() => import('./person-panel.tsx').then(({ PersonPanel: panel }) => ({ default: panel })))

const rowPx = 56

const cardPx = 68

/** Which of the company's executives are affected by leaks, and by which ones. */
export function PeoplePage() {
  const company = useCompany()
  return <People key={company} company={company} />
}

function People({ company }: { company: string }) {
  const [search, changeSearch] = usePageSearch(validatePeopleSearch)
  const [store] = useState(createGridStore)
  const isPhone = useMedia(phone)
  const rows = usePagedRows<Person>((pageNumber) => watchedPeopleQuery(company, search, pageNumber))
  const sorting = peopleSortingOf(search)
  const columns = useMemo(
    () => (isPhone ? phoneColumns() : peopleColumns(search.id !== undefined)),
    [isPhone, search.id],
  )
  const index = rows.loaded.findIndex(({ id }) => id === search.id)

  const change = (changes: PeopleSearch) => {
    store.reset()
    changeSearch({ id: undefined, kind: undefined, ...changes })
  }
  const open = (person: Person, at: number) => {
    store.moveTo(at)
    changeSearch({ id: person.id, kind: undefined }, { replace: search.id !== undefined })
  }
  const close = () => changeSearch({ id: undefined, kind: undefined })
  const { moveBy } = useListKeys({
    rows,
    store,
    openIndex: index,
    onOpen: open,
    onMove: (person, at) => search.id && open(person, at),
    more: { Escape: () => (search.id ? close() : false) },
  })
  const onSort = (by: PersonSort) => change(sortedBy(by, sorting, by === 'name' ? 'asc' : 'desc'))
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('peopleWhat')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      search.q ? (
        <StateBlock
          title={t('noPeopleMatch')}
          action={<Button onClick={() => change({ q: undefined })}>{t('clearSearch')}</Button>}
        >
          {t('noPeopleMatchText', { q: search.q })}
        </StateBlock>
      ) : (
        <StateBlock title={t('noPeople')}>{t('howPeopleAppear')}</StateBlock>
      )
    ) : undefined

  return (
    <Page title={t('executiveLeakMonitor')} layout="fill">
      <PeopleTools company={company} search={search} rows={rows} onSearch={(q) => change({ q })} />
      <Inline gap={0} align="stretch" grow className="panels">
        <DataGrid
          label={t('watchedPeople')}
          columns={columns}
          rows={rows}
          store={store}
          idOf={({ id }) => id}
          rowHeight={isPhone ? cardPx : rowPx}
          sorting={sorting}
          onSort={onSort}
          onOpen={open}
          instead={instead}
        />
        {search.id && (
          <Suspense fallback={<div className="panel-space" />}>
            <PersonPanel
              key={search.id}
              company={company}
              personId={search.id}
              person={rows.loaded[index]}
              isRead={rows.total !== undefined && !rows.isOld}
              kind={search.kind}
              index={index}
              total={rows.total ?? 0}
              onKind={(kind) => changeSearch({ kind }, { replace: true })}
              onMove={moveBy}
              onClose={close}
            />
          </Suspense>
        )}
      </Inline>
    </Page>
  )
}
