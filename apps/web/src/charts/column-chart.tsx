import { useMemo, type ReactNode } from 'react'
import { exactNumber } from '../format/numbers/exact-number.ts'
import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { nameOfPoint, PointCard, textOfPoint } from './point-card.tsx'
import { ReadOut } from './read-out.tsx'
import { totalsOf } from './scale.ts'
import { TimeAxis } from './time-axis.tsx'
import { colourOf, type ChartPoint, type Series } from './tone.ts'
import { t } from './words.ts'

interface ColumnChartProps {
  title: string
  /** Below the title. Without it, the chart is a strip that has no heading either. */
  subtitle?: ReactNode
  /** A sentence that describes what the chart shows. */
  finding: string
  points: readonly ChartPoint[]
  /** The first series is at the base of the columns. */
  series: readonly Series[]
  rangeDays: number
  heightPx?: number
  /**
   * Sets the range from the first to the last selected day, `from` and `to` both included. Dates can also be typed in the fields next to
   * the strip.
   */
  onRange?: (from: string, to: string) => void
}

const height = 100
/** The chart is too low for a table. */
const tablePx = 200

/** The volume strip, with one column per day. */
export function ColumnChart({
  title,
  subtitle,
  finding,
  points,
  series,
  rangeDays,
  heightPx = 64,
  onRange,
}: ColumnChartProps) {
  const columns = useMemo(() => columnsOf(points, series.length), [points, series.length])
  return (
    <ChartFrame
      title={title}
      subtitle={subtitle}
      heightPx={heightPx}
      isCompact={subtitle === undefined}
      tablePx={tablePx}
      columns={[t('day'), ...series.map(({ label }) => label)]}
      rows={() => points.map(({ at, values }) => [nameOfPoint(at), ...values.map(exactNumber)]).toReversed()}
    >
      <div className={styles.plot}>
        <svg
          viewBox={`0 0 ${Math.max(1, points.length)} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={finding}
          className={styles.svg}
        >
          {columns.map((path, index) => (
            <path key={series[index]?.key} d={path} fill={colourOf(series[index]?.tone ?? 'series-7')} />
          ))}
        </svg>
        <ReadOut
          label={t('dayInTitle', { title })}
          count={points.length}
          spacing="bands"
          textAt={(index) => textOfPoint(points[index], series)}
          renderCard={(index) => <PointCard point={points[index]} series={series} />}
          {...(onRange
            ? { onPick: (from: number, to: number) => onRange(points[from]?.at ?? '', points[to]?.at ?? '') }
            : {})}
        />
        <TimeAxis points={points} rangeDays={rangeDays} spacing="bands" />
      </div>
    </ChartFrame>
  )
}

/** The time axis of the volume strip while its counts are loading, in the place where it will be. */
export function ColumnChartGhost({
  points,
  rangeDays,
  heightPx = 64,
}: Pick<ColumnChartProps, 'points' | 'rangeDays' | 'heightPx'>) {
  return (
    <div className={styles.picture} style={{ minHeight: heightPx }} aria-busy="true">
      <div className={styles.plot}>
        <TimeAxis points={points} rangeDays={rangeDays} spacing="bands" />
      </div>
    </div>
  )
}

/** One path per series for all of its columns: four elements instead of a thousand. */
function columnsOf(points: readonly ChartPoint[], count: number): string[] {
  const top = Math.max(1, ...totalsOf(points))
  const gap = points.length > 120 ? 0 : 0.1
  const below = points.map(() => 0)
  return Array.from({ length: count }, (_, series) =>
    points
      .map(({ values }, index) => {
        const value = values[series] ?? 0
        if (value === 0) return ''
        const base = below[index] ?? 0
        below[index] = base + value
        const y = height - ((base + value) / top) * height
        return `M${index + gap},${round(y)}h${1 - 2 * gap}v${round((value / top) * height)}h${2 * gap - 1}z`
      })
      .join(''),
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
