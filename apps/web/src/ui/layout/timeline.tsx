import type { ReactNode } from 'react'
import { calendarDay, dateTimeWithZone, dayName, timeOfDay } from '../../format/time/date-time.ts'
import { Inline, Text } from './parts.tsx'
import styles from './timeline.module.css'

/** An event. */
export interface TimelineEntry {
  id: string
  /** An instant, or a day like `2026-11-18`, if the time of the day isn't known. */
  at: string
  title: string
  text?: ReactNode
  /** Text written by a person, shown as a quotation. */
  quote?: string | undefined
  tone?: 'plain' | 'accent' | 'good' | 'takedown' | 'stopped'
}

interface TimelineProps {
  label: string
  /** In any order. They are shown newest first. */
  entries: readonly TimelineEntry[]
}

const marks = {
  plain: undefined,
  accent: 'var(--accent)',
  good: 'var(--good-solid)',
  takedown: 'var(--takedown-solid)',
  stopped: 'var(--stopped-text)',
} as const

/** Events, newest first: the day as a heading, the time next to each entry. */
export function Timeline({ label, entries }: TimelineProps) {
  return (
    <section aria-label={label}>
      {daysOf(entries).map(({ day, list }) => (
        <section key={day} className={styles.day}>
          <h3>{dayName(day)}</h3>
          <ol>
            {list.map((entry) => (
              <li key={entry.id} style={{ '--mark': marks[entry.tone ?? 'plain'] }}>
                <Inline as="p" align="baseline" wrap>
                  <strong>{entry.title}</strong>
                  {isDay(entry.at) ? null : (
                    <Text as="time" size="meta" tone="faint" num dateTime={entry.at} title={dateTimeWithZone(entry.at)}>
                      {timeOfDay(entry.at)}
                    </Text>
                  )}
                </Inline>
                {entry.text ? (
                  <Text as="p" tone="quiet">
                    {entry.text}
                  </Text>
                ) : null}
                {entry.quote ? <blockquote>{entry.quote}</blockquote> : null}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}

const isDay = (at: string) => at.length === 10

/** Entries by calendar day of the viewer's time zone. Days and entries are sorted newest first. */
export function daysOf(entries: readonly TimelineEntry[], zone?: string): { day: string; list: TimelineEntry[] }[] {
  // Entries with the same time arrive oldest first. Reversing the whole list keeps their order.
  const dated = entries
    .toReversed()
    .map((entry) => ({ entry, day: isDay(entry.at) ? entry.at : calendarDay(entry.at, zone) }))
  const newestFirst = dated.toSorted(
    (a, b) => b.day.localeCompare(a.day) || Date.parse(b.entry.at) - Date.parse(a.entry.at),
  )
  const days: { day: string; list: TimelineEntry[] }[] = []
  for (const { entry, day } of newestFirst) {
    const open = days.at(-1)
    if (open?.day === day) open.list.push(entry)
    else days.push({ day, list: [entry] })
  }
  return days
}
