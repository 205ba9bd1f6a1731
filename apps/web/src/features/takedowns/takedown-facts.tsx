import type { Takedown } from '@signet/contract/takedowns'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateTime, dateTimeWithZone } from '../../format/date-time.ts'
import { duration } from '../../format/duration.ts'
import { sourceSlug } from '../../navigation.ts'
import { Chip } from '../../ui/status-chip.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { clockTitle, elapsedText, type TakedownClock } from './takedown-clock.ts'
import css from './takedown-page.module.css'
import { assetWords } from './takedown-words.ts'

const channelWords: Record<Takedown['attempts'][number]['status'], string> = {
  queued: 'Waits to be sent',
  sent: 'Sent',
  bounced: 'Came back',
  acknowledged: 'Acknowledged',
  actioned: 'Acted on',
  refused: 'Refused',
  expired: 'No answer in time',
}

/** The clock of the case and what is known of it. */
export function TakedownFacts({ takedown, clock }: { takedown: Takedown; clock: TakedownClock }) {
  const { clocks } = takedown
  return (
    <div className={css.facts}>
      <section className={css.card} aria-labelledby="clock-title">
        <header className={css.cardHead}>
          <h3 id="clock-title">Time to removal</h3>
          <Chip tone={clock.isLate ? 'critical' : clock.state === 'stopped' ? 'stopped' : 'good'}>
            {clockTitle(clock)}
          </Chip>
        </header>
        <p className={css.figure}>
          <b className="num">{elapsedText(clock)}</b> of {duration(clock.targetMs)} target
        </p>
        <span className={css.track} data-late={clock.isLate || undefined} aria-hidden="true">
          <i style={{ width: `${Math.min(100, (clock.elapsedMs / clock.targetMs) * 100)}%` }} />
        </span>
        <dl className={css.list}>
          <Fact label="Requested">
            <Moment at={clocks.requestedAt} />
          </Fact>
          <Fact label="Evidence checked">
            <Moment at={clocks.authorisedAt} />
          </Fact>
          <Fact label="Notice sent">
            <Moment at={clocks.submittedAt} />
          </Fact>
          {clock.state === 'running' ? (
            <Fact label="Due">
              <Moment at={clock.dueAt} />
            </Fact>
          ) : null}
          {clocks.resolvedAt ? (
            <Fact label="Resolved">
              <Moment at={clocks.resolvedAt} />
            </Fact>
          ) : null}
        </dl>
      </section>
      <section className={css.card} aria-labelledby="facts-title">
        <h3 id="facts-title" className={css.title}>
          Case
        </h3>
        <dl className={css.list}>
          <Fact label="Now">{assetWords[takedown.assetState]}</Fact>
          <Fact label="Requested by">{takedown.requestedBy}</Fact>
          <Fact label="Reference">{takedown.reference ?? 'Not known'}</Fact>
          <Fact label="Last move">
            <TimeAgo at={takedown.updatedAt} />
          </Fact>
          <Fact label="Threat">
            <Link
              to="/threats/$source"
              params={{ source: sourceSlug(takedown.source) }}
              search={{ id: takedown.threatId }}
            >
              Open the threat
            </Link>
          </Fact>
        </dl>
      </section>
      {takedown.attempts.length > 0 ? (
        <section className={css.card} aria-labelledby="channels-title">
          <h3 id="channels-title" className={css.title}>
            Channels tried
          </h3>
          <ul className={css.attempts}>
            {takedown.attempts.map((attempt) => (
              <li key={attempt.id}>
                <b>{attempt.channel}</b>
                <span>{channelWords[attempt.status]}</span>
                {attempt.reference ? <span className="mono">{attempt.reference}</span> : null}
                <TimeAgo at={attempt.at} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Moment({ at }: { at: string | undefined }) {
  if (!at) return 'Not yet'
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {dateTime(at)}
    </time>
  )
}
