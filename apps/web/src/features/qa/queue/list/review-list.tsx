import type { Kind } from '@signet/contract/threats/sources'
import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef, type RefObject } from 'react'
import { dateTimeWithZone } from '../../../../format/time/date-time.ts'
import { titleForms } from '../../../../format/names/shown-title.ts'
import { shortAge } from '../../../../format/time/time-ago.ts'
import { indicatorName } from '../../../../format/names/indicator-name.ts'
import { useRowWindow } from '../../../../ui/grid/row-window.ts'
import { markLines } from '../../../../ui/text/mark-lines.ts'
import { PromisedTimeMark } from '../../../../parts/promised-times/promised-time-mark.tsx'
import { SeverityMark } from '../../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../../parts/threats/source-icon.tsx'
import { Thumb } from '../../../../parts/threats/pictures/thumb.tsx'
import { Inline, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { AddressAtDots } from '../../address-at-dots.tsx'
import { t } from '../words.ts'
import { kindWords, type QaRecord } from '../../qa-kind.ts'
import type { Claim, Claims } from '../claims/use-claims.ts'
import css from './review-list.module.css'
import { valueName } from '../../../../words/named/name-of.ts'

const rowPx = 78

interface ReviewListProps {
  kind: Kind
  threats: readonly QaRecord[]
  currentId: string | null
  selected: ReadonlySet<string>
  /** Why a step on a threat was refused, by id. */
  failures: ReadonlyMap<string, string>
  claims: Claims
  now: Date
  /** Whether what was promised first comes first. */
  isByPromise: boolean
  /** The number of steps taken here. The list uses it to keep the focus when a row disappears. */
  stepsTaken: number
  onOpen: (threatId: string) => void
  onSelect: (threatId: string, isSelected: boolean) => void
}

/** The queue as a single tab stop: the arrow keys move, Enter opens, Space or X selects. */
export function ReviewList(props: ReviewListProps) {
  const { kind, threats, currentId, selected, failures, claims, now, isByPromise, stepsTaken, onOpen, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { first, last, reveal } = useRowWindow(scroller, { count: threats.length, rowHeight: rowPx, headHeight: 0 })
  const currentIndex = threats.findIndex(({ id }) => id === currentId)

  useEffect(() => {
    if (currentIndex >= 0) reveal(currentIndex)
  }, [currentIndex, reveal])
  useKeptFocus(list, currentId, stepsTaken)

  return (
    <div ref={scroller} className={`${css.scroller} scroller`} data-tips-next="">
      <ul
        ref={list}
        className={css.list}
        aria-label={kindWords[kind].review()}
        style={{ height: threats.length * rowPx }}
      >
        {threats.slice(first, last + 1).map((threat, offset) => {
          const index = first + offset
          return (
            <ReviewRow
              key={threat.id}
              threat={threat}
              place={{ index, count: threats.length, startPx: index * rowPx }}
              // Until a row is current, the first row can be focused.
              isCurrent={threat.id === currentId}
              isTabStop={currentIndex < 0 ? index === 0 : index === currentIndex}
              isSelected={selected.has(threat.id)}
              failure={failures.get(threat.id)}
              claim={claims.get(threat.id)}
              now={now}
              isByPromise={isByPromise}
              onOpen={onOpen}
              onSelect={onSelect}
            />
          )
        })}
      </ul>
    </div>
  )
}

/** Keeps the focus in the list if it was there. It follows the cursor, even when the focused row is removed. */
function useKeptFocus(list: RefObject<HTMLUListElement | null>, currentId: string | null, stepsTaken: number): void {
  const hadFocus = useRef(false)
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const onFocus = () => (hadFocus.current = true)
    // When a focused row is removed, the blur event has no related target. The focus didn't leave the list in that case.
    const onBlur = (event: FocusEvent) => {
      if (event.relatedTarget !== null) hadFocus.current = false
    }
    const onPointerDown = (event: PointerEvent) => {
      if (!(event.target instanceof Node && element.contains(event.target))) hadFocus.current = false
    }
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onBlur)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onBlur)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [list])
  useEffect(() => {
    if (currentId === null) return
    const active = document.activeElement
    const isInside = active !== null && list.current?.contains(active) === true
    const isLost = active === document.body && (hadFocus.current || stepsTaken > 0)
    if (!isLost && !(isInside && hadFocus.current)) return
    list.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus({ preventScroll: true })
  }, [list, currentId, stepsTaken])
}

interface ReviewRowProps {
  threat: QaRecord
  place: { index: number; count: number; startPx: number }
  isCurrent: boolean
  isTabStop: boolean
  isSelected: boolean
  failure: string | undefined
  claim: Claim | undefined
  now: Date
  isByPromise: boolean
  onOpen: (threatId: string) => void
  onSelect: (threatId: string, isSelected: boolean) => void
}

function ReviewRow({
  threat,
  place,
  isCurrent,
  isTabStop,
  isSelected,
  failure,
  claim,
  now,
  isByPromise,
  onOpen,
  onSelect,
}: ReviewRowProps) {
  const { shown, registered } = titleForms(threat)
  const name = shown.replace(/^hxxps?:\/\//, '')
  // Why a name is another one than the brand it looks like.
  const first = threat.reasons.find((each) => each === 'Look-alike letters') ?? threat.reasons[0]
  const reason = first === undefined ? valueName(threat.threatType) : indicatorName(first)
  const people = threat.publicReports ? t('reportedByCount', { count: threat.publicReports }) : null
  const about = [people, reason].filter((part) => part !== null)
  const tabIndex = isTabStop ? 0 : -1
  return (
    <li
      className={css.row}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-taken={(claim && !claim.isMine) || undefined}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      style={{ transform: `translateY(${place.startPx}px)` }}
    >
      <label className={`${css.check} middle`}>
        <input
          type="checkbox"
          checked={isSelected}
          tabIndex={tabIndex}
          aria-label={t('selectTitle', { title: registered ?? shown })}
          onChange={(event) => onSelect(threat.id, event.target.checked)}
        />
      </label>
      <button
        type="button"
        className={`${css.open} row`}
        tabIndex={tabIndex}
        aria-current={isCurrent ? true : undefined}
        onClick={() => onOpen(threat.id)}
      >
        <Thumb source={threat.source} href={threat.thumbnail} />
        <Stack as="span" gap="half" grow>
          <Text weight="strong" className={`${css.title} clamp`} ref={markLines}>
            {name.startsWith('@') || name.includes('[.]') ? <AddressAtDots address={name} isShortened /> : name}
          </Text>
          {failure ? (
            <Text tone="danger" size="meta" cut>
              {failure}
            </Text>
          ) : claim && !claim.isMine ? (
            <Inline as="span" tone="quiet" size="meta">
              <IconLock size={14} stroke={1.7} aria-hidden="true" />
              <span className="cut">
                {claim.isOpened ? t('nameIsReviewing', { name: claim.by }) : t('claimedByName', { name: claim.by })}
              </span>
            </Inline>
          ) : (
            <Inline as="span" align="start" tone="quiet" size="meta" className={css.reason}>
              <SourceIcon source={threat.source} size={14} />
              <span className="clamp" title={[...about, registered].filter((part) => part !== null).join(' · ')}>
                {/* No line begins with the dot. */}
                <Unbroken text={about.join('\u00A0· ')} />
                {registered ? <br /> : null}
                {registered}
              </span>
            </Inline>
          )}
        </Stack>
        <Stack as="span" gap={1} align="end" size="meta" tone="quiet" fixed className={css.side}>
          <SeverityMark severity={threat.severity} isShort />
          {threat.promisedAt ? (
            <PromisedTimeMark
              severity={threat.severity}
              firstSeen={threat.firstSeen}
              queuedAt={threat.stagedAt}
              promisedAt={threat.promisedAt}
              now={now}
              isLeft={isByPromise}
            />
          ) : (
            <time className="num" dateTime={threat.firstSeen} title={dateTimeWithZone(threat.firstSeen)}>
              {shortAge(threat.firstSeen, now)}
            </time>
          )}
        </Stack>
      </button>
    </li>
  )
}

/** A text whose words with a hyphen, such as “Look-alike”, stay in one line. */
function Unbroken({ text }: { text: string }) {
  return text.split(/(\p{L}+(?:-\p{L}+)+)/u).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Text key={at} nowrap>
        {part}
      </Text>
    ),
  )
}
