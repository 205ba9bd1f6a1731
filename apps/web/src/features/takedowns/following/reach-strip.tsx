import { isOneOf } from '@signet/contract/narrow'
import { assetStates, reachHours, type AssetCheck, type AssetState } from '@signet/contract/takedowns/asset-checks'
import { openTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { useMemo } from 'react'
import { ChartFrame } from '../../../charts/chart-frame.tsx'
import { ReadOut } from '../../../charts/read-out.tsx'
import { dateTime, weekdayDate } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { t } from '../words.ts'
import { reachCells, type ReachCell } from './reach-cells.ts'
import css from './reach-strip.module.css'
import { answerText, viewText } from '../takedown-words.ts'
import { useCan } from '../../../session/use-session.ts'
import { assetStateName } from '../../../words/named/cases.ts'

const tones: Record<AssetState, string> = {
  active: 'critical',
  cloaked: 'high',
  redirecting: 'medium',
  parked: 'analysis',
  offline: 'good',
  unknown: 'low',
}
const colourOf = (state: AssetState) => `var(--${tones[state]}-solid)`

/** Height of a state in the strip, in percent. The lower it is, the less of the page a visitor still sees. */
const heights: Record<AssetState, number> = {
  active: 100,
  cloaked: 82,
  redirecting: 66,
  parked: 50,
  offline: 34,
  unknown: 18,
}
const heightPx = 62

/** Whether the target was reachable in the last 48 hours, with one cell per hour. */
export function ReachStrip({ takedown: { reach, status, isDemo } }: { takedown: TakedownDetail }) {
  const now = useNow()
  const { checks, nextAt, isOn } = reach
  const cells = useMemo(() => reachCells(checks, now), [checks, now])
  const last = checks.at(-1)
  const isOperator = useCan('systemHealth:check')
  if (!last) return <NoChecks reach={reach} status={status} isOperator={isOperator} />
  const next = isOn ? nextAt : null
  const seen = assetStates.filter((state) => cells.some(({ check }) => check?.state === state))
  const counts = seen.map(
    (state) => `${assetStateName(state)} ${exactNumber(checks.filter((check) => check.state === state).length)}`,
  )
  return (
    <Stack gap={2} below={4} className={css.reach}>
      <ChartFrame
        title={t('reachabilityLast48Hours')}
        level={4}
        heightPx={heightPx}
        tablePx={220}
        columns={[t('time'), t('state'), t('answer'), t('visitors')]}
        rows={() =>
          checks
            .map((check) => [
              dateTime(check.at),
              assetStateName(check.state),
              answerText(check),
              check.views.map(viewText).join('; '),
            ])
            .toReversed()
        }
      >
        <div className={css.plot}>
          <svg
            viewBox={`0 0 ${reachHours} 100`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t('lastCheckSummary', {
              state: assetStateName(last.state),
              counts: counts.join(', '),
            })}
          >
            {assetStates.map((state) => (
              <path key={state} fill={colourOf(state)} d={pathOf(cells, state)} />
            ))}
            <path fill="var(--border-strong)" d={pathOf(cells, null)} />
          </svg>
          <ReadOut
            label={t('hourInTitle', { title: t('reachabilityLast48Hours') })}
            count={cells.length}
            spacing="bands"
            textAt={(index) => `${nameOf(cells[index])}: ${wordsOf(cells[index]).join(', ')}`}
            renderCard={(index) => {
              const [state, answer] = wordsOf(cells[index])
              return (
                <>
                  <strong>{nameOf(cells[index])}</strong>
                  <span>{state}</span>
                  {answer ? <span className={css.answer}>{answer}</span> : null}
                </>
              )
            }}
          />
        </div>
        <Inline
          gap={0}
          align="stretch"
          justify="between"
          size="axis"
          tone="faint"
          className={css.axis}
          aria-hidden="true"
        >
          <span>{weekdayDate(cells[0]?.until ?? '')}</span>
          <span>{t('now')}</span>
        </Inline>
      </ChartFrame>
      <Inline
        as="ul"
        gap={3}
        align="stretch"
        wrap
        size="meta"
        tone="quiet"
        aria-label={t('legendOfTitle', { title: t('reachabilityLast48Hours') })}
      >
        {seen.map((state) => (
          <Inline as="li" key={state}>
            <i className="dot" style={{ background: colourOf(state) }} aria-hidden="true" />
            {assetStateName(state)}
          </Inline>
        ))}
        {cells.some(({ check }) => check === null) ? (
          <Inline as="li">
            <i className={css.unchecked} aria-hidden="true" />
            {t('notChecked')}
          </Inline>
        ) : null}
      </Inline>
      <Text as="p" size="meta" tone="quiet">
        <Rich
          text={(values) => (next ? t('lastCheckedAndNext', values) : t('lastChecked', values))}
          values={{
            time: <TimeAgo isWithin at={last.at} />,
            answer: answerText(last),
            date: next ? dateTime(next) : '',
          }}
        />
        {isOn ? null : <> {isDemo ? t('demoNotChecked') : offText(t('furtherChecksOff'), isOperator)}</>}
      </Text>
    </Stack>
  )
}

/** Why there are no checks; nothing for a case that ended before its first one, or whose target has no host to check. */
function NoChecks({
  reach: { host, nextAt, isOn },
  status,
  isOperator,
}: Pick<TakedownDetail, 'reach' | 'status'> & { isOperator: boolean }) {
  const isOpen = isOneOf(openTakedownStatuses, status)
  if (host === null) return null
  if (nextAt === null && (isOn ? status !== 'offline_monitoring' : !isOpen)) return null
  const why = isOn ? null : offText(t('checksOff'), isOperator)
  const when = nextAt ? t('firstCheckDue', { date: dateTime(nextAt) }) : null
  return (
    <Stack gap={2} below={4} className={css.reach}>
      <h4>{t('reachabilityLast48Hours')}</h4>
      <Text as="p" size="meta" tone="quiet">
        {why ?? when ?? t('noChecksInLast48Hours')}
      </Text>
    </Stack>
  )
}

/** That checks are off; who runs the server reads how they are turned on. */
const offText = (off: string, isOperator: boolean) => (isOperator ? `${off} ${t('turnChecksOn')}` : off)

/** One path per state for all of its cells. */
function pathOf(cells: readonly ReachCell[], state: AssetState | null): string {
  const height = state === null ? 5 : heights[state]
  return cells
    .map(({ check }, index) =>
      (check?.state ?? null) === state ? `M${index + 0.12},${100 - height}h0.76v${height}h-0.76z` : '',
    )
    .join('')
}

const nameOf = (cell: ReachCell | undefined) => (cell ? dateTime(cell.check?.at ?? cell.until) : '')

/** State and response of an hour as text. */
function wordsOf(cell: ReachCell | undefined): string[] {
  const check: AssetCheck | null | undefined = cell?.check
  return check ? [assetStateName(check.state), answerText(check)] : [t('notChecked')]
}
