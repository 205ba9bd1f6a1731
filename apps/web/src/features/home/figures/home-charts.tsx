import { severities } from '@signet/contract/threats/severities'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AreaStack } from '../../../charts/area-stack.tsx'
import { BarList } from '../../../charts/bar-list.tsx'
import { severityTone } from '../../../charts/tone.ts'
import { dateOnly } from '../../../format/time/date-time.ts'
import { shortDuration } from '../../../format/time/duration.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { percent } from '../../../format/numbers/percent.ts'
import { Box, Card, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { bySeverity, splitRange, sumOf, weekly } from './figures.ts'
import { ranked } from '../../../charts/ranked.ts'
import { frequencyQuery, takedownFiguresQuery, typesQuery } from '../home.api.ts'
import { QuietState } from '../quiet-state.tsx'
import { valueName } from '../../../words/named/name-of.ts'

interface ChartProps {
  company: string
  rangeDays: number
}

const severitySeries = () => severities.map((name) => ({ key: name, label: valueName(name), tone: severityTone[name] }))
const typesMax = 8
const chartPx = 250
/** Daily values are too noisy over longer ranges, so weeks are drawn instead. */
const dailyMax = 90

/** Change over time, with Critical at the baseline. */
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
      ? t('noThreatsInRange', parts)
      : isWeekly
        ? t('weeklyFinding', { n: total, ...parts })
        : t('dailyFinding', { n: total, ...parts })
  return (
    <Card as="div">
      <QuietState query={query} title={t('threatsDetectedPerDay')} place={{ least: 277 }}>
        {() => (
          <AreaStack
            title={isWeekly ? t('threatsDetectedPerWeek') : t('threatsDetectedPerDay')}
            stepName={isWeekly ? 'Week' : 'Day'}
            finding={finding}
            points={points}
            series={severitySeries()}
            rangeDays={rangeDays}
            heightPx={chartPx}
          />
        )}
      </QuietState>
    </Card>
  )
}

/** The running takedowns by step, and the results in the range. */
export function TakedownProgress({ company, rangeDays }: ChartProps) {
  const query = useQuery(takedownFiguresQuery(company, rangeDays))
  return (
    <Card as="div">
      <QuietState
        query={query}
        title={t('takedownProgress')}
        place={{ least: 210 }}
        isEmpty={({ running, removed, refused }) => running + removed + refused === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noTakedowns')}
          </Text>
        }
      >
        {({ steps, running, removed, refused }) => {
          const bars = steps.map(({ key, label, count, medianMs }) => ({
            key,
            label: valueName(label),
            count,
            note: medianMs === null ? '' : t('medianTime', { time: shortDuration(medianMs) }),
          }))
          return (
            <>
              <BarList
                title={t('takedownProgress')}
                rowName={t('step')}
                noteName={t('timeInStep')}
                finding={t('takedownsFinding', {
                  count: exactNumber(running),
                  steps: bars.map(({ label, count }) => `${label} ${exactNumber(count)}`).join(', '),
                })}
                bars={bars}
                tone="takedown"
              />
              <Box as="dl" above={3} pad="3 0 0" line="above" className="figures">
                <div>
                  <dt>{t('removedInRange', { range: rangeDays })}</dt>
                  <Text as="dd" size="object" num data-tone="good">
                    {exactNumber(removed)}
                  </Text>
                </div>
                <div>
                  <dt>{t('rejectedInRange', { range: rangeDays })}</dt>
                  <Text as="dd" size="object" num data-tone={refused > 0 ? 'stopped' : undefined}>
                    {exactNumber(refused)}
                  </Text>
                </div>
                <div>
                  <dt>{t('successInRange', { range: rangeDays })}</dt>
                  <Text as="dd" size="object" num>
                    {removed + refused === 0 ? t('unknown') : percent(removed / (removed + refused))}
                  </Text>
                </div>
              </Box>
            </>
          )
        }}
      </QuietState>
    </Card>
  )
}

/** The types in the range, most frequent first. */
export function ThreatTypes({ company, rangeDays }: ChartProps) {
  const query = useQuery(typesQuery(company, rangeDays))
  return (
    <Card as="div">
      <QuietState
        query={query}
        title={t('threatTypes')}
        place={{ least: 278 }}
        isEmpty={(slices) => slices.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noThreatsInRange', { range: rangeDays })}
          </Text>
        }
      >
        {(slices) => (
          <BarList
            title={t('threatTypes')}
            rowName={t('type')}
            finding={t('mostCommon', {
              type: slices[0] ? valueName(slices[0].label) : '',
              count: exactNumber(slices[0]?.count ?? 0),
              range: rangeDays,
            })}
            bars={ranked(slices, typesMax).map((bar) => ({ ...bar, label: valueName(bar.label) }))}
          />
        )}
      </QuietState>
    </Card>
  )
}
