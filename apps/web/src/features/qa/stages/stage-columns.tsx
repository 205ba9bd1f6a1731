import type { Kind } from '@signet/contract/threats/sources'
import { dayMs, minuteMs } from '@signet/contract/time'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { IconChevronDown } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { dateTimeWithZone } from '../../../format/time/date-time.ts'
import { shownTitle, titleForms } from '../../../format/names/shown-title.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Popover } from '../../../ui/controls/popover.tsx'
import type { Column } from '../../../ui/grid/columns/columns.ts'
import { Rich } from '../../../ui/text/rich.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Thumb } from '../../../parts/threats/pictures/thumb.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { TargetName } from './target-name.tsx'
import { t } from './words.ts'
import { kindWords, type ListedStage, type QaRecord } from '../qa-kind.ts'
import type { StageSearch } from './stage-search.ts'
import type { StageAction } from '../stage-actions.ts'
import { OutcomeLine, UndoButton } from './outcome-parts.tsx'
import type { Outcome } from './outcomes.ts'
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
  /** What was done with a row since the list was loaded. */
  outcomeOf?: (row: QaRecord) => Outcome | undefined
  onAction: (action: StageAction, threat: QaRecord) => void
  /** Whether the labels of all actions fit. */
  hasRoom: boolean
}

/**
 * The columns of a later stage. On narrow screens the person's name is below the remark, on phones each row is a card. Next to the panel of
 * a record, which says the rest, there is room for the steps only.
 */
export function stageColumns(parts: ColumnParts, layout: 'wide' | 'narrow' | 'withPanel' | 'cards'): StageColumn[] {
  if (layout === 'cards')
    return [
      {
        key: 'card',
        label: kindWords[parts.kind].one(),
        track: '1fr',
        render: (row) => <Card row={row} {...parts} />,
      },
    ]
  const hasPanel = layout === 'withPanel'
  // The person who moved it here is shown below the remark on narrow screens, and on the watchlist, where the next check needs the room.
  const isNarrow = layout === 'narrow' || parts.stage === 'watchlist'
  // Few of what was published have a remark, so there it is below the person.
  const isRare = parts.stage === 'published'
  return [
    {
      key: 'threat',
      label: kindWords[parts.kind].one(),
      // Next to remarks of two lines, an address has the room.
      track: `minmax(${hasPanel ? 150 : 230}px, ${parts.stage === 'watchlist' || !(isRare || isNarrow) ? 2.4 : 1.4}fr)`,
      sort: 'title',
      render: (row) => <Target {...parts} row={row} room={layout === 'wide' ? 'wide' : 'narrow'} />,
    },
    {
      key: 'severity',
      label: t('severity'),
      track: '96px',
      sort: 'severity',
      render: ({ severity }) => <SeverityMark severity={severity} />,
    },
    ...(hasPanel
      ? []
      : [
          ...(isRare ? [] : [remarkColumn(parts, isNarrow)]),
          ...(isRare || !isNarrow ? [byColumn(parts.stage, isRare ? parts.failures : undefined)] : []),
          whenColumn(parts),
          ...(parts.stage === 'watchlist' ? [dueColumn(parts)] : []),
        ]),
    {
      key: 'actions',
      label: t('actions'),
      track: `${widthOf(parts)}px`,
      render: (row) => <Actions row={row} {...parts} />,
    },
  ]
}

const whenColumn = ({ stage, outcomeOf }: ColumnParts): StageColumn => ({
  key: 'when',
  label: t(`when.${stage}`),
  track: whenTracks[stage] ?? '120px',
  sort: 'stagedAt',
  render: (row) => (
    <Stack as="span" gap="half" className={css.two}>
      <TimeAgo at={row.stagedAt} />
      {stage !== 'watchlist' ? <Grace row={row} /> : outcomeOf?.(row) ? null : <Since row={row} />}
    </Stack>
  ),
})

const whenTracks: { [S in ListedStage]?: string } = {
  watchlist: 'minmax(160px, 186px)',
  published: 'minmax(186px, 270px)',
}

export function stagedByName({ stagedBy, isOwnRequest }: QaRecord): string {
  return isOwnRequest ? t('you') : (stagedBy ?? t('system'))
}

const remarkColumn = ({ failures }: Pick<ColumnParts, 'failures'>, isNarrow: boolean): StageColumn => ({
  key: 'remark',
  label: t('remark'),
  track: 'minmax(124px, 1.15fr)',
  render: (row) => (
    <Stack as="span" gap="half" className={css.two}>
      {/* Two lines and the name would fill the row from edge to edge. */}
      <Remark row={row} failures={failures} isWhole={!isNarrow} />
      {isNarrow && (
        <small>
          <span>{stagedByName(row)}</span>
        </small>
      )}
    </Stack>
  ),
})

/** @param failures given if the remark is below the name, as are these */
const byColumn = (stage: ListedStage, failures?: ColumnParts['failures']): StageColumn => ({
  key: 'by',
  label: t(`by.${stage}`),
  track: failures ? 'minmax(124px, 1fr)' : 'minmax(120px, 0.5fr)',
  render: (row) => (
    <Stack as="span" gap="half">
      <Text cut tone="quiet" title={stagedByName(row)}>
        {stagedByName(row)}
      </Text>
      {failures ? (
        <Text size="meta" cut>
          <Remark row={row} failures={failures} />
        </Text>
      ) : null}
    </Stack>
  ),
})

/** A row that was just decided has no next check. */
const dueColumn = ({ outcomeOf }: ColumnParts): StageColumn => ({
  key: 'due',
  label: t('nextCheck'),
  track: '158px',
  sort: 'dueAt',
  render: (row) =>
    outcomeOf?.(row) ? null : (
      <Stack as="span" gap="half" className={css.two}>
        <Due row={row} />
        <Checked row={row} />
      </Stack>
    ),
})

export function Checked({ row: { checkedAt } }: { row: QaRecord }) {
  if (!checkedAt) return null
  return (
    <small className={css.line}>
      <Rich text={(values) => t('checkedTime', values)} values={{ time: <TimeAgo at={checkedAt} isWithin /> }} />
    </small>
  )
}

/** The date of the next check, highlighted once it is due, otherwise in days. */
export function Due({ row: { dueAt } }: { row: QaRecord }) {
  const now = useNow()
  if (!dueAt) return null
  const days = Math.ceil((Date.parse(dueAt) - now.getTime()) / dayMs)
  const title = dateTimeWithZone(dueAt)
  if (days <= 0)
    return (
      <Text as="b" tone="caution" title={title}>
        {t('dueNow')}
      </Text>
    )
  return <span title={title}>{t('inDaysCount', { count: days })}</span>
}

/**
 * Of what was published: that the client has decided on it, so that it can't be recalled, that a reviewer whitelisted it, or that the
 * client is notified, or when it will be. Until then a recall needs no reason.
 */
export function Grace({ row }: { row: QaRecord }) {
  const { announcedAt } = row
  const now = useNow()
  if (!mayRecall(row)) return <small className={css.line}>{t('decidedByClient')}</small>
  if (row.whitelistedInReview) return <small className={css.line}>{t('whitelisted')}</small>
  if (!announcedAt) return null
  const minutes = Math.ceil((Date.parse(announcedAt) - now.getTime()) / minuteMs)
  return (
    <small className={css.line}>
      {minutes > 0 ? t('clientNotifiedInMinutes', { count: minutes }) : t('clientNotified')}
    </small>
  )
}

/** For the watchlist: whether a feed has reported it again since it was added. */
export function Since({ row }: { row: QaRecord }) {
  if (row.lastSeen <= row.stagedAt) return <small className={css.line}>{t('notSeenSince')}</small>
  return (
    <small className={`${css.line} ${css.again}`}>
      <Rich text={(values) => t('seenAgainTime', values)} values={{ time: <TimeAgo at={row.lastSeen} isWithin /> }} />
    </small>
  )
}

/** Its source and type in words. */
const kindOf = (kind: Kind, { source, threatType }: QaRecord): string =>
  `${valueName(sourceInfoOf(kind, source).label)}, ${valueName(threatType)}`

/** After the registered form of its name, if that is shown in another. */
const nameAndKind = (kind: Kind, row: QaRecord, registered: string | null): string =>
  [registered, kindOf(kind, row)].filter(Boolean).join(' · ')

/** The name of a record as a button that opens its row: its click is the one of the row. */
function OpenTitle({ shown, room }: { shown: string; room: 'wide' | 'narrow' }) {
  return (
    // The grid is a single tab stop, and Enter opens the row under the cursor.
    <button type="button" tabIndex={-1} className={`${css.open} name-link`}>
      <TargetName shown={shown} room={room} />
    </button>
  )
}

function Target({ kind, outcomeOf, row, room }: ColumnParts & { row: QaRecord; room: 'wide' | 'narrow' }) {
  const outcome = outcomeOf?.(row)
  const { shown, registered } = titleForms(row)
  return (
    <Inline as="span" gap={3}>
      <Thumb source={row.source} href={row.thumbnail} />
      <Stack as="span" gap="half" className={css.two}>
        <OpenTitle shown={shown} room={room} />
        {outcome ? (
          <OutcomeLine {...outcome} />
        ) : (
          <small>
            <SourceIcon source={row.source} size={14} />
            <span>{nameAndKind(kind, row, registered)}</span>
          </small>
        )}
      </Stack>
    </Inline>
  )
}

/** What its place says about a row: why it was moved here. */
export const remarkOf = (row: QaRecord): string | null =>
  row.stageReason ?? (row.autoFiltered ? t('filteredAutomatically') : null)

/** @param isWhole whether it may take two lines */
function Remark({
  row,
  failures,
  isWhole = false,
}: {
  row: QaRecord
  failures: ColumnParts['failures']
  isWhole?: boolean
}) {
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
      <Text {...(isWhole ? { className: 'clamp' } : { cut: true })} tone="quiet" title={row.stageReason}>
        {remark}
      </Text>
    )
  )
}

/** With more buttons than this there is no room for the names of the threats: then only the first has one, and a menu the others. */
const buttonsMax = 2

const shownOf = ({ actions, hasRoom }: Pick<ColumnParts, 'actions' | 'hasRoom'>): readonly StageAction[] =>
  hasRoom || actions.length <= buttonsMax ? actions : actions.slice(0, 1)

/** Whether a record isn't one that the client has decided on, which can't be recalled. */
export const mayRecall = ({ stage, status, whitelistedInReview = false }: QaRecord): boolean =>
  stage !== 'published' || status === 'open' || whitelistedInReview

/** The actions that the reviewer may take on a record. */
export const allowedOn = (row: QaRecord, actions: readonly StageAction[]): readonly StageAction[] =>
  mayRecall(row) ? actions.filter(({ step }) => step !== 'approve' || !row.isOwnRequest) : []

/** The room that the buttons of a row need, in pixels. */
function widthOf(parts: Pick<ColumnParts, 'actions' | 'hasRoom'>): number {
  const shown = shownOf(parts)
  const labels = shown.map((action) => action.label())
  return [...labels, ...(shown === parts.actions ? [] : [`${t('more')}   `])].reduce(
    (sum, { length }) => sum + 30 + length * 7,
    8,
  )
}

function Actions({
  row,
  actions,
  onAction,
  hasRoom,
  outcomeOf,
  isCard = false,
}: ColumnParts & { row: QaRecord; isCard?: boolean }) {
  const title = shownTitle(row.source, row.title)
  const outcome = outcomeOf?.(row)
  if (outcome)
    return (
      <Inline as="span" align="stretch" className={css.actions}>
        {outcome.undo ? <UndoButton undo={outcome.undo} title={title} /> : null}
      </Inline>
    )
  const allowed = allowedOn(row, actions)
  if (allowed.length === 0) return null
  // A card has room for two names and the menu in every language.
  const shown =
    isCard && allowed.length > buttonsMax + 1
      ? allowed.slice(0, buttonsMax)
      : shownOf({ actions: allowed, hasRoom: hasRoom || isCard })
  const more = allowed.slice(shown.length)
  const buttonOf = (action: StageAction) => ({
    // The grid is a single tab stop. Its keys do the same for the row under the cursor.
    tabIndex: -1,
    'aria-keyshortcuts': action.key,
    'aria-label': `${action.label()}: ${title}`,
    onClick: (event: MouseEvent) => {
      event.stopPropagation()
      onAction(action, row)
    },
  })
  return (
    <Inline as="span" align="stretch" className={css.actions}>
      {shown.map((action) => (
        <Button key={action.step} kind={action.kind} {...buttonOf(action)}>
          {action.label()}
        </Button>
      ))}
      {more.length > 0 ? (
        <Popover
          label={`${t('more')}: ${title}`}
          align="end"
          trigger={(props) => (
            <Button
              {...props}
              tabIndex={-1}
              aria-label={`${t('more')}: ${title}`}
              onClick={(event) => event.stopPropagation()}
            >
              <Inline as="span" gap={1}>
                {t('more')}
                <IconChevronDown size={14} stroke={1.7} aria-hidden="true" />
              </Inline>
            </Button>
          )}
        >
          {(close) => (
            <Stack gap={0} pad={1}>
              {more.map((action) => (
                <Text
                  as="button"
                  key={action.step}
                  type="button"
                  tone={action.kind === 'danger' ? 'danger' : undefined}
                  className="option"
                  {...buttonOf(action)}
                  tabIndex={0}
                  onClickCapture={close}
                >
                  {action.label()}
                </Text>
              ))}
            </Stack>
          )}
        </Popover>
      ) : null}
    </Inline>
  )
}

function Card({ row, ...parts }: ColumnParts & { row: QaRecord }) {
  const { shown, registered } = titleForms(row)
  const { stage, kind, failures } = parts
  const outcome = parts.outcomeOf?.(row)
  const hasOneAction = parts.actions.length === 1
  const head = (
    <Inline as="span">
      <OpenTitle shown={shown} room="wide" />
    </Inline>
  )
  const lines = (
    <>
      {outcome ? (
        <OutcomeLine {...outcome} />
      ) : (
        <Inline as="span" className={css.cardText}>
          <SeverityMark severity={row.severity} />
          <SourceIcon source={row.source} size={14} />
          {hasOneAction ? (
            <span className={`${css.kind} clamp`}>{kindOf(kind, row)}</span>
          ) : (
            <span>{nameAndKind(kind, row, registered)}</span>
          )}
        </Inline>
      )}
      {stage !== 'watchlist' ? <Moved row={row} stage={stage} /> : outcome ? null : <WatchTimes row={row} />}
      <Inline as="span" gap={stage === 'watchlist' ? 1 : 2} className={css.cardText}>
        <Remark row={row} failures={failures} />
        {stage === 'watchlist' ? (
          <Text fixed>{remarkOf(row) ? `· ${stagedByName(row)}` : <By row={row} />}</Text>
        ) : null}
        <Grace row={row} />
      </Inline>
    </>
  )
  if (hasOneAction)
    return (
      <Inline as="span" gap={3}>
        <Stack as="span" gap="half" grow>
          {head}
          {lines}
        </Stack>
        <Actions row={row} isCard {...parts} />
      </Inline>
    )
  return (
    <Stack as="span" gap={2}>
      {head}
      <Stack as="span" gap="half">
        {lines}
      </Stack>
      <Actions row={row} isCard {...parts} />
    </Stack>
  )
}

/** Who moved a record here, and when. */
function Moved({ row, stage }: { row: QaRecord; stage: Exclude<ListedStage, 'watchlist'> }) {
  return (
    <Inline as="span" gap={1} className={css.cardText}>
      <Text fixed>
        <Rich
          text={(values) => t(`whenTime.${stage}`, values)}
          values={{ time: <TimeAgo at={row.stagedAt} isWithin /> }}
        />
      </Text>
      <span>
        <By row={row} />
      </span>
    </Inline>
  )
}

const By = ({ row: { isOwnRequest, stagedBy } }: { row: QaRecord }) =>
  isOwnRequest ? t('byYou') : stagedBy ? t('byName', { name: stagedBy }) : t('automatically')

/** The times of a watched record in two lines: of its checks, and of when it was seen. */
function WatchTimes({ row }: { row: QaRecord }) {
  return (
    <>
      <Inline as="span" gap={3} className={css.cardText}>
        <Text fixed>
          <Rich text={(values) => t('nextCheckWhen', values)} values={{ when: <Due row={row} /> }} />
        </Text>
        <Checked row={row} />
      </Inline>
      <Inline as="span" gap={3} className={css.cardText}>
        <Text fixed>
          <Rich text={(values) => t('addedTime', values)} values={{ time: <TimeAgo at={row.stagedAt} isWithin /> }} />
        </Text>
        <Since row={row} />
      </Inline>
    </>
  )
}
