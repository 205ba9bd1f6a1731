import type { QAThreat } from '@signet/contract/qa'
import { sources } from '@signet/contract/sources'
import { shownTitle } from '../../format/shown-title.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-grid.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import type { StageSearch } from './review-search.ts'
import type { StageAction } from './stage-actions.ts'
import css from './stage-columns.module.css'

type StageSort = NonNullable<StageSearch['sort']>
type StageColumn = Column<QAThreat, StageSort>

interface ColumnParts {
  actions: readonly StageAction[]
  /** Why a step on a threat was refused, by id. */
  failures: ReadonlyMap<string, string>
  onAction: (action: StageAction, threat: QAThreat) => void
}

/** The columns of a later stage; phones get one card a row. */
export function stageColumns(parts: ColumnParts, isPhone: boolean): StageColumn[] {
  if (isPhone) return [{ key: 'card', label: 'Threat', track: '1fr', render: (row) => <Card row={row} {...parts} /> }]
  return [
    {
      key: 'threat',
      label: 'Threat',
      track: 'minmax(240px, 1.4fr)',
      sort: 'title',
      render: (row) => <Target row={row} />,
    },
    {
      key: 'severity',
      label: 'Severity',
      track: '104px',
      sort: 'severity',
      render: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      key: 'remark',
      label: 'Remark',
      track: 'minmax(150px, 1fr)',
      render: (row) => <Remark row={row} failures={parts.failures} />,
    },
    {
      key: 'by',
      label: 'By',
      track: 'minmax(90px, 0.5fr)',
      render: ({ stagedBy }) => <span className={css.quiet}>{stagedBy ?? 'The product'}</span>,
    },
    {
      key: 'when',
      label: 'When',
      track: '110px',
      sort: 'stagedAt',
      render: ({ stagedAt }) => <TimeAgo at={stagedAt} />,
    },
    {
      key: 'actions',
      label: 'Actions',
      track: `${parts.actions.reduce((sum, { label }) => sum + 34 + label.length * 8, 0)}px`,
      render: (row) => <Actions row={row} {...parts} />,
    },
  ]
}

function Target({ row }: { row: QAThreat }) {
  return (
    <span className={css.target}>
      <Thumb source={row.source} href={row.thumbnail} />
      <span className={css.two}>
        <b>{shownTitle(row.source, row.title)}</b>
        <small>
          <SourceIcon source={row.source} size={14} />
          {sources[row.source].label}, {row.threatType.toLowerCase()}
        </small>
      </span>
    </span>
  )
}

function Remark({ row, failures }: { row: QAThreat; failures: ColumnParts['failures'] }) {
  const failure = failures.get(row.id)
  if (failure) return <span className={css.failure}>{failure}</span>
  return (
    <span className={css.remark} title={row.stageReason}>
      {row.stageReason ?? 'No remark'}
    </span>
  )
}

function Actions({ row, actions, onAction }: ColumnParts & { row: QAThreat }) {
  const title = shownTitle(row.source, row.title)
  return (
    <span className={css.actions}>
      {actions.map((action) => (
        <Button
          key={action.step}
          kind={action.kind}
          // The grid is one tab stop: its keys do the same on the row under the cursor.
          tabIndex={-1}
          aria-label={`${action.label}: ${title}`}
          aria-keyshortcuts={action.key}
          onClick={(event) => {
            event.stopPropagation()
            onAction(action, row)
          }}
        >
          {action.label}
        </Button>
      ))}
    </span>
  )
}

function Card({ row, ...parts }: ColumnParts & { row: QAThreat }) {
  return (
    <span className={css.card}>
      <span className={css.cardHead}>
        <SeverityMark severity={row.severity} isShort />
        <b>{shownTitle(row.source, row.title)}</b>
        <TimeAgo at={row.stagedAt} />
      </span>
      <span className={css.cardText}>
        {row.stagedBy ? `${row.stagedBy}: ` : ''}
        <Remark row={row} failures={parts.failures} />
      </span>
      <Actions row={row} {...parts} />
    </span>
  )
}
