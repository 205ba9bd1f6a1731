import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { duration } from '../../../format/time/duration.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Explained } from '../../../ui/text/explained.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { t } from '../words.ts'
import { clockTitle, elapsedText, type TakedownClock } from '../following/takedown-clock.ts'
import { Box, Text } from '../../../ui/layout/parts.tsx'
import css from './takedown-page.module.css'

const ReachStrip = lazy(() =>
  import('../following/reach-strip.tsx').then(({ ReachStrip: strip }) => ({ default: strip })),
)

/**
 * How long the removal takes, next to its target time. On a simulated clock it takes seconds, so it has no target in hours.
 *
 * @param isSimulated whether waiting times are shorter than they are called
 */
export function RemovalTime({
  takedown,
  clock,
  isSimulated,
}: {
  takedown: TakedownDetail
  clock: TakedownClock
  isSimulated: boolean
}) {
  const isGone = clock.state === 'removed'
  return (
    <CaseCard
      title={t('timeToRemoval', { state: clock.state })}
      aside={
        // A running case that is overdue says so in its head.
        isSimulated || (clock.state === 'running' && clock.isOverdue) ? null : (
          <Chip tone={clock.isOverdue ? 'critical' : clock.state === 'stopped' ? 'stopped' : 'good'}>
            {clockTitle(clock)}
          </Chip>
        )
      }
    >
      <Text as="p" tone="quiet" above={1} below={2}>
        <Rich
          text={(values) => (isSimulated ? t('timeInReality', values) : t('timeAndTarget', values))}
          values={{
            time: (
              <Text as="b" size="figure" tone="plain" num>
                {isGone ? (
                  <Explained about={t('timeToRemovalMeaning')}>{elapsedText(clock)}</Explained>
                ) : (
                  elapsedText(clock)
                )}
              </Text>
            ),
            target: duration(clock.targetMs),
          }}
        />
      </Text>
      {isSimulated ? null : (
        <Box as="span" below={4} className="track" data-overdue={clock.isOverdue || undefined} aria-hidden="true">
          <i style={{ width: `${Math.min(100, (clock.elapsedMs / clock.targetMs) * 100)}%` }} />
        </Box>
      )}
      {/* A placeholder with the height of the strip, so that nothing below moves when it loads. */}
      <Suspense fallback={<div className={takedown.reach.checks.length > 0 ? css.reach : undefined} />}>
        <ReachStrip takedown={takedown} />
      </Suspense>
    </CaseCard>
  )
}
