import { takedownParties } from '@signet/contract/takedowns/takedown-clocks'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { CaseCard, Moment } from '../../../parts/cases/case-layout.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { dateTime } from '../../../format/time/date-time.ts'
import { duration } from '../../../format/time/duration.ts'
import { BlockLists } from './block-lists.tsx'
import { t } from '../words.ts'

/** The clocks of a case: when each thing happened first and last, how long the steps took, and who it waited for. */
export function TakedownClocks({ takedown: { timing, blockLists } }: { takedown: TakedownDetail }) {
  const { moments, spans, waitingMs } = timing
  return (
    <>
      <CaseCard title={t('clocks')}>
        <Facts>
          {moments.map(({ key, first, last, count }) => (
            <Fact key={key} label={t(`moment.${key}`)}>
              <Moment at={first} />
              {count > 1 ? <small> {t('lastOfCount', { date: dateTime(last), count })}</small> : null}
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
            <Fact key={party} label={t(`waited.${party}`)}>
              {duration(waitingMs[party])}
            </Fact>
          ))}
        </Facts>
      </CaseCard>
      <BlockLists blockLists={blockLists} />
    </>
  )
}
