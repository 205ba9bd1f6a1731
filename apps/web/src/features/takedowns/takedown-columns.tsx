import { everySource } from '@signet/contract/sources'
import type { Takedown } from '@signet/contract/takedowns'
import { Link } from '@tanstack/react-router'
import { shownTitle } from '../../format/shown-title.ts'
import type { Column } from '../../ui/data-grid.tsx'
import { StepDots } from '../../ui/progress-steps.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { clockOf, clockText, timeLeftText } from './takedown-clock.ts'
import type { TakedownSort } from './takedown-search.ts'
import { waitingText } from './takedown-words.ts'
import { t } from '../../words/words.ts'
import css from './takedown-columns.module.css'

type TakedownColumn = Column<Takedown, TakedownSort>

/** The columns of the list; phones get one card a row. */
export function takedownColumns(now: Date, isPhone: boolean): TakedownColumn[] {
  if (isPhone)
    return [{ key: 'card', label: t('Takedown'), track: '1fr', render: (row) => <Card row={row} now={now} /> }]
  return [
    {
      key: 'target',
      label: t('Target'),
      track: 'minmax(220px, 1.5fr)',
      sort: 'title',
      render: (row) => <Target row={row} />,
    },
    {
      key: 'source',
      label: t('Source'),
      track: 'minmax(116px, 0.6fr)',
      sort: 'source',
      render: ({ source }) => (
        <span className={css.source}>
          <SourceIcon source={source} />
          <span title={t(everySource[source].label)}>{t(everySource[source].label)}</span>
        </span>
      ),
    },
    {
      key: 'severity',
      label: t('Severity'),
      track: '104px',
      sort: 'severity',
      render: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      key: 'status',
      label: t('Status'),
      track: 'minmax(210px, 1fr)',
      sort: 'status',
      render: (row) => <Status row={row} />,
    },
    {
      key: 'open',
      label: t('Time open'),
      track: 'minmax(212px, 0.7fr)',
      sort: 'dueAt',
      render: (row) => <Clock row={row} now={now} />,
    },
    {
      key: 'moved',
      label: t('Last move'),
      track: '120px',
      sort: 'updatedAt',
      render: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
    },
  ]
}

function TargetLink({ row }: { row: Takedown }) {
  return (
    <Link
      className={css.link}
      to="/takedown/$takedownId"
      params={{ takedownId: row.id }}
      // The grid is one tab stop; Enter opens the row under the cursor.
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
    >
      {shownTitle(row.source, row.title)}
    </Link>
  )
}

function Target({ row }: { row: Takedown }) {
  return (
    <span className={css.two}>
      <TargetLink row={row} />
      <small>{t(row.threatType)}</small>
    </span>
  )
}

function Status({ row }: { row: Takedown }) {
  const waits = waitingText(row)
  return (
    <span className={css.two}>
      <StepDots steps={row.steps} />
      <small>{waits ? `${t(row.statusLabel)}. ${waits}` : t(row.statusLabel)}</small>
    </span>
  )
}

function Clock({ row, now }: { row: Takedown; now: Date }) {
  const clock = clockOf(row, now)
  const share = Math.min(1, clock.elapsedMs / clock.targetMs)
  return (
    <span className={css.clock} data-late={clock.isLate || undefined} data-state={clock.state}>
      <span className="num">{clockText(clock)}</span>
      {clock.state === 'running' ? (
        <span className={css.track} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
      ) : null}
    </span>
  )
}

function Card({ row, now }: { row: Takedown; now: Date }) {
  const clock = clockOf(row, now)
  return (
    <span className={css.card}>
      <span className={css.cardHead}>
        <SeverityMark severity={row.severity} isShort />
        <TargetLink row={row} />
      </span>
      <span className={css.cardFoot}>
        <StepDots steps={row.steps} />
        <span className="num" data-late={clock.isLate || undefined}>
          {timeLeftText(clock)}
        </span>
      </span>
    </span>
  )
}
