import type { Kind } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { IconArrowBackUp, IconCheck, IconTrash } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { dateTimeWithZone } from '../../../format/time/date-time.ts'
import { shortAge } from '../../../format/time/time-ago.ts'
import { shownTitle, titleForms } from '../../../format/names/shown-title.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/grid/columns/columns.ts'
import { Rich } from '../../../ui/text/rich.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Thumb } from '../../../parts/threats/pictures/thumb.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { t } from './words.ts'
import { kindWords, type ListedStage, type QaRecord } from '../qa-kind.ts'
import type { StageSearch } from '../review-search.ts'
import type { StageAction, StageStep } from '../stage-actions.ts'
import css from './stage-columns.module.css'
import { valueName } from '../../../words/named/name-of.ts'

type StageSort = NonNullable<StageSearch['sort']>
type StageColumn = Column<QaRecord, StageSort>

interface ColumnParts {
  stage: ListedStage
  kind: Kind
  actions: readonly StageAction[]
  /** Why a step on a threat was refused, by id. */
  failures: ReadonlyMap<string, string>
  onAction: (action: StageAction, threat: QaRecord) => void
  /** Whether the labels of all actions fit. */
  hasRoom: boolean
  /** Whether no row has a remark, so that there is no column for them. */
  hasNoRemarks?: boolean
}

/** The columns of a later stage. On narrow screens the person's name is below the remark, on phones each row is a card. */
export function stageColumns(parts: ColumnParts, layout: 'wide' | 'narrow' | 'cards'): StageColumn[] {
  if (layout === 'cards')
    return [
      {
        key: 'card',
        label: kindWords[parts.kind].one(),
        track: '1fr',
        render: (row) => <Card row={row} {...parts} />,
      },
    ]
  // The person who moved it here is shown below the remark on narrow screens, and on the watchlist, where the next check needs the room.
  const isNarrow = layout === 'narrow' || parts.stage === 'watchlist'
  const hasRemarks = isNarrow || !parts.hasNoRemarks
  return [
    {
      key: 'threat',
      label: kindWords[parts.kind].one(),
      // On the watchlist the remark says why the threat is checked again, so it gets as much room as the name.
      track: parts.stage === 'watchlist' ? 'minmax(230px, 1.1fr)' : 'minmax(230px, 1.4fr)',
      sort: 'title',
      render: (row) => <Target kind={parts.kind} row={row} />,
    },
    {
      key: 'severity',
      label: t('severity'),
      track: '96px',
      sort: 'severity',
      render: ({ severity }) => <SeverityMark severity={severity} />,
    },
    ...(hasRemarks ? [remarkColumn(parts, isNarrow)] : []),
    ...(isNarrow ? [] : [byColumn()]),
    {
      key: 'when',
      label: t('when'),
      track: parts.stage === 'watchlist' ? '156px' : '120px',
      sort: 'stagedAt',
      render: (row) => (
        <Stack as="span" gap="half" className={css.two}>
          <TimeAgo at={row.stagedAt} />
          {parts.stage === 'watchlist' ? <Since row={row} /> : null}
        </Stack>
      ),
    },
    ...(parts.stage === 'watchlist' ? [dueColumn()] : []),
    {
      key: 'actions',
      label: t('actions'),
      track: `${parts.actions.reduce((sum, action) => sum + (signOf(action, parts) ? 40 : 30 + action.label().length * 7), 8)}px`,
      render: (row) => <Actions row={row} {...parts} />,
    },
  ]
}

function stagedByName({ stagedBy, isOwnRequest }: QaRecord): string {
  return isOwnRequest ? t('you') : (stagedBy ?? t('system'))
}

const remarkColumn = ({ failures }: Pick<ColumnParts, 'failures'>, isNarrow: boolean): StageColumn => ({
  key: 'remark',
  label: t('remark'),
  track: 'minmax(124px, 1fr)',
  render: (row) => (
    <Stack as="span" gap="half" className={css.two}>
      <Remark row={row} failures={failures} />
      {isNarrow && (
        <small>
          <span>{stagedByName(row)}</span>
        </small>
      )}
    </Stack>
  ),
})

const byColumn = (): StageColumn => ({
  key: 'by',
  label: t('by'),
  track: 'minmax(100px, 0.5fr)',
  render: (row) => (
    <Text cut tone="quiet" title={stagedByName(row)}>
      {stagedByName(row)}
    </Text>
  ),
})

const dueColumn = (): StageColumn => ({
  key: 'due',
  label: t('nextCheck'),
  track: '142px',
  sort: 'dueAt',
  render: (row) => (
    <Stack as="span" gap="half" className={css.two}>
      <Due row={row} />
      {row.checkedAt ? (
        <small className={css.line}>
          <Rich text={(values) => t('checkedTime', values)} values={{ time: <ShortAge at={row.checkedAt} /> }} />
        </small>
      ) : null}
    </Stack>
  ),
})

/** The date of the next check, highlighted once it is due, otherwise in days. */
function Due({ row: { dueAt } }: { row: QaRecord }) {
  const now = useNow()
  if (!dueAt) return null
  const days = Math.ceil((Date.parse(dueAt) - now.getTime()) / dayMs)
  const title = dateTimeWithZone(dueAt)
  if (days <= 0)
    return (
      <Text as="b" tone="caution" className={css.due} title={title}>
        {t('dueNow')}
      </Text>
    )
  return <span title={title}>{t('inDaysCount', { count: days })}</span>
}

/** An age in the second line of a cell, which has no room for `43 minutes ago`. */
function ShortAge({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {shortAge(at, now)}
    </time>
  )
}

/** For the watchlist: whether a feed has reported it again since it was added. */
function Since({ row }: { row: QaRecord }) {
  if (row.lastSeen <= row.stagedAt) return <small className={css.line}>{t('notSeenSince')}</small>
  return (
    <small className={`${css.line} ${css.again}`}>
      <Rich text={(values) => t('seenAgainTime', values)} values={{ time: <ShortAge at={row.lastSeen} /> }} />
    </small>
  )
}

/** Its source and type in words. */
const kindOf = (kind: Kind, { source, threatType }: QaRecord): string =>
  `${valueName(sourceInfoOf(kind, source).label)}, ${valueName(threatType)}`

/** After the registered form of its name, if that is shown in another. */
const nameAndKind = (kind: Kind, row: QaRecord, registered: string | null): string =>
  [registered, kindOf(kind, row)].filter(Boolean).join(' · ')

function Target({ kind, row }: { kind: Kind; row: QaRecord }) {
  const { shown, registered } = titleForms(row)
  return (
    <Inline as="span" gap={3}>
      <Thumb source={row.source} href={row.thumbnail} />
      <Stack as="span" gap="half" className={css.two}>
        <b>{shown}</b>
        <small>
          <SourceIcon source={row.source} size={14} />
          <span>{nameAndKind(kind, row, registered)}</span>
        </small>
      </Stack>
    </Inline>
  )
}

/** What its place says about a row: why it was moved here. */
const remarkOf = (row: QaRecord): string | null =>
  row.stageReason ?? (row.autoFiltered ? t('filteredAutomatically') : null)

/** Whether there is anything to read about a row where remarks are shown. */
export const hasRemark = (row: QaRecord, failures: ColumnParts['failures']): boolean =>
  failures.has(row.id) || Boolean(remarkOf(row))

function Remark({ row, failures }: { row: QaRecord; failures: ColumnParts['failures'] }) {
  const failure = failures.get(row.id)
  if (failure)
    return (
      <Text size="meta" tone="danger" className="clamp">
        {failure}
      </Text>
    )
  const remark = remarkOf(row)
  return (
    remark && (
      <Text cut tone="quiet" title={row.stageReason}>
        {remark}
      </Text>
    )
  )
}

const signs: Partial<Record<StageStep, typeof IconCheck>> = {
  recheck: IconCheck,
  unwatch: IconArrowBackUp,
  requestDeletion: IconTrash,
}
/** With more labelled buttons than this there is no room for the names of the threats. */
const wordsMax = 2

/** The icon of a step without room for its label. The first step always has its label. */
function signOf({ step }: StageAction, { actions, hasRoom }: Pick<ColumnParts, 'actions' | 'hasRoom'>) {
  return !hasRoom && actions.length > wordsMax && step !== actions[0]?.step ? signs[step] : undefined
}

function Actions({
  row,
  actions,
  onAction,
  hasRoom,
  isCard = false,
}: ColumnParts & { row: QaRecord; isCard?: boolean }) {
  const title = shownTitle(row.source, row.title)
  return (
    <Inline as="span" align="stretch" className={css.actions}>
      {actions
        .filter(({ step }) => step !== 'approve' || !row.isOwnRequest)
        .map((action) => {
          const Sign = isCard ? undefined : signOf(action, { actions, hasRoom })
          const label = action.label()
          const shared = {
            // The grid is a single tab stop. Its keys do the same for the row under the cursor.
            tabIndex: -1,
            'aria-keyshortcuts': action.key,
            onClick: (event: MouseEvent) => {
              event.stopPropagation()
              onAction(action, row)
            },
          }
          return Sign ? (
            <IconButton
              key={action.step}
              label={`${label}: ${title}`}
              data-tip={label}
              data-kind={action.kind}
              {...shared}
            >
              <Sign size={16} stroke={1.7} aria-hidden="true" />
            </IconButton>
          ) : (
            <Button key={action.step} kind={action.kind} aria-label={`${label}: ${title}`} {...shared}>
              {label}
            </Button>
          )
        })}
    </Inline>
  )
}

function Card({ row, ...parts }: ColumnParts & { row: QaRecord }) {
  const { shown, registered } = titleForms(row)
  const head = (
    <Inline as="span" className={css.cardHead}>
      <SeverityMark severity={row.severity} isShort />
      <Text as="b" grow>
        {shown}
      </Text>
      <TimeAgo at={row.stagedAt} />
    </Inline>
  )
  if (parts.actions.length === 1)
    return (
      <Stack as="span" gap="half">
        {head}
        <Inline as="span" gap={3}>
          <Stack as="span" gap="half" grow className={css.cardText}>
            <Inline as="span">
              <SourceIcon source={row.source} size={14} />
              <span>{kindOf(parts.kind, row)}</span>
            </Inline>
            <Inline as="span">
              {row.stagedBy ? <span>{row.stagedBy}</span> : null}
              <Remark row={row} failures={parts.failures} />
            </Inline>
          </Stack>
          <Actions row={row} isCard {...parts} />
        </Inline>
      </Stack>
    )
  return (
    <Stack as="span" gap={2}>
      {head}
      <Stack as="span" gap="half">
        <Inline as="span" className={css.cardText}>
          <SourceIcon source={row.source} size={14} />
          <span>{nameAndKind(parts.kind, row, registered)}</span>
        </Inline>
        <Inline as="span" gap={2} align="stretch" className={css.cardText}>
          {parts.stage === 'watchlist' ? <Due row={row} /> : null}
          {parts.stage === 'watchlist' ? <Since row={row} /> : row.stagedBy ? <span>{row.stagedBy}</span> : null}
          {parts.stage === 'watchlist' ? null : <Remark row={row} failures={parts.failures} />}
        </Inline>
        {parts.stage === 'watchlist' ? (
          <Inline as="span" gap={2} align="stretch" className={css.cardText}>
            <Remark row={row} failures={parts.failures} />
          </Inline>
        ) : null}
      </Stack>
      <Actions row={row} isCard {...parts} />
    </Stack>
  )
}
