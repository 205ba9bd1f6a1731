import { severities } from '@signet/contract/threats/severities'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ColumnChart, ColumnChartGhost } from '../../../../charts/column-chart.tsx'
import { severityTone } from '../../../../charts/tone.ts'
import { calendarDay, dateOnly } from '../../../../format/time/date-time.ts'
import { exactNumber } from '../../../../format/numbers/exact-number.ts'
import { useCompany } from '../../../../session/company.ts'
import { dayBefore, daysSince, lastDays, rangeLabel } from '../../../../ui/filters/day-range.ts'
import { Text } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useRecords } from '../../records.ts'
import type { FilterProps } from './filter-props.ts'
import { sourceLabel } from '../../threat-source.ts'
import { frequencyQuery } from '../../threats.api.ts'
import { valueName } from '../../../../words/named/name-of.ts'

const defaultDays = 90
const daysMax = 366
const heightPx = 64

/** The lowest severity is at the base of the columns, the highest on top. */
const series = severities.toReversed().map((name) => ({ key: name, label: name, tone: severityTone[name] }))

/** The last days, today included, without counts. */
function daysUntilToday(days: number) {
  const today = calendarDay(new Date())
  return Array.from({ length: days }, (_, index) => ({ at: dayBefore(today, days - 1 - index), values: [] }))
}

/** The number of threats per day that the other filters find. Selecting days sets the range of the list. */
export function DayStrip({ source, search, onChange }: FilterProps) {
  const company = useCompany()
  const records = useRecords()
  const now = new Date()
  const since = daysSince(search, now)
  const days = Math.max(7, Math.min(daysMax, since ?? defaultDays))
  const { data, isPending } = useQuery(frequencyQuery(records, company, source, search, days))
  const points = useMemo(
    () => (data ?? []).map(({ date, by }) => ({ at: date, values: series.map(({ key }) => by?.[key] ?? 0) })),
    [data],
  )
  // Not the range that its filter names.
  const range =
    since === days ? null : (
      <Text as="p" size="meta" tone="quiet">
        {rangeLabel(lastDays(days, now), now)}
      </Text>
    )
  if (isPending)
    return (
      <div>
        {range}
        <ColumnChartGhost points={daysUntilToday(days)} rangeDays={days} heightPx={heightPx} />
      </div>
    )
  if (!data?.length) return null
  const total = data.reduce((sum, { count }) => sum + count, 0)
  const top = data.reduce((best, point) => (point.count > best.count ? point : best), data[0] ?? { date: '', count: 0 })
  return (
    <div>
      {range}
      <ColumnChart
        title={t('detectionsPerDay', { source: sourceLabel(source) })}
        finding={t('detectionsSummary', {
          things: records.words.count(total),
          days,
          day: dateOnly(`${top.date}T00:00:00Z`, 'UTC'),
          n: exactNumber(top.count),
        })}
        points={points}
        series={series.map((each) => ({ ...each, label: valueName(each.label) }))}
        rangeDays={days}
        heightPx={heightPx}
        onRange={(from, to) => onChange({ from, to })}
      />
    </div>
  )
}
