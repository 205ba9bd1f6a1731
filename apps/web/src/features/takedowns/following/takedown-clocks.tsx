import { takedownParties } from '@signet/contract/takedowns/takedown-clocks'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { CaseCard, Moment } from '../../../parts/cases/case-layout.tsx'
import { useCan } from '../../../session/use-session.ts'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Text } from '../../../ui/layout/parts.tsx'
import { calendarDay, dateOnly, dateTimeWithZone, timeOfDay } from '../../../format/time/date-time.ts'
import { duration } from '../../../format/time/duration.ts'
import { BlockLists } from './block-lists.tsx'
import { t } from '../words.ts'

/** The clocks of a case: when each thing happened first and last, how long the steps took, and who it waited for. */
export function TakedownClocks({ takedown: { timing, blockLists } }: { takedown: TakedownDetail }) {
  const { moments, spans, waitingMs } = timing
  const isStaff = String(useCan('takedowns:move'))
  return (
    <>
      <CaseCard title={t('clocks')}>
        <Facts>
          {moments.map(({ key, first, last, count }) => (
            <Fact key={key} label={t(`moment.${key}`)}>
              <Moment at={first} />
              {count > 1 ? <LastOf first={first} last={last} count={count} /> : null}
            </Fact>
          ))}
        </Facts>
      </CaseCard>
      <CaseCard title={t('durations')}>
        <Facts>
          {spans.map(({ key, ms, isRunning }) => (
            <Fact key={key} label={t(`span.${key}`)}>
              {isRunning ? t('durationSoFar', { duration: duration(ms) }) : duration(ms)}
            </Fact>
          ))}
          {takedownParties.map((party) => (
            <Fact key={party} label={t(`waited.${party}`, { isStaff })}>
              {duration(waitingMs[party])}
            </Fact>
          ))}
        </Facts>
      </CaseCard>
      <BlockLists blockLists={blockLists} />
    </>
  )
}

/** How often it happened, and when last: on the day of the first time only the time of day, so that it fits into a line. */
function LastOf({ first, last, count }: { first: string; last: string; count: number }) {
  const when = calendarDay(first) === calendarDay(last) ? timeOfDay(last) : dateOnly(last)
  return (
    <Text as="p" size="meta" tone="quiet" title={dateTimeWithZone(last)}>
      {t('lastOfCount', { count, when })}
    </Text>
  )
}
