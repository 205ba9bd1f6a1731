import { axisLabel } from '../format/numbers/axis-label.ts'
import { Text } from '../ui/layout/parts.tsx'
import styles from './charts.module.css'
import { labelIndexes } from './scale.ts'
import type { ChartPoint } from './tone.ts'

interface TimeAxisProps {
  points: readonly ChartPoint[]
  rangeDays: number
  spacing: 'points' | 'bands'
}

/** The labels below a chart. The first and the last stay within its edges. */
export function TimeAxis({ points, rangeDays, spacing }: TimeAxisProps) {
  const last = points.length - 1
  const shown = labelIndexes(points.length, 7)
  return (
    <Text as="div" size="axis" tone="faint" num className={styles.timeAxis} aria-hidden>
      {shown.map((index, order) => {
        const share = spacing === 'points' ? index / Math.max(1, last) : (index + 0.5) / points.length
        const edge = order === 0 ? 'first' : order === shown.length - 1 ? 'last' : 'inner'
        return (
          <span key={index} data-edge={edge} data-order={order} style={{ left: `${share * 100}%` }}>
            {axisLabel(points[index]?.at ?? '', rangeDays)}
          </span>
        )
      })}
    </Text>
  )
}
