import { hourMs, minuteMs } from '@signet/contract/time'
import { shortDuration } from '../format/time/duration.ts'
import { percent } from '../format/numbers/percent.ts'
import { Text } from '../ui/layout/parts.tsx'
import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { valueTicks } from './scale.ts'
import { colourOf } from './tone.ts'

interface StepCurveProps<Step extends { ms: number; share: number }> {
  title: string
  /** A sentence that describes what the chart shows. */
  finding: string
  /** In order of time: the share that is left from each time on; it is 1 before the first. */
  steps: readonly Step[]
  /** A time that is marked by a line. */
  markMs: number | null
  columns: readonly string[]
  /** A row of the table; its first cell is the time. */
  rowOf: (step: Step) => string[]
  heightPx?: number
}

// As in the other charts: drawn in these units and stretched to its box.
const width = 1000
const height = 100
const shares = [0, 0.25, 0.5, 0.75, 1]

/** A share that falls in steps over a duration, e.g. of cases that are not over yet. */
export function StepCurve<Step extends { ms: number; share: number }>({
  title,
  finding,
  steps,
  markMs,
  columns,
  rowOf,
  heightPx = 260,
}: StepCurveProps<Step>) {
  const longest = steps.at(-1)?.ms ?? 0
  const unit = longest < 2 * hourMs ? minuteMs : hourMs
  const ticks = valueTicks(longest / unit).map((tick) => tick * unit)
  const end = ticks.at(-1) ?? 1
  return (
    <ChartFrame title={title} heightPx={heightPx} columns={columns} rows={() => steps.map(rowOf)}>
      <div className={styles.plot} data-axes>
        {shares.map((share) => (
          <Text
            key={share}
            size="axis"
            tone="faint"
            num
            className={styles.tick}
            style={{ bottom: `${share * 100}%` }}
            aria-hidden
          >
            {percent(share)}
          </Text>
        ))}
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={finding}
          className={styles.svg}
        >
          {markMs === null ? null : (
            <line
              x1={(markMs / end) * width}
              x2={(markMs / end) * width}
              y1={0}
              y2={height}
              stroke="var(--text3)"
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
          )}
          <path
            d={pathOf(steps, end)}
            fill="none"
            stroke={colourOf('accent')}
            strokeWidth={1.75}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <Text as="div" size="axis" tone="faint" num className={styles.timeAxis} aria-hidden>
          {ticks.map((ms, index) => (
            <span
              key={ms}
              data-edge={index === 0 ? 'first' : index === ticks.length - 1 ? 'last' : 'inner'}
              data-order={index}
              style={{ left: `${(ms / end) * 100}%` }}
            >
              {ms === 0 ? '0' : shortDuration(ms)}
            </span>
          ))}
        </Text>
      </div>
    </ChartFrame>
  )
}

/** A staircase from the whole down, and on to the end of the axis. */
export function pathOf(steps: readonly { ms: number; share: number }[], end: number): string {
  const corners = steps.map(({ ms, share }) => `H${round((ms / end) * width)}V${round((1 - share) * height)}`)
  return `M0,0${corners.join('')}H${width}`
}

const round = (value: number) => Math.round(value * 100) / 100
