import { dateOnly, dateTime } from '../format/time/date-time.ts'
import { exactNumber } from '../format/numbers/exact-number.ts'
import { Inline } from '../ui/layout/parts.tsx'
import styles from './charts.module.css'
import { colourOf, type ChartPoint, type Series } from './tone.ts'
import { t } from './words.ts'

/** A position of the time axis in full: a day has no time zone, an instant is in the viewer's. */
export function nameOfPoint(at: string): string {
  return at.length === 10 ? dateOnly(`${at}T00:00:00Z`, 'UTC') : dateTime(at)
}

/** One point as text: `5 November 2026: 12 Critical, 30 High; 42 total`. */
export function textOfPoint(point: ChartPoint | undefined, series: readonly Series[]): string {
  if (!point) return ''
  const parts = series.map(({ label }, index) => `${exactNumber(point.values[index] ?? 0)} ${label}`)
  const total = point.values.reduce((sum, value) => sum + value, 0)
  return `${nameOfPoint(point.at)}: ${parts.join(', ')}${series.length > 1 ? `; ${t('totalCount', { n: exactNumber(total) })}` : ''}`
}

/** The tooltip next to the cursor, with the series in the order of the chart, top first. */
export function PointCard({ point, series }: { point: ChartPoint | undefined; series: readonly Series[] }) {
  if (!point) return null
  return (
    <>
      <strong>{nameOfPoint(point.at)}</strong>
      {series
        .map(({ key, label, tone }, index) => (
          <Inline key={key} as="span" tone="quiet" className={styles.cardRow}>
            <i className="dot" style={{ background: colourOf(tone) }} />
            {label}
            <b>{exactNumber(point.values[index] ?? 0)}</b>
          </Inline>
        ))
        .toReversed()}
    </>
  )
}
