import type { Takedown } from '@signet/contract/takedowns'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateTime, dateTimeWithZone } from '../../format/date-time.ts'
import { duration } from '../../format/duration.ts'
import { sourceSlug } from '../../navigation.ts'
import { Rich } from '../../ui/rich.tsx'
import { Chip } from '../../ui/status-chip.tsx'
import { TimeAgo } from '../../ui/time-text.tsx'
import { msg, t } from '../../words/words.ts'
import { clockTitle, elapsedText, type TakedownClock } from './takedown-clock.ts'
import css from './takedown-page.module.css'
import { assetWords } from './takedown-words.ts'

const channelWords: Record<Takedown['attempts'][number]['status'], string> = {
  queued: msg('Waits to be sent'),
  sent: msg('Sent'),
  bounced: msg('Came back'),
  acknowledged: msg('Acknowledged'),
  actioned: msg('Acted on'),
  refused: msg('Refused'),
  expired: msg('No answer in time'),
}

/** The clock of the case and what is known of it. */
export function TakedownFacts({ takedown, clock }: { takedown: Takedown; clock: TakedownClock }) {
  const { clocks } = takedown
  return (
    <div className={css.facts}>
      <section className={css.card} aria-labelledby="clock-title">
        <header className={css.cardHead}>
          <h3 id="clock-title">{t('Time to removal')}</h3>
          <Chip tone={clock.isLate ? 'critical' : clock.state === 'stopped' ? 'stopped' : 'good'}>
            {clockTitle(clock)}
          </Chip>
        </header>
        <p className={css.figure}>
          <Rich
            text={t('{time} of {target} target')}
            values={{ time: <b className="num">{elapsedText(clock)}</b>, target: duration(clock.targetMs) }}
          />
        </p>
        <span className={css.track} data-late={clock.isLate || undefined} aria-hidden="true">
          <i style={{ width: `${Math.min(100, (clock.elapsedMs / clock.targetMs) * 100)}%` }} />
        </span>
        <dl className={css.list}>
          <Fact label={t('Requested')}>
            <Moment at={clocks.requestedAt} />
          </Fact>
          <Fact label={t('Evidence checked')}>
            <Moment at={clocks.authorisedAt} />
          </Fact>
          <Fact label={t('Notice sent')}>
            <Moment at={clocks.submittedAt} />
          </Fact>
          {clock.state === 'running' ? (
            <Fact label={t('Due')}>
              <Moment at={clock.dueAt} />
            </Fact>
          ) : null}
          {clocks.resolvedAt ? (
            <Fact label={t('Resolved')}>
              <Moment at={clocks.resolvedAt} />
            </Fact>
          ) : null}
        </dl>
      </section>
      <section className={css.card} aria-labelledby="facts-title">
        <h3 id="facts-title" className={css.title}>
          {t('Case')}
        </h3>
        <dl className={css.list}>
          <Fact label={t('Now')}>{t(assetWords[takedown.assetState])}</Fact>
          <Fact label={t('Requested by')}>{takedown.requestedBy}</Fact>
          <Fact label={t('Reference')}>{takedown.reference ?? t('Not known')}</Fact>
          <Fact label={t('Last move')}>
            <TimeAgo at={takedown.updatedAt} />
          </Fact>
          <Fact label={t('Threat')}>
            <Link
              to="/threats/$source"
              params={{ source: sourceSlug(takedown.source) }}
              search={{ id: takedown.threatId }}
            >
              {t('Open the threat')}
            </Link>
          </Fact>
        </dl>
      </section>
      {takedown.attempts.length > 0 ? (
        <section className={css.card} aria-labelledby="channels-title">
          <h3 id="channels-title" className={css.title}>
            {t('Channels tried')}
          </h3>
          <ul className={css.attempts}>
            {takedown.attempts.map((attempt) => (
              <li key={attempt.id}>
                <b>{t(attempt.channel)}</b>
                <span>{t(channelWords[attempt.status])}</span>
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
  if (!at) return t('Not yet')
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {dateTime(at)}
    </time>
  )
}
