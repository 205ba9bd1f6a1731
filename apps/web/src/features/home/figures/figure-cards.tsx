import type { Severity } from '@signet/contract/threats/severities'
import { hourMs } from '@signet/contract/time'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDuration } from '../../../format/time/duration.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { change, isNoticeable } from '../../../format/numbers/percent.ts'
import { clientInfoQuery } from '../../../session/client-info.ts'
import { t } from '../words.ts'
import { splitRange, sumOf } from './figures.ts'
import {
  firstDayOf,
  frequencyQuery,
  leakedQuery,
  sourceSummaryQuery,
  takedownFiguresQuery,
  undecidedToutsQuery,
} from '../home.api.ts'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Card } from '../../../ui/layout/parts.tsx'
import css from '../home-page.module.css'
import { StatCard } from './stat-card.tsx'
import { valueName } from '../../../words/named/name-of.ts'

interface Count {
  total: number
  isCapped: boolean
}

interface FiguresProps {
  company: string
  rangeDays: number
  now: Date
  open: Count | null | undefined
  critical: Count | null | undefined
  /** Critical touts that need a decision; null without touts, or when they couldn't be counted. */
  criticalTouts: Count | null | undefined
}

/** A figure that is loading, failed, or loaded. */
export function figure<T, V>(
  query: { data: T | undefined; error: unknown },
  valueOf: (data: T) => V,
): V | null | undefined {
  if (query.data !== undefined) return valueOf(query.data)
  return query.error ? null : undefined
}

const onlyCritical: Severity[] = ['Critical']
const onlyOpen = { status: ['open'] }

/** The figures of the home page. Each links to the list that it counts. */
export function Figures({ company, rangeDays, now, open, critical, criticalTouts }: FiguresProps) {
  const frequency = useQuery(frequencyQuery(company, rangeDays))
  const takedowns = useQuery(takedownFiguresQuery(company, rangeDays))
  const sources = useQuery(sourceSummaryQuery(company, firstDayOf(rangeDays, now))).data
  const info = figure(useQuery(clientInfoQuery(company)), (all) => all)
  const range = frequency.data && splitRange(frequency.data, rangeDays)
  const added = range ? sumOf(range.now) : 0
  const leader = sources?.reduce<(typeof sources)[number] | null>(
    (most, source) => (source.total > (most?.total ?? 0) ? source : most),
    null,
  )
  // Four figures shown before it is known whether there are more would move when these come.
  if (info === undefined) return <Outlines />
  const hasLeaks = info?.modules.leaks === true
  const count = 4 + Number(hasLeaks) + Number(info?.modules.touts === true)
  return (
    <ul className={css.figures} aria-label={t('keyFigures')} data-count={count}>
      {info?.modules.touts ? (
        <ToutCard company={company} isReseller={info.config.navigation === 'lottery'} critical={criticalTouts} />
      ) : null}
      <StatCard
        label={t('openThreats')}
        about={t('about.openThreats')}
        count={open && open.total}
        isCapped={open?.isCapped ?? false}
        linkOf={(props) => <Link to="/threats/$source" params={{ source: 'All' }} search={onlyOpen} {...props} />}
      >
        {critical ? (
          <Link to="/threats/$source" params={{ source: 'All' }} search={{ severity: onlyCritical, status: ['open'] }}>
            {t('countCritical', { count: exactNumber(critical.total) })}
          </Link>
        ) : null}
      </StatCard>
      <StatCard
        label={t('newInRange', { range: rangeDays })}
        about={t('about.newInRange')}
        count={figure(frequency, () => added)}
      >
        <Change now={added} before={range?.before ?? null} />
        {leader ? t('topSource', { source: valueName(leader.label) }) : null}
      </StatCard>
      <StatCard
        label={t('takedownsInProgress')}
        about={t('about.takedownsInProgress')}
        count={figure(takedowns, ({ running }) => running)}
      >
        {takedowns.data === undefined ? null : takedowns.data.overdue > 0 ? (
          <Link to="/takedown">{t('overdueCount', { count: exactNumber(takedowns.data.overdue) })}</Link>
        ) : (
          t('noneOverdue')
        )}
      </StatCard>
      <StatCard
        label={t('removedFigure', { range: rangeDays })}
        about={t('about.removed')}
        count={figure(takedowns, ({ removed }) => removed)}
      >
        <Pace now={takedowns.data?.medianRemovalMs ?? null} before={takedowns.data?.medianBeforeMs ?? null} />
      </StatCard>
      {hasLeaks ? <LeakCard company={company} rangeDays={rangeDays} /> : null}
    </ul>
  )
}

/** The place of the figures, as high as they are with a label on two lines. */
function Outlines() {
  return (
    <div className={css.figures} data-count={5}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Card as="div" key={place} gap={1} least={132}>
          <Skeleton lines={2} />
        </Card>
      ))}
    </div>
  )
}

/** More threats than before are worse, if it is more than chance. The sign says so without relying on colour. */
function Change({ now, before }: { now: number; before: number | null }) {
  const text = before === null ? null : change(now, before)
  if (text === null || before === null) return null
  return <span data-tone={isNoticeable(now, before) ? (now > before ? 'worse' : 'better') : undefined}>{text} </span>
}

const noticeableMs = hourMs

/** The median time to removal and its change. */
function Pace({ now, before }: { now: number | null; before: number | null }) {
  if (now === null) return null
  const moved = before === null ? 0 : now - before
  return (
    <>
      {t('medianTime', { time: shortDuration(now) })}
      {Math.abs(moved) < noticeableMs ? null : (
        <span data-tone={moved > 0 ? 'worse' : 'better'}>
          {moved > 0
            ? `, ${t('timeSlower', { time: shortDuration(moved) })}`
            : `, ${t('timeFaster', { time: shortDuration(-moved) })}`}
        </span>
      )}
    </>
  )
}

/** The open touts, as the menu of the company calls them. */
function ToutCard({
  company,
  isReseller,
  critical,
}: {
  company: string
  isReseller: boolean
  critical: Count | null | undefined
}) {
  const open = figure(useQuery(undecidedToutsQuery(company, false)), (count) => count)
  return (
    <StatCard
      label={isReseller ? t('openResellers') : t('openTouts')}
      about={isReseller ? t('about.openResellers') : t('about.openTouts')}
      count={open && open.total}
      isCapped={open?.isCapped ?? false}
      linkOf={(props) => <Link to="/touts/$source" params={{ source: 'All' }} search={onlyOpen} {...props} />}
    >
      {critical ? (
        <Link to="/touts/$source" params={{ source: 'All' }} search={{ severity: onlyCritical, status: ['open'] }}>
          {t('countCritical', { count: exactNumber(critical.total) })}
        </Link>
      ) : null}
    </StatCard>
  )
}

function LeakCard({ company, rangeDays }: { company: string; rangeDays: number }) {
  const leaked = useQuery(leakedQuery(company, rangeDays))
  return (
    <StatCard
      label={t('newLeakedCredentials', { range: rangeDays })}
      about={t('about.newLeakedCredentials')}
      count={figure(leaked, ({ count }) => count)}
    >
      {leaked.data ? t('withPasswordsCount', { count: exactNumber(leaked.data.withPassword) }) : null}
    </StatCard>
  )
}
