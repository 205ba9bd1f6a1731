import type { Severity } from '@signet/contract/severities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDuration } from '../../format/duration.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { change } from '../../format/percent.ts'
import { msg, t } from '../../words/words.ts'
import { medianRemovalMs, pastTarget, runningCount, splitRange, sumOf } from './figures.ts'
import {
  firstDayOf,
  frequencyQuery,
  removedCasesQuery,
  runningCasesQuery,
  severitiesQuery,
  takedownCountsQuery,
} from './home.api.ts'
import css from './home-page.module.css'
import { StatCard } from './stat-card.tsx'

const severityCounts: Record<Severity, string> = {
  Critical: msg('{count} critical'),
  High: msg('{count} high'),
  Medium: msg('{count} medium'),
  Low: msg('{count} low'),
}

interface Count {
  total: number
  isCapped: boolean
}

interface FiguresProps {
  company: string
  rangeDays: number
  now: Date
  open: Count | undefined
  critical: Count | undefined
}

/** A figure that is still read, could not be, or is there. */
function figure<T>(
  query: { data: T | undefined; error: unknown },
  valueOf: (data: T) => number,
): number | null | undefined {
  if (query.data !== undefined) return valueOf(query.data)
  return query.error ? null : undefined
}

/** The figures of the home page. */
export function Figures({ company, rangeDays, now, open, critical }: FiguresProps) {
  const frequency = useQuery(frequencyQuery(company, rangeDays))
  const severities = useQuery(severitiesQuery(company, rangeDays)).data
  const statuses = useQuery(takedownCountsQuery(company))
  const running = useQuery(runningCasesQuery(company)).data
  const removed = useQuery(removedCasesQuery(company, firstDayOf(rangeDays, now)))
  const range = frequency.data && splitRange(frequency.data, rangeDays)
  const added = range ? sumOf(range.now) : 0
  const worst = severities?.find(({ count }) => count > 0)
  const late = running ? pastTarget(running.items, now) : null
  const isAllRunning = running !== undefined && running.total <= running.items.length
  const median = removed.data ? medianRemovalMs(removed.data.items) : null
  return (
    <ul className={css.figures} aria-label={t('Figures')}>
      <StatCard label={t('Open threats')} count={open?.total} isCapped={open?.isCapped ?? false}>
        {critical === undefined ? null : t('{count} critical', { count: exactNumber(critical.total) })}
      </StatCard>
      <StatCard label={t('New in {range} days', { range: rangeDays })} count={figure(frequency, () => added)}>
        <Change now={added} before={range?.before ?? null} />
        {worst ? t(severityCounts[worst.key as Severity], { count: exactNumber(worst.count) }) : null}
      </StatCard>
      <StatCard label={t('Takedowns running')} count={figure(statuses, runningCount)}>
        {late === null ? null : late > 0 ? (
          <Link to="/takedown">
            {isAllRunning
              ? t('{count} past target time', { count: exactNumber(late) })
              : t('at least {count} past target time', { count: exactNumber(late) })}
          </Link>
        ) : (
          t('none past target time')
        )}
      </StatCard>
      <StatCard label={t('Removed')} count={figure(removed, ({ total }) => total)}>
        {median === null
          ? t('requested in {range} days', { range: rangeDays })
          : t('requested in {range} days, median {time}', { range: rangeDays, time: shortDuration(median) })}
      </StatCard>
    </ul>
  )
}

function Change({ now, before }: { now: number; before: number | null }) {
  const text = before === null ? null : change(now, before)
  if (text === null || before === null) return null
  return <span data-tone={now > before ? 'worse' : now < before ? 'better' : undefined}>{text} </span>
}
