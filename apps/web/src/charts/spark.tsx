import styles from './charts.module.css'
import { colourOf, type Tone } from './tone.ts'

interface SparkProps {
  /** A sentence that describes the line, e.g. `Domain, 30 days: rising, 21 yesterday`. */
  finding: string
  values: readonly number[]
  tone?: Tone
  /** Columns are for series in which most values are 0 or 1, because a line would zigzag between them. */
  shape?: 'line' | 'columns'
}

/** A small trend chart for a table row. */
export function Spark({ finding, values, tone = 'accent', shape = 'line' }: SparkProps) {
  const top = Math.max(1, ...values)
  const lift = (value: number) => (value / top) * 26
  return (
    <svg viewBox="0 0 100 28" preserveAspectRatio="none" role="img" aria-label={finding} className={styles.spark}>
      {shape === 'columns' ? (
        <>
          <path d="M0 27.5H100" stroke="var(--border)" vectorEffect="non-scaling-stroke" />
          <path d={columnsOf(values.map(lift))} fill={colourOf(tone)} />
        </>
      ) : (
        <polyline
          points={lineOf(values.map(lift))}
          fill="none"
          stroke={colourOf(tone)}
          strokeWidth={1.75}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}

function lineOf(lifts: readonly number[]): string {
  const step = lifts.length > 1 ? 100 / (lifts.length - 1) : 100
  return lifts.map((lift, at) => `${(at * step).toFixed(1)},${(27 - lift).toFixed(1)}`).join(' ')
}

/** A column for each value other than zero; a third of its width is left as a gap. */
function columnsOf(lifts: readonly number[]): string {
  const step = 100 / Math.max(1, lifts.length)
  return lifts
    .flatMap((lift, at) =>
      lift > 0
        ? [`M${(at * step).toFixed(1)} 27v-${lift.toFixed(1)}h${(step * 0.67).toFixed(1)}v${lift.toFixed(1)}z`]
        : [],
    )
    .join('')
}
