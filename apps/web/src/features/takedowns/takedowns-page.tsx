import type { Takedown } from '@signet/contract/takedowns'
import { CaseList } from '../../parts/cases/case-list.tsx'
import { caseColumns } from '../../parts/cases/case-columns.tsx'
import { Stack } from '../../ui/layout/parts.tsx'
import { plural, t } from '../../words/words.ts'
import { clockOf, clockText, timeLeftText } from './takedown-clock.ts'
import { validateTakedownSearch, type TakedownSort } from './takedown-search.ts'
import { standingText } from './takedown-words.ts'
import { takedowns } from './takedowns.api.ts'
import css from './takedowns-page.module.css'

const viewLabels = () => ({ running: t('Running'), removed: t('Removed'), stopped: t('Stopped'), all: t('All') })
const noneRuns = () => ({
  title: t('No takedown is running'),
  text: t('Mark a threat “Takedown” and its case appears here, with every step until it is removed.'),
})
const empty = () => ({
  running: noneRuns(),
  removed: { title: t('Nothing removed yet'), text: t('Cases appear here once their target is offline.') },
  stopped: {
    title: t('No case was stopped'),
    text: t('Refused, unsuccessful and withdrawn cases appear here.'),
  },
  all: noneRuns(),
})

const linkOf = (id: string) => ({ to: '/takedown/$takedownId', params: { takedownId: id } }) as const

const columnsOf = (isPhone: boolean, now: Date) =>
  caseColumns<Takedown, TakedownSort>({
    isPhone,
    labels: { card: t('Takedown'), target: t('Target') },
    linkOf,
    more: standingText,
    own: {
      key: 'open',
      label: t('Time open'),
      track: 'minmax(212px, 0.7fr)',
      sort: 'dueAt',
      render: (row) => <Clock row={row} now={now} />,
    },
    foot: (row) => <TimeLeft row={row} now={now} />,
  })

/** Where each removal stands, and what is late. */
export function TakedownsPage() {
  return (
    <CaseList
      kind={takedowns}
      validate={validateTakedownSearch}
      title={t('Takedowns')}
      what={t('The takedowns')}
      columns={columnsOf}
      linkOf={linkOf}
      viewsLabel={t('Which takedowns')}
      viewLabels={viewLabels()}
      filterLabel={t('Filter takedowns')}
      searchLabel={t('Search takedowns')}
      countText={(n) => plural(n, '{n} takedown', '{n} takedowns')}
      firstOrder={<span>{t('Late first')}</span>}
      noMatch={t('No takedown matches')}
      empty={empty()}
    />
  )
}

function Clock({ row, now }: { row: Takedown; now: Date }) {
  const clock = clockOf(row, now)
  const share = Math.min(1, clock.elapsedMs / clock.targetMs)
  return (
    <Stack
      as="span"
      gap={2}
      tone="quiet"
      className={css.clock}
      data-late={clock.isLate || undefined}
      data-state={clock.state}
    >
      <span className="num">{clockText(clock)}</span>
      {clock.state === 'running' ? (
        <span className={`${css.track} track`} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
      ) : null}
    </Stack>
  )
}

function TimeLeft({ row, now }: { row: Takedown; now: Date }) {
  const clock = clockOf(row, now)
  return (
    <span className={`${css.left} num`} data-late={clock.isLate || undefined}>
      {timeLeftText(clock)}
    </span>
  )
}
