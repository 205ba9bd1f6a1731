import { everySource } from '@signet/contract/sources'
import {
  takedownStatuses,
  takedownStatusLabels,
  type TakedownDetail,
  type TakedownStatus,
} from '@signet/contract/takedowns'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { dateTime } from '../../format/date-time.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { useCompany } from '../../session/company.ts'
import { FailedBlock, Skeleton, StateBlock } from '../../ui/data-state.tsx'
import { ApiError } from '../../api/api-error.ts'
import { Page } from '../../ui/page.tsx'
import { ProgressSteps } from '../../ui/progress-steps.tsx'
import { SeverityMark } from '../../ui/severity-mark.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { SourceIcon } from '../../ui/source-icon.tsx'
import { Chip } from '../../ui/status-chip.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Timeline, type TimelineEntry } from '../../ui/timeline.tsx'
import { language, t } from '../../words/words.ts'
import { clockOf } from './takedown-clock.ts'
import { TakedownFacts } from './takedown-facts.tsx'
import { takedownQuery } from './takedowns.api.ts'
import css from './takedown-page.module.css'
import { toneOf, waitingText } from './takedown-words.ts'

/** One case: where it stands, what happened, and how long it has taken. */
export function TakedownPage() {
  const { takedownId } = useParams({ from: '/takedown/$takedownId' })
  const query = useQuery(takedownQuery(useCompany(), takedownId))
  const navigate = useNavigate()
  useShortcuts({ Escape: () => void navigate({ to: '/takedown' }) })
  return (
    <Page title={t('Takedowns')}>
      <nav className={css.crumbs} aria-label={t('Where you are')}>
        <Link to="/takedown">{t('Takedowns')}</Link>
        <span aria-hidden="true">/</span>
        <span className="mono">{query.data?.reference ?? takedownId.slice(0, 8)}</span>
      </nav>
      {query.data ? (
        <Case takedown={query.data} />
      ) : query.error instanceof ApiError && query.error.status === 404 ? (
        <StateBlock title={t('No such takedown')} action={<Link to="/takedown">{t('All takedowns')}</Link>}>
          {t('It does not exist, or it belongs to another company.')}
        </StateBlock>
      ) : query.error ? (
        <FailedBlock what={t('The takedown')} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Page>
  )
}

function Case({ takedown }: { takedown: TakedownDetail }) {
  const now = useNow()
  const clock = clockOf(takedown, now)
  const waits = waitingText(takedown)
  const steps = takedown.steps.map((step) => {
    // The target runs to the removal, so its time stands there.
    if (step.key === 'removed' && clock.state === 'running') {
      return {
        ...step,
        note: clock.isLate
          ? t('Was due {date}', { date: dateTime(clock.dueAt) })
          : t('Due {date}', { date: dateTime(clock.dueAt) }),
      }
    }
    return step.state === 'active' ? { ...step, note: waits ?? undefined } : step
  })
  return (
    <>
      <header className={css.head}>
        <h2>{shownTitle(takedown.source, takedown.title)}</h2>
        <p className={css.chips}>
          <SeverityMark severity={takedown.severity} />
          <Chip tone={toneOf(takedown.status)}>{t(takedown.statusLabel)}</Chip>
          <span className={css.source}>
            <SourceIcon source={takedown.source} />
            {t(everySource[takedown.source].label)}, {inSentence(t(takedown.threatType))}
          </span>
          {waits ? <span>{waits}</span> : null}
          {takedown.isDemo ? <Chip tone="closed">{t('Demo data')}</Chip> : null}
        </p>
      </header>
      <section className={css.card} aria-label={t('Progress')}>
        <ProgressSteps label={t('Steps of the takedown')} steps={steps} />
      </section>
      <div className={css.columns}>
        <section className={css.card} aria-labelledby="timeline-title">
          <h3 id="timeline-title" className={css.title}>
            {t('Timeline')}
          </h3>
          {takedown.events.length > 0 ? (
            <Timeline label={t('What happened')} entries={takedown.events.map(entryOf)} />
          ) : (
            <p className={css.none}>{t('Every step is written down here from the first one on.')}</p>
          )}
        </section>
        <TakedownFacts takedown={takedown} clock={clock} />
      </div>
    </>
  )
}

/** A type within a sentence: German keeps its capitals. */
const inSentence = (text: string) => (language() === 'en' ? text.toLowerCase() : text)

/** What a move to a status looks like on the timeline; what is not named here is plain. */
const tones: Partial<Record<TakedownStatus, NonNullable<TimelineEntry['tone']>>> = {
  authorised: 'good',
  submitted: 'accent',
  escalated: 'accent',
  acknowledged: 'takedown',
  info_requested: 'takedown',
  offline_monitoring: 'good',
  resolved: 'good',
  refused: 'stopped',
  unsuccessful: 'stopped',
  withdrawn: 'stopped',
  stale: 'stopped',
  invalid: 'stopped',
  duplicate: 'stopped',
}

function entryOf({ id, at, by, action, text, remark }: TakedownDetail['events'][number]): TimelineEntry {
  const status = takedownStatuses.find((name) => takedownStatusLabels[name] === text || action === `takedown.${name}`)
  const tone = (status && tones[status]) ?? 'plain'
  const title = by ? t('{what} by {name}', { what: t(text), name: by }) : t(text)
  // Words of the provider come in quotation marks; what we noted ourselves is plain text.
  return remark && /[“"]/.test(remark) ? { id, at, title, quote: remark, tone } : { id, at, title, text: remark, tone }
}
