import { useMemo, type ReactNode } from 'react'
import { exactNumber } from '../format/numbers/exact-number.ts'
import { shortNumber } from '../format/numbers/short-number.ts'
import { Text } from '../ui/layout/parts.tsx'
import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { nameOfPoint, PointCard, textOfPoint } from './point-card.tsx'
import { ReadOut } from './read-out.tsx'
import { totalsOf, valueTicks } from './scale.ts'
import { TimeAxis } from './time-axis.tsx'
import { colourOf, type ChartPoint, type Series } from './tone.ts'
import { t } from './words.ts'

interface AreaStackProps {
  title: string
  /** Below the title. */
  subtitle?: ReactNode
  /** A sentence that describes what the chart shows. */
  finding: string
  points: readonly ChartPoint[]
  /** The first series is at the base of the stack. */
  series: readonly Series[]
  rangeDays: number
  heightPx?: number
  /** What a point represents. */
  stepName?: 'Day' | 'Week'
}

// The chart is drawn in these units and stretched to its box, so that nothing is measured and nothing moves when it mounts.
const width = 1000
const height = 100

/** Change over time as a stacked area chart, with a soft fill under the line of each series. */
export function AreaStack({
  title,
  subtitle,
  finding,
  points,
  series,
  rangeDays,
  heightPx = 260,
  stepName = 'Day',
}: AreaStackProps) {
  const ticks = useMemo(() => valueTicks(Math.max(0, ...totalsOf(points))), [points])
  const layers = useMemo(() => layersOf(points, series.length, ticks.at(-1) ?? 1), [points, series.length, ticks])
  const top = ticks.at(-1) ?? 1
  return (
    <ChartFrame
      title={title}
      subtitle={subtitle}
      heightPx={heightPx}
      legend={series}
      columns={[stepName === 'Day' ? t('day') : t('week'), ...series.map(({ label }) => label)]}
      rows={() => points.map(({ at, values }) => [nameOfPoint(at), ...values.map(exactNumber)]).toReversed()}
    >
      <div className={styles.plot} data-axes>
        {ticks.map((tick) => (
          <Text
            key={tick}
            size="axis"
            tone="faint"
            num
            className={styles.tick}
            style={{ bottom: `${(tick / top) * 100}%` }}
            aria-hidden
          >
            {tick > 1000 ? shortNumber(tick) : exactNumber(tick)}
          </Text>
        ))}
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={finding}
          className={styles.svg}
        >
          {layers.map(({ area }, index) => (
            <path key={series[index]?.key} d={area} fill={colourOf(series[index]?.tone ?? 'series-7')} opacity={0.24} />
          ))}
          {layers.map(({ line }, index) => (
            <path
              key={series[index]?.key}
              d={line}
              fill="none"
              stroke={colourOf(series[index]?.tone ?? 'series-7')}
              strokeWidth={1.75}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {layers.map(({ dots }, index) =>
            dots === '' ? null : (
              <path
                key={series[index]?.key}
                d={dots}
                fill="none"
                stroke={colourOf(series[index]?.tone ?? 'series-7')}
                strokeWidth={5}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            ),
          )}
        </svg>
        <ReadOut
          label={stepName === 'Day' ? t('dayInTitle', { title }) : t('weekInTitle', { title })}
          count={points.length}
          spacing="points"
          textAt={(index) => textOfPoint(points[index], series)}
          renderCard={(index) => <PointCard point={points[index]} series={series} />}
        />
        <TimeAxis points={points} rangeDays={rangeDays} spacing="points" />
      </div>
    </ChartFrame>
  )
}

interface Layer {
  area: string
  line: string
  dots: string
}

/** A series whose values are all below this share of the axis has no room for a line between it and the series below. */
const thinShare = 0.04

/**
 * The outline of the area of each series, and the line on top of it. Where a series is zero, the edge belongs to the one below. The
 * values of a series too small to be seen as an area are dots, because its line would run down slopes that belong to others.
 */
function layersOf(points: readonly ChartPoint[], count: number, top: number): Layer[] {
  const step = points.length > 1 ? width / (points.length - 1) : width
  // A single day is drawn as a horizontal line across the whole width.
  const spread = points.length === 1 ? [...points, ...points] : points
  let below = spread.map(() => 0)
  return Array.from({ length: count }, (_, series) => {
    const own = spread.map(({ values }) => values[series] ?? 0)
    const above = own.map((value, index) => (below[index] ?? 0) + value)
    const edge = cornersOf(above, step, top)
    const area = `M${[...edge, ...cornersOf(below, step, top).toReversed()].join('L')}Z`
    below = above
    // Nothing is below the first series.
    const isThin = series > 0 && Math.max(...own) < top * thinShare
    const isThere = (index: number) => (own[index] ?? 0) > 0
    const isDrawn = (index: number) => !isThin && (isThere(index) || isThere(index + 1))
    return {
      area,
      line: lineThrough(edge, isDrawn),
      dots: isThin ? edge.map((corner, index) => (isThere(index) ? `M${corner}h0` : '')).join('') : '',
    }
  })
}

function cornersOf(heights: readonly number[], step: number, top: number): string[] {
  return heights.map((value, index) => `${round(index * step)},${round(height - (value / top) * height)}`)
}

/** @param isDrawn whether there is a line from a corner to the next one */
function lineThrough(corners: readonly string[], isDrawn: (index: number) => boolean): string {
  return corners
    .map((corner, index) => {
      if (index > 0 && isDrawn(index - 1)) return `L${corner}`
      return index < corners.length - 1 && isDrawn(index) ? `M${corner}` : ''
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
