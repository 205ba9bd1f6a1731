import { takedownWord } from '@signet/contract/threats/case-words'
import { can } from '@signet/contract/access/permissions'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { shortDuration } from '../../../format/time/duration.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { CaseColumns, CaseHead, PlainCard } from '../../../parts/cases/case-layout.tsx'
import { CasePage } from '../../../parts/cases/case-page.tsx'
import { ProgressSteps } from '../../../parts/cases/progress-steps.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { Inline } from '../../../ui/layout/parts.tsx'
import { inSentence } from '../../../format/names/in-sentence.ts'
import { t } from '../words.ts'
import { TakedownActions } from './takedown-actions.tsx'
import { TakedownAttempts } from '../notices/takedown-attempts.tsx'
import { UndeliveredNotices } from '../notices/undelivered-notices.tsx'
import { clockOf, clockTitle } from '../following/takedown-clock.ts'
import { TakedownFacts } from './takedown-facts.tsx'
import { RemovalTime } from './removal-time.tsx'
import { dueOf } from './takedown-due.ts'
import { lastSent, notedSteps } from './takedown-steps.ts'
import { TakedownTimeline } from './takedown-timeline.tsx'
import { nextStepText, toneOf, waitingText } from '../takedown-words.ts'
import { useTakedown } from './use-takedown.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { sourceName } from '../../../words/named/threats.ts'
import { takedownStatusName } from '../../../words/named/cases.ts'

const TakedownContacts = lazy(() =>
  import('../contacts/takedown-contacts.tsx').then(({ TakedownContacts: card }) => ({ default: card })),
)
const TakedownSide = lazy(() => import('./takedown-side.tsx').then(({ TakedownSide: cards }) => ({ default: cards })))
const TakedownMails = lazy(() =>
  import('../replies/takedown-mails.tsx').then(({ TakedownMails: card }) => ({ default: card })),
)

/** One case: its progress, timeline, notices and evidence, and the possible actions. */
export function TakedownPage() {
  const { takedownId } = useParams({ from: '/takedown/$takedownId' })
  const query = useTakedown(useCompany(), takedownId)
  return (
    <CasePage
      title={t('takedowns')}
      list={{ path: '/takedown', title: t('takedowns'), all: t('allTakedowns') }}
      id={takedownId}
      query={query}
      notFound={{ title: t('takedownNotFound'), hint: t('notFoundHint') }}
      what={t('thisTakedown')}
    >
      {(takedown) => <TakedownCase takedown={takedown} readAt={query.dataUpdatedAt} />}
    </CasePage>
  )
}

function TakedownCase({ takedown, readAt }: { takedown: TakedownDetail; readAt: number }) {
  const now = useNow(readAt)
  const { role } = useUser()
  const clockFactor = useClientInfo()?.clockFactor ?? 1
  const clock = clockOf(takedown, now)
  const asked = takedown.waitingFor === 'provider' ? lastSent(takedown) : undefined
  const waits = asked
    ? t('waitingForRecipient', {
        recipient: asked.recipient,
        time: shortDuration(now.getTime() - Date.parse(asked.sentAt ?? '')),
      })
    : waitingText(takedown, can(role, 'takedowns:move'))
  // While the removal is the current step, it says so there.
  const current = takedown.steps.find(({ state }) => state === 'active')
  const isInStep = current?.key === 'removed' && clock.state === 'running' && clockFactor === 1
  return (
    <>
      <CaseHead
        title={shownTitle(takedown.source, takedown.title)}
        chips={
          <>
            <SeverityMark severity={takedown.severity} />
            <Chip tone={toneOf(takedown.status)}>{takedownStatusName(takedown.status)}</Chip>
            {clockFactor === 1 && clock.state === 'running' && clock.isOverdue ? (
              <Chip tone="critical">{clockTitle(clock)}</Chip>
            ) : null}
            <Inline as="span" is-inline>
              <SourceIcon source={takedown.source} />
              {sourceName(takedown.source)}, {inSentence(valueName(takedown.threatType))}
            </Inline>
            {takedown.escalationDueAt ? (
              <Chip tone="medium">{t('escalationDueSince', { date: dateTime(takedown.escalationDueAt) })}</Chip>
            ) : null}
            {waits && !isInStep ? <span>{waits}</span> : null}
            {takedown.nextStep ? <span>{nextStepText(takedown.nextStep)}</span> : null}
            {takedown.isDemo ? <Chip tone="closed">{t('demoData')}</Chip> : null}
          </>
        }
        actions={<TakedownActions takedown={takedown} />}
      />
      <PlainCard label={t('progress')}>
        <ProgressSteps
          label={t('takedownSteps', { called: takedownWord([takedown.source]) })}
          steps={notedSteps(takedown, clock, waits, { now, clockFactor })}
        />
        {clock.state === 'running' ? <UndeliveredNotices attempts={takedown.attempts} /> : null}
      </PlainCard>
      <CaseColumns
        first={<TakedownFacts takedown={takedown} due={clockFactor === 1 ? dueOf(clock, now) : null} />}
        side={
          <>
            <RemovalTime takedown={takedown} clock={clock} isSimulated={clockFactor !== 1} />
            <Suspense fallback={null}>
              <TakedownSide takedown={takedown} />
            </Suspense>
          </>
        }
      >
        <TakedownTimeline takedown={takedown} missedAt={clockFactor === 1 && clock.isOverdue ? clock.dueAt : null} />
        <TakedownAttempts takedown={takedown} />
        {/* What arrives later stands below the notices, so that their buttons don't move under the pointer. */}
        {can(role, 'takedowns:move') ? (
          <Suspense fallback={null}>
            <TakedownContacts takedown={takedown} />
          </Suspense>
        ) : null}
        <Suspense fallback={null}>
          <TakedownMails takedown={takedown} />
        </Suspense>
      </CaseColumns>
    </>
  )
}
