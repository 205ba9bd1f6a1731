import { severities } from '@signet/contract/severities'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AreaStack } from '../../charts/area-stack.tsx'
import { BarList } from '../../charts/bar-list.tsx'
import { severityTone } from '../../charts/tone.ts'
import { dateOnly } from '../../format/date-time.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { percent } from '../../format/percent.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/data-state.tsx'
import { bySeverity, countIn, progressBars, ranked, runningCount, splitRange, sumOf, weekly } from './figures.ts'
import css from './home-page.module.css'
import { frequencyQuery, takedownCountsQuery, typesQuery } from './home.api.ts'

interface ChartProps {
  company: string
  rangeDays: number
}

const series = severities.map((name) => ({ key: name, label: name, tone: severityTone[name] }))
const typesMax = 8
const chartPx = 250
/** Over a longer range single days are noise, and weeks are drawn. */
const dailyMax = 90

/** Change over time, Critical at the base line. */
export function ThreatsPerDay({ company, rangeDays }: ChartProps) {
  const query = useQuery(frequencyQuery(company, rangeDays))
  const days = useMemo(() => (query.data ? splitRange(query.data, rangeDays).now : []), [query.data, rangeDays])
  const isWeekly = rangeDays > dailyMax
  const shown = useMemo(() => (isWeekly ? weekly(days) : days), [isWeekly, days])
  const points = useMemo(() => bySeverity(shown), [shown])
  const total = sumOf(days)
  const top = shown.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 })
  const finding =
    total === 0
      ? `No threat in ${rangeDays} days.`
      : `${exactNumber(total)} threats in ${rangeDays} days, most ${isWeekly ? 'in the week from' : 'on'} ${dateOnly(`${top.date}T00:00:00Z`, 'UTC')} with ${exactNumber(top.count)}.`
  return (
    <div className={css.card}>
      <DataState query={query} what="Threats per day" loading={<Skeleton lines={11} />}>
        {() => (
          <AreaStack
            title={isWeekly ? 'Threats detected per week' : 'Threats detected per day'}
            stepName={isWeekly ? 'Week' : 'Day'}
            finding={finding}
            points={points}
            series={series}
            rangeDays={rangeDays}
            heightPx={chartPx}
          />
        )}
      </DataState>
    </div>
  )
}

/** Where the running takedowns stand, and how the closed ones ended. */
export function TakedownProgress({ company }: { company: string }) {
  const query = useQuery(takedownCountsQuery(company))
  return (
    <div className={css.card}>
      <DataState
        query={query}
        what="Takedown progress"
        loading={<Skeleton lines={6} />}
        isEmpty={(options) => options.length === 0}
        empty={<StateBlock title="No takedown yet">Mark a threat “Takedown” and its progress appears here.</StateBlock>}
      >
        {(options) => {
          const bars = progressBars(options)
          const removed = countIn(options, ['resolved', 'offline_monitoring'])
          const refused = countIn(options, ['refused', 'unsuccessful'])
          return (
            <>
              <BarList
                title="Takedown progress"
                rowName="Step"
                finding={`${exactNumber(runningCount(options))} takedowns running: ${bars.map(({ label, count }) => `${exactNumber(count)} ${label.toLowerCase()}`).join(', ')}.`}
                bars={bars}
                tone="takedown"
              />
              <dl className={css.outcome}>
                <div>
                  <dt>Removed</dt>
                  <dd data-tone="good">{exactNumber(removed)}</dd>
                </div>
                <div>
                  <dt>Refused</dt>
                  <dd data-tone="stopped">{exactNumber(refused)}</dd>
                </div>
                <div>
                  <dt>Success</dt>
                  <dd>{removed + refused === 0 ? 'Not known' : percent(removed / (removed + refused))}</dd>
                </div>
              </dl>
            </>
          )
        }}
      </DataState>
    </div>
  )
}

/** The types of the range, most first. */
export function ThreatTypes({ company, rangeDays }: ChartProps) {
  const query = useQuery(typesQuery(company, rangeDays))
  return (
    <div className={css.card}>
      <DataState
        query={query}
        what="The types"
        loading={<Skeleton lines={6} />}
        isEmpty={(slices) => slices.length === 0}
        empty={<StateBlock title={`No threat in ${rangeDays} days`}>Types appear here with the first one.</StateBlock>}
      >
        {(slices) => (
          <BarList
            title="Types"
            rowName="Type"
            finding={`${slices[0]?.label ?? ''} leads with ${exactNumber(slices[0]?.count ?? 0)} threats in ${rangeDays} days.`}
            bars={ranked(slices, typesMax)}
          />
        )}
      </DataState>
    </div>
  )
}
