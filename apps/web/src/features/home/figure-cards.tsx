import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDuration } from '../../format/duration.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { change } from '../../format/percent.ts'
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
    <ul className={css.figures} aria-label="Figures">
      <StatCard label="Open threats" count={open?.total} isCapped={open?.isCapped ?? false}>
        {critical === undefined ? null : `${exactNumber(critical.total)} critical`}
      </StatCard>
      <StatCard label={`New in ${rangeDays} days`} count={figure(frequency, () => added)}>
        <Change now={added} before={range?.before ?? null} />
        {worst ? `${exactNumber(worst.count)} ${worst.label.toLowerCase()}` : null}
      </StatCard>
      <StatCard label="Takedowns running" count={figure(statuses, runningCount)}>
        {late === null ? null : late > 0 ? (
          <Link to="/takedown">
            {isAllRunning ? '' : 'at least '}
            {exactNumber(late)} past target time
          </Link>
        ) : (
          'none past target time'
        )}
      </StatCard>
      <StatCard label="Removed" count={figure(removed, ({ total }) => total)}>
        {`requested in ${rangeDays} days`}
        {median === null ? null : `, median ${shortDuration(median)}`}
      </StatCard>
    </ul>
  )
}

function Change({ now, before }: { now: number; before: number | null }) {
  const text = before === null ? null : change(now, before)
  if (text === null || before === null) return null
  return <span data-tone={now > before ? 'worse' : now < before ? 'better' : undefined}>{text} </span>
}
