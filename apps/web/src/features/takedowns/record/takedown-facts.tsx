import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { duration } from '../../../format/time/duration.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { CaseCard, Moment } from '../../../parts/cases/case-layout.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Rich } from '../../../ui/text/rich.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { clockTitle, elapsedText, type TakedownClock } from '../following/takedown-clock.ts'
import { Box, Stack, Text } from '../../../ui/layout/parts.tsx'
import css from './takedown-page.module.css'
import { assetStateName } from '../../../words/named/cases.ts'

const ReachStrip = lazy(() =>
  import('../following/reach-strip.tsx').then(({ ReachStrip: strip }) => ({ default: strip })),
)
const TakedownClocks = lazy(() =>
  import('../following/takedown-clocks.tsx').then(({ TakedownClocks: clocks }) => ({ default: clocks })),
)

const CaseAssignee = lazy(() =>
  import('../../../parts/assignees/case-assignee.tsx').then(({ CaseAssignee: field }) => ({ default: field })),
)

/** The clock of the case and its facts. */
export function TakedownFacts({ takedown, clock }: { takedown: TakedownDetail; clock: TakedownClock }) {
  const { clocks, relapses } = takedown
  const isGone = clock.state === 'removed'
  return (
    <>
      <CaseCard
        title={t('timeToRemoval')}
        aside={
          <Chip tone={clock.isOverdue ? 'critical' : clock.state === 'stopped' ? 'stopped' : 'good'}>
            {clockTitle(clock)}
          </Chip>
        }
      >
        <Text as="p" tone="quiet" above={1} below={2}>
          <Rich
            text={(values) => t('timeAndTarget', values)}
            values={{
              time: (
                <Text as="b" size="figure" tone="plain" num>
                  {elapsedText(clock)}
                </Text>
              ),
              target: duration(clock.targetMs),
            }}
          />
        </Text>
        <Box as="span" below={4} className="track" data-overdue={clock.isOverdue || undefined} aria-hidden="true">
          <i style={{ width: `${Math.min(100, (clock.elapsedMs / clock.targetMs) * 100)}%` }} />
        </Box>
        {/* A placeholder with the height of the strip, so that nothing below moves when it loads. */}
        <Suspense fallback={<div className={takedown.reach.checks.length > 0 ? css.reach : undefined} />}>
          <ReachStrip takedown={takedown} />
        </Suspense>
        {/* The stepper shows the times of the steps. These two times are shown nowhere else. */}
        {isGone && (clocks.offlineAt || clocks.resolvedAt) ? (
          <Facts>
            {clocks.offlineAt ? (
              <Fact label={t('offline')}>
                <Moment at={clocks.offlineAt} />
              </Fact>
            ) : null}
            {clocks.resolvedAt ? (
              <Fact label={t('resolved')}>
                <Moment at={clocks.resolvedAt} />
              </Fact>
            ) : null}
          </Facts>
        ) : null}
      </CaseCard>
      <CaseCard title={t('case')}>
        <Facts>
          <Fact label={t('currentState')}>
            <Stack gap={0}>
              <span>{assetStateName(takedown.assetState)}</span>
              {takedown.reach.host === null ? (
                <Text as="small" tone="quiet">
                  {t('noDomainToCheck')}
                </Text>
              ) : null}
            </Stack>
          </Fact>
          {relapses > 0 ? <Fact label={t('backOnline')}>{t('timesCount', { count: relapses })}</Fact> : null}
          <Fact label={t('requestedBy')}>{takedown.requestedBy}</Fact>
          <Fact label={t('assignedTo')}>
            <Suspense fallback={null}>
              <CaseAssignee kind="takedown" id={takedown.id} assignedTo={takedown.assignedTo} />
            </Suspense>
          </Fact>
          <Fact label={t('providerCaseNumber')}>{takedown.reference ?? t('none')}</Fact>
          <Fact label={t('lastUpdated')}>
            {/* The time of the newest entry of the timeline. */}
            <TimeAgo at={takedown.events.at(-1)?.at ?? takedown.updatedAt} />
          </Fact>
          <Fact label={takedown.kind === 'tout' ? t('tout') : t('threat')}>
            {takedown.kind === 'tout' ? (
              <a href={`/touts/${sourceSlug(takedown.source)}?id=${takedown.threatId}`}>{t('openTout')}</a>
            ) : (
              <Link
                to="/threats/$source"
                params={{ source: sourceSlug(takedown.source) }}
                search={{ id: takedown.threatId }}
              >
                {t('openThreat')}
              </Link>
            )}
          </Fact>
        </Facts>
      </CaseCard>
      <Suspense fallback={null}>
        <TakedownClocks takedown={takedown} />
      </Suspense>
    </>
  )
}
