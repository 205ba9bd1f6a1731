import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { CaseList } from '../../parts/cases/case-list.tsx'
import { caseColumns } from '../../parts/cases/case-columns.tsx'
import { Inline, Stack } from '../../ui/layout/parts.tsx'
import type { GridStore } from '../../ui/grid/columns/grid-store.ts'
import { useCan } from '../../session/use-session.ts'
import { t } from './words.ts'
import { clockText, shareText } from './following/clock-text.ts'
import { clockOf } from './following/takedown-clock.ts'
import { validateTakedownSearch, type TakedownSort, type TakedownView } from './takedown-search.ts'
import { standingText } from './takedown-words.ts'
import { takedowns } from './takedowns.api.ts'
import css from './takedowns-page.module.css'

const viewLabels = () => ({ running: t('running'), removed: t('removed'), stopped: t('stopped'), all: t('all') })
const noneRuns = () => ({
  title: t('inProgressEmpty'),
  text: t('inProgressEmptyHint'),
})
const empty = () => ({
  running: noneRuns(),
  removed: { title: t('removedEmpty'), text: t('removedEmptyHint') },
  stopped: {
    title: t('stoppedEmpty'),
    text: t('stoppedEmptyHint'),
  },
  all: noneRuns(),
})

const linkOf = (id: string) => ({ to: '/takedown/$takedownId', params: { takedownId: id } }) as const

const columnsFor = (isStaff: boolean) => (isPhone: boolean, now: Date, view: TakedownView | undefined) =>
  caseColumns<Takedown, TakedownSort>({
    isPhone,
    labels: { card: t('takedown'), target: t('target') },
    linkOf,
    more: (row) => standingText(row, isStaff),
    morePx: 278,
    own: {
      key: 'open',
      label: t('targetTime'),
      track: 'minmax(140px, 0.5fr)',
      // Ended cases say how long they took, which is another order than that of their target times.
      ...(view === 'running' ? { sort: 'dueAt' as const } : {}),
      render: (row) => <Clock row={row} now={now} />,
    },
    foot: (row) => <TimeLeft row={row} now={now} />,
  })

const columnsOfStaff = columnsFor(true)
const columnsOfClients = columnsFor(false)

const CaseBulkBar = lazy(() =>
  import('../../parts/assignees/case-bulk-bar.tsx').then(({ CaseBulkBar: bar }) => ({ default: bar })),
)
const bulk = (store: GridStore) => (
  <Suspense fallback={null}>
    <CaseBulkBar kind="takedown" store={store} />
  </Suspense>
)

/** The status of each takedown, and which ones are overdue. */
export function TakedownsPage() {
  const mayAssign = useCan('takedowns:move')
  return (
    <CaseList
      kind={takedowns}
      validate={validateTakedownSearch}
      title={t('takedowns')}
      what={t('theList')}
      columns={mayAssign ? columnsOfStaff : columnsOfClients}
      linkOf={linkOf}
      viewsLabel={t('takedownsByStatus')}
      viewLabels={viewLabels()}
      filterLabel={t('filterTakedowns')}
      searchLabel={t('searchTakedowns')}
      countText={(n) => t('takedownsCount', { count: n })}
      firstOrder={(due) => <span>{!due || due.includes('overdue') ? t('overdueFirst') : t('soonestFirst')}</span>}
      aside={
        <Inline as="span" gap={3} is-inline>
          <Link to="/takedown/campaigns">{t('campaigns')}</Link>
          <Link to="/takedown/statistics">{t('statistics')}</Link>
        </Inline>
      }
      bulk={mayAssign ? bulk : undefined}
      noMatch={t('noMatch')}
      empty={empty()}
    />
  )
}

function Clock({ row, now }: { row: Takedown; now: Date }) {
  const clock = clockOf(row, now)
  const share = Math.min(1, clock.elapsedMs / clock.targetMs)
  return (
    <Stack as="span" gap={2} tone="quiet" data-tone={clock.isOverdue ? 'worse' : undefined} data-state={clock.state}>
      <span className="num cut" title={clock.state === 'running' ? shareText(clock) : undefined}>
        {clockText(clock)}
      </span>
      {clock.state === 'running' ? (
        <span className={`${css.track} track`} data-overdue={clock.isOverdue || undefined} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
      ) : null}
    </Stack>
  )
}

function TimeLeft({ row, now }: { row: Takedown; now: Date }) {
  const clock = clockOf(row, now)
  return (
    <span className="num" data-tone={clock.isOverdue ? 'worse' : undefined}>
      {clockText(clock)}
    </span>
  )
}
