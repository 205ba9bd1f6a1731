import type { Role } from '@signet/contract/access/permissions'
import type { Activity } from '@signet/contract/threats/activity'
import type { AnySource, Kind } from '@signet/contract/threats/sources'
import type { Severity } from '@signet/contract/threats/severities'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import type { Column } from '../../ui/grid/columns/columns.ts'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { SourceName } from '../../parts/threats/source-name.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import { decisionText, toneOfAction } from './activity-words.ts'
import type { ActivitySort } from './activity-search.ts'
import { RecordLink } from './record-link.tsx'
import { roleName } from '../../format/names/role-words.ts'
import { actorName } from '../../words/named/actor-name.ts'
import { valueName } from '../../words/named/name-of.ts'

/** Height of a row and of a card, in pixels. */
export const doneHeights = { row: 48, card: 112 }

/** The fields that the rows of all lists of decisions share. */
export interface DoneRow {
  id: string
  at: string
  by: string | null
  /** Only where staff read the decisions of clients as well as of staff. */
  byRole?: Role | null
  action: string
  text: string
  source: AnySource
  title: string
  severity: Severity
  threatId: string
  remark?: string | undefined
}

const reasons = {
  superseded: 'superseded',
  caseStarted: 'inProgress',
} as const

/** Why a decision can't be undone. */
export const undoReason = (reason: keyof typeof reasons | undefined): string =>
  reason ? t(reasons[reason]) : t('cannotBeUndone')

/** A button that undoes a decision, or the reason why that isn't possible. On phones it takes both lines of a card. */
export function UndoCell({ row, isBusy, onUndo }: { row: Activity; isBusy: boolean; onUndo: (row: Activity) => void }) {
  const { undo } = row
  if (!undo) return null
  if (!undo.isPossible)
    return (
      <Text as="small" size="meta" tone="quiet">
        {undoReason(undo.reason)}
      </Text>
    )
  return (
    <Button
      tabIndex={-1}
      isBusy={isBusy}
      aria-label={t('undoTitle', { title: row.title })}
      onClick={(event) => {
        event.stopPropagation()
        onUndo(row)
      }}
    >
      {t('undo')}
    </Button>
  )
}

interface ColumnsOf<T> {
  kind: Kind
  isPhone: boolean
  /** No remarks column, because no row has one. */
  hasNoRemarks?: boolean
  /** A column before the others, e.g. the company. */
  first?: Column<T, ActivitySort>
  /** The last cell of a row, and of a card. */
  last?: { label: string; render: (row: T) => ReactNode }
}

/** The columns of a list of decisions. Phones show each row as a card. */
export function doneColumns<T extends DoneRow>({
  kind,
  isPhone,
  hasNoRemarks = false,
  first,
  last,
}: ColumnsOf<T>): Column<T, ActivitySort>[] {
  const link = (row: T) => (
    <RecordLink kind={kind} source={row.source} title={row.title} id={row.threatId} isInGrid wraps />
  )
  const chip = (row: T) => (
    <span title={valueName(row.text)}>
      <Chip tone={toneOfAction(row.action)}>{decisionText(row)}</Chip>
    </span>
  )
  if (isPhone) {
    return [
      {
        key: 'card',
        label: t('activity'),
        track: '1fr',
        render: (row) => (
          <Stack as="span" gap={1} wide>
            <Inline as="span">
              <SeverityMark severity={row.severity} isShort />
              {link(row)}
            </Inline>
            <Inline as="span" gap={3}>
              <Stack as="span" gap={1} grow>
                <Inline as="span" justify="between" least={24}>
                  {chip(row)}
                  {first?.render(row)}
                </Inline>
                <Text as="small" cut>
                  {actorName(row.by)}
                  {row.byRole ? ` (${roleName(row.byRole)})` : ''}, <TimeAgo isWithin at={row.at} />
                </Text>
              </Stack>
              {last?.render(row)}
            </Inline>
          </Stack>
        ),
      },
    ]
  }
  const remarks: Column<T, ActivitySort> = {
    key: 'remark',
    label: t('remark'),
    track: 'minmax(170px, 1fr)',
    render: ({ remark }) =>
      remark ? (
        <Text size="meta" className="clamp" style={{ '--lines': 2 }} title={remark}>
          {remark}
        </Text>
      ) : null,
  }
  return [
    ...(first ? [first] : []),
    {
      key: 'item',
      label: t('name'),
      track: 'minmax(220px, 2.5fr)',
      sort: 'title',
      render: (row) => (
        <Inline as="span">
          <SeverityMark severity={row.severity} isShort />
          {link(row)}
        </Inline>
      ),
    },
    { key: 'mark', label: t('decision'), track: '136px', render: chip },
    {
      key: 'by',
      label: t('by'),
      track: 'minmax(124px, 0.5fr)',
      render: ({ by, byRole }) => (
        <Stack as="span" gap={0}>
          <Text cut title={actorName(by)}>
            {actorName(by)}
          </Text>
          {byRole ? (
            <Text as="small" cut>
              {roleName(byRole)}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    { key: 'at', label: t('date'), track: '116px', sort: 'at', render: ({ at }) => <TimeAgo at={at} /> },
    ...(hasNoRemarks ? [] : [remarks]),
    {
      key: 'source',
      label: t('source'),
      track: 'minmax(140px, 160px)',
      sort: 'source',
      render: ({ source }) => <SourceName source={source} wraps />,
    },
    ...(last
      ? [
          {
            key: 'last',
            label: last.label,
            track: '120px',
            render: last.render,
          },
        ]
      : []),
  ]
}
