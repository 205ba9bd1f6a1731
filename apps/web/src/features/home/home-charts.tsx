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
import { plural, t } from '../../words/words.ts'
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
  const parts = {
    range: rangeDays,
    day: dateOnly(`${top.date}T00:00:00Z`, 'UTC'),
    count: exactNumber(top.count),
  }
  const finding =
    total === 0
      ? t('No threat in {range} days.', parts)
      : isWeekly
        ? plural(
            total,
            '{n} threat in {range} days, in the week from {day}.',
            '{n} threats in {range} days, most in the week from {day} with {count}.',
            parts,
          )
        : plural(
            total,
            '{n} threat in {range} days, on {day}.',
            '{n} threats in {range} days, most on {day} with {count}.',
            parts,
          )
  return (
    <div className={css.card}>
      <DataState query={query} what={t('Threats per day')} loading={<Skeleton lines={11} />}>
        {() => (
          <AreaStack
            title={isWeekly ? t('Threats detected per week') : t('Threats detected per day')}
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
        what={t('Takedown progress')}
        loading={<Skeleton lines={6} />}
        isEmpty={(options) => options.length === 0}
        empty={
          <StateBlock title={t('No takedown yet')}>
            {t('Mark a threat “Takedown” and its progress appears here.')}
          </StateBlock>
        }
      >
        {(options) => {
          const bars = progressBars(options).map((bar) => ({ ...bar, label: t(bar.label) }))
          const removed = countIn(options, ['resolved', 'offline_monitoring'])
          const refused = countIn(options, ['refused', 'unsuccessful'])
          return (
            <>
              <BarList
                title={t('Takedown progress')}
                rowName={t('Step')}
                finding={t('{count} takedowns running: {steps}.', {
                  count: exactNumber(runningCount(options)),
                  steps: bars.map(({ label, count }) => `${label} ${exactNumber(count)}`).join(', '),
                })}
                bars={bars}
                tone="takedown"
              />
              <dl className={css.outcome}>
                <div>
                  <dt>{t('Removed')}</dt>
                  <dd data-tone="good">{exactNumber(removed)}</dd>
                </div>
                <div>
                  <dt>{t('Refused')}</dt>
                  <dd data-tone="stopped">{exactNumber(refused)}</dd>
                </div>
                <div>
                  <dt>{t('Success')}</dt>
                  <dd>{removed + refused === 0 ? t('Not known') : percent(removed / (removed + refused))}</dd>
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
        what={t('The types')}
        loading={<Skeleton lines={6} />}
        isEmpty={(slices) => slices.length === 0}
        empty={
          <StateBlock title={t('No threat in {range} days', { range: rangeDays })}>
            {t('Types appear here with the first one.')}
          </StateBlock>
        }
      >
        {(slices) => (
          <BarList
            title={t('Types')}
            rowName={t('Type')}
            finding={t('{type} leads with {count} in {range} days.', {
              type: slices[0] ? t(slices[0].label) : '',
              count: exactNumber(slices[0]?.count ?? 0),
              range: rangeDays,
            })}
            bars={ranked(slices, typesMax).map((bar) => ({ ...bar, label: t(bar.label) }))}
          />
        )}
      </DataState>
    </div>
  )
}
