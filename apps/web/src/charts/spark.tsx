import styles from './charts.module.css'
import { colourOf, type Tone } from './tone.ts'

interface SparkProps {
  /** A sentence that says what the line shows, e.g. `Domain, 30 days: rising, 21 yesterday`. */
  finding: string
  values: readonly number[]
  tone?: Tone
  /** Columns where most values are 0 or 1, which a line would join into teeth. */
  shape?: 'line' | 'columns'
}

/** A trend in the row of a table. */
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

/** A column for each value that is not zero, with a third of its place left free. */
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
