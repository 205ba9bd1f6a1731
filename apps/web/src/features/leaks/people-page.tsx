import type { Person } from '@signet/contract/kmp'
import { IconDownload } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { usePagedRows } from '../../api/paged-rows.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { FailedBlock, StateBlock } from '../../ui/feedback/data-state.tsx'
import { createGridStore } from '../../ui/grid/grid-store.ts'
import { Page } from '../../ui/layout/page.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { phone, useMedia } from '../../ui/layout/use-media.ts'
import { plural, t } from '../../words/words.ts'
import columnsCss from './leak-columns.module.css'
import { peopleQuery, peopleSortingOf, validatePeopleSearch, type PeopleSearch, type PersonSort } from './people.api.ts'
import css from './people-page.module.css'
import { valueName } from '../../words/named/name-of.ts'
import { leakTypeName } from '../../words/named/leaks.ts'

const PersonPanel = lazy(() => import('./person-panel.tsx').then(({ PersonPanel: panel }) => ({ default: panel })))
const ExportPeople = lazy(() => import('./export-people.tsx').then(({ ExportPeople: dialog }) => ({ default: dialog })))

const rowPx = 56
const cardPx = 68

/** Which of the company's leaders is exposed, and by what. */
export function PeoplePage() {
  const company = useCompany()
  return <People key={company} company={company} />
}

function People({ company }: { company: string }) {
  const [search, changeSearch] = usePageSearch(validatePeopleSearch)
  const [store] = useState(createGridStore)
  const [isExporting, setIsExporting] = useState(false)
  const isPhone = useMedia(phone)
  const mayExport = useCan('exports:own')
  const rows = usePagedRows<Person>((pageNumber) => peopleQuery(company, search, pageNumber))
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
  const moveBy = (step: number) => {
    const total = rows.total ?? 0
    if (total === 0) return
    const from = store.cursor() < 0 && index >= 0 ? index : store.cursor()
    const next = Math.max(0, Math.min(total - 1, from + step))
    store.moveTo(next)
    const person = rows.at(next)
    if (search.id && person) open(person, next)
  }
  const openCurrent = () => {
    const person = rows.at(store.cursor())
    if (person) open(person, store.cursor())
  }
  useShortcuts({
    j: () => moveBy(1),
    ArrowDown: () => moveBy(1),
    k: () => moveBy(-1),
    ArrowUp: () => moveBy(-1),
    Enter: openCurrent,
    o: openCurrent,
    Escape: () => (search.id ? close() : false),
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  })
  const onSort = (by: PersonSort) => {
    const first = by === 'name' ? 'asc' : 'desc'
    change({ sort: by, dir: sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : first })
  }
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('The people')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      search.q ? (
        <StateBlock
          title={t('Nobody matches')}
          action={<Button onClick={() => change({ q: undefined })}>{t('Clear search')}</Button>}
        >
          {t('No name and no address holds “{q}”.', { q: search.q })}
        </StateBlock>
      ) : (
        <StateBlock title={t('Nobody is watched yet')}>
          {t(
            'People of your company appear here once they are named among its assets, with their addresses and profiles.',
          )}
        </StateBlock>
      )
    ) : undefined

  return (
    <Page title={t('Executive Leak Monitor')} layout="fill">
      <Inline gap={4} wrap className={css.tools}>
        <SearchField label={t('Search people and addresses')} value={search.q} onChange={(q) => change({ q })} />
        <Text role="status" as="p" tone="quiet" num grow>
          {rows.total === undefined || rows.isOld ? '' : plural(rows.total, '{n} person', '{n} people')}
        </Text>
        {mayExport && (
          <Button
            icon={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
            disabled={!rows.total}
            onClick={() => setIsExporting(true)}
          >
            {t('Export')}
          </Button>
        )}
      </Inline>
      <Inline gap={0} align="stretch" grow className={css.beside}>
        <DataGrid
          label={t('Watched people')}
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
      {isExporting && (
        <Suspense fallback={null}>
          <ExportPeople company={company} count={rows.total ?? 0} onClose={() => setIsExporting(false)} />
        </Suspense>
      )}
    </Page>
  )
}

type PersonColumn = Column<Person, PersonSort>

function WorstKind({ person }: { person: Person }) {
  const [worst, ...others] = person.kinds
  if (!worst) return <span className={columnsCss.quiet}>{t('No leak')}</span>
  return (
    <>
      <span className={columnsCss.line}>{valueName(worst.leakTypeLabel)}</span>
      <span className={columnsCss.sub}>
        {others.length > 0
          ? plural(others.length, 'and {n} more kind', 'and {n} more kinds')
          : plural(worst.count, '{n} leak', '{n} leaks')}
      </span>
    </>
  )
}

function peopleColumns(isBeside: boolean): PersonColumn[] {
  const all: (PersonColumn | false)[] = [
    {
      key: 'name',
      label: t('Person'),
      track: 'minmax(180px, 1.4fr)',
      sort: 'name',
      render: ({ name, title }) => (
        <>
          <b className={columnsCss.line}>{name}</b>
          <span className={columnsCss.sub}>{title}</span>
        </>
      ),
    },
    {
      key: 'leaks',
      label: t('Leaks'),
      track: '84px',
      sort: 'leaks',
      render: ({ leaks }) => <b className="num">{exactNumber(leaks)}</b>,
    },
    !isBeside && {
      key: 'withPassword',
      label: t('With password'),
      track: '130px',
      render: ({ withPassword }) => <span className="num">{exactNumber(withPassword)}</span>,
    },
    {
      key: 'worst',
      label: t('Worst kind'),
      track: 'minmax(150px, 1fr)',
      render: (person) => <WorstKind person={person} />,
    },
    {
      key: 'last',
      label: t('Last seen'),
      track: '124px',
      sort: 'lastLeak',
      render: ({ lastLeak }) =>
        lastLeak ? <TimeAgo at={lastLeak} /> : <span className={columnsCss.quiet}>{t('Never')}</span>,
    },
    !isBeside && {
      key: 'watched',
      label: t('Watched by'),
      track: '170px',
      render: ({ emails, handles }) => (
        <span className={`${columnsCss.quiet} num`}>
          {[
            emails.length > 0 ? plural(emails.length, '{n} address', '{n} addresses') : '',
            handles.length > 0 ? plural(handles.length, '{n} profile', '{n} profiles') : '',
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      ),
    },
  ]
  return all.filter((column) => column !== false)
}

function phoneColumns(): PersonColumn[] {
  return [
    {
      key: 'name',
      label: t('Person'),
      track: 'minmax(0, 1fr)',
      sort: 'name',
      render: (person) => (
        <>
          <b className={columnsCss.line}>{person.name}</b>
          <span className={columnsCss.sub}>
            {person.kinds[0] ? leakTypeName(person.kinds[0].leakType) : (person.title ?? t('No leak'))}
          </span>
        </>
      ),
    },
    {
      key: 'leaks',
      label: t('Leaks'),
      track: '112px',
      sort: 'leaks',
      render: ({ leaks, lastLeak }) => (
        <Stack as="span" gap="half" align="end">
          <b className="num">{exactNumber(leaks)}</b>
          <span className={columnsCss.sub}>{lastLeak ? <TimeAgo at={lastLeak} /> : t('Never')}</span>
        </Stack>
      ),
    },
  ]
}
