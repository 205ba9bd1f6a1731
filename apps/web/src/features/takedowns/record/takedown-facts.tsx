import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { useCompany } from '../../../session/company.ts'
import { dateOnly, dateTimeWithZone } from '../../../format/time/date-time.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { dueTones, type TakedownDue } from './takedown-due.ts'
import { subjectQuery } from '../takedowns.api.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { assetStateName } from '../../../words/named/cases.ts'

const CaseAssignee = lazy(() =>
  import('../../../parts/assignees/case-assignee.tsx').then(({ CaseAssignee: field }) => ({ default: field })),
)

/**
 * The facts of the case.
 *
 * @param due null on a simulated clock, which has no target in hours
 */
export function TakedownFacts({ takedown, due }: { takedown: TakedownDetail; due: TakedownDue | null }) {
  const { relapses } = takedown
  const subject = useQuery(subjectQuery(useCompany(), takedown)).data
  const number = subject && 'number' in subject ? subject.number : null
  return (
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
        {due ? <Due due={due} /> : null}
        {relapses > 0 ? <Fact label={t('backOnline')}>{t('timesCount', { count: relapses })}</Fact> : null}
        <Fact label={t('requestedBy')}>{takedown.requestedBy}</Fact>
        <Fact label={t('assignedTo')}>
          <Suspense fallback={null}>
            <CaseAssignee kind="takedown" id={takedown.id} assignedTo={takedown.assignedTo} />
          </Suspense>
        </Fact>
        <Fact label={t('ourReference')}>
          <span className="mono" title={t('ourReferenceHint')}>
            {caseReferenceOf(takedown.id)}
          </span>
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
              {number ? t('openThreatOf', { number }) : t('openThreat')}
            </Link>
          )}
        </Fact>
        {takedown.requests.map(({ id, subject: name }) => (
          <Fact key={id} label={t('reportedIn')}>
            <Link to="/addRequest/$requestId" params={{ requestId: id }}>
              {name}
            </Link>
          </Fact>
        ))}
      </Facts>
    </CaseCard>
  )
}

/** The day on which the target should be offline, and the state of it if that says more. The step of the removal says the time. */
function Due({ due: { at, state } }: { due: TakedownDue }) {
  return (
    <Fact label={t('due')}>
      <Inline gap="1 2" wrap>
        <time dateTime={at} title={dateTimeWithZone(at)}>
          {dateOnly(at)}
        </time>
        {state ? <Chip tone={dueTones[state]}>{t(`due.${state}`)}</Chip> : null}
      </Inline>
    </Fact>
  )
}
