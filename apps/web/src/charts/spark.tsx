import styles from './charts.module.css'
import { colourOf, type Tone } from './tone.ts'

interface SparkProps {
  /** A sentence that says what the line shows, e.g. `Domain, 30 days: rising, 21 yesterday`. */
  finding: string
  values: readonly number[]
  tone?: Tone
}

/** A trend in the row of a table. */
export function Spark({ finding, values, tone = 'accent' }: SparkProps) {
  const top = Math.max(1, ...values)
  const step = values.length > 1 ? 100 / (values.length - 1) : 100
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${(27 - (value / top) * 26).toFixed(1)}`)
  return (
    <svg viewBox="0 0 100 28" preserveAspectRatio="none" role="img" aria-label={finding} className={styles.spark}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={colourOf(tone)}
        strokeWidth={1.75}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
