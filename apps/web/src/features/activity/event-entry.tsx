import { takedownWord } from '@signet/contract/threats/case-words'
import type { Event } from '@signet/contract/threats/events'
import { Link } from '@tanstack/react-router'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { SourceName } from '../../parts/threats/source-name.tsx'
import { Inline, Text } from '../../ui/layout/parts.tsx'
import type { TimelineEntry } from '../../ui/layout/timeline.tsx'
import { actorName } from '../../words/named/actor-name.ts'
import { inSentence } from '../../format/names/in-sentence.ts'
import { valueName } from '../../words/named/name-of.ts'
import css from './activity.module.css'
import { RecordLink } from './record-link.tsx'
import { t } from './words.ts'

const keyOfTones = [
  ['plain', 'kind.published', undefined],
  ['takedown', 'takedown', 'var(--takedown-solid)'],
  ['good', 'whitelist', 'var(--good-solid)'],
  ['accent', 'other', 'var(--accent)'],
] as const
type Tone = (typeof keyOfTones)[number][0]

/** What the colours of the dots mean, of those in view. */
export function EventKey({ events }: { events: readonly Event[] }) {
  const tones = new Set(events.map(toneOf))
  return (
    <Inline as="ul" gap="1 4" wrap size="meta" tone="quiet">
      {keyOfTones.map(([tone, word, colour]) =>
        tones.has(tone) ? (
          <Inline as="li" key={tone} className={css.key} style={{ '--mark': colour }}>
            {t(word)}
          </Inline>
        ) : null,
      )}
    </Inline>
  )
}

/** The names of the columns that wide windows show. Each entry says them in its own words. */
export function EventHeads() {
  return (
    <Inline className={`${css.heads} wide-only`} size="meta" tone="faint" aria-hidden="true">
      <Inline as="span">
        <span>{t('time')}</span>
        {t('event')}
      </Inline>
      <span className={css.about}>
        <span>{t('name')}</span>
        <span>
          <span>{t('source')}</span>
          <span>{t('by')}</span>
        </span>
      </span>
    </Inline>
  )
}

/** The colour of an event. Publications, which are most of them, have none. */
function toneOf({ action, target }: Event): Tone {
  if (target.type === 'takedown' || action === 'threat.takedown') return 'takedown'
  if (action === 'threat.whitelist') return 'good'
  return action === 'qa.publish' ? 'plain' : 'accent'
}

/** What happened. A new status alone would not say of what. */
function titleOf({ action, text, source }: Event): string {
  const what = valueName(text)
  return action === 'takedown.moved'
    ? t('takedownStatus', { called: takedownWord([source]), status: inSentence(what) })
    : what
}

/** An event as a line of the timeline. */
export function entryOf(event: Event): TimelineEntry {
  return {
    id: event.id,
    at: event.at,
    title: titleOf(event),
    tone: toneOf(event),
    quote: event.remark,
    text: (
      <Inline as="span" gap="0 3" wrap className={css.about} data-routine={event.action === 'qa.publish' || undefined}>
        <Inline as="span" align="baseline">
          <SeverityMark severity={event.severity} isShort />
          <RecordLink kind={event.kind} source={event.source} title={event.title} id={event.threatId} />
          {event.target.type === 'takedown' ? (
            <Text size="meta" fixed className={css.case}>
              <Link to="/takedown/$takedownId" params={{ takedownId: event.target.id }}>
                {t('openCase')}
              </Link>
            </Text>
          ) : null}
        </Inline>
        <Inline as="span" gap={3} size="meta">
          <span className={css.source}>
            <SourceName source={event.source} />
          </span>
          <span>{actorName(event.by)}</span>
        </Inline>
      </Inline>
    ),
  }
}
