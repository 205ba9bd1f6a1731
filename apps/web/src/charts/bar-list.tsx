import type { ReactNode } from 'react'
import { exactNumber } from '../format/numbers/exact-number.ts'
import { percent } from '../format/numbers/percent.ts'
import { Text } from '../ui/layout/parts.tsx'
import { ChartFrame } from './chart-frame.tsx'
import styles from './charts.module.css'
import { colourOf, type Tone } from './tone.ts'
import { t } from './words.ts'

export interface Bar {
  key: string
  label: string
  count: number
  /** Default: the tone of the list. */
  tone?: Tone
  /** The text after the count, e.g. `median 2 h`. Default: the share of the sum. */
  note?: string
}

interface BarListProps {
  title: string
  /** Below the title. */
  subtitle?: ReactNode
  /** A sentence that describes what the chart shows. */
  finding: string
  bars: readonly Bar[]
  tone?: Tone
  heightPx?: number
  /** What a row represents, for the header of the table: `Type`. */
  rowName: string
  /** The column header of the notes in the table. Default: the header for shares. */
  noteName?: string
}

const rowPx = 34

/** Shares or a ranking. Every value is printed, so there is no tooltip. */
export function BarList({
  title,
  subtitle,
  finding,
  bars,
  tone = 'accent',
  heightPx,
  rowName,
  noteName = t('share'),
}: BarListProps) {
  const top = Math.max(1, ...bars.map(({ count }) => count))
  const sum = bars.reduce((total, { count }) => total + count, 0)
  const hasNotes = bars.some(({ note }) => note !== '')
  const noteOf = (bar: Bar) => bar.note ?? percent(sum === 0 ? 0 : bar.count / sum)
  return (
    <ChartFrame
      title={title}
      subtitle={subtitle}
      heightPx={heightPx ?? bars.length * rowPx}
      columns={[rowName, t('count'), ...(hasNotes ? [noteName] : [])]}
      rows={() => bars.map((bar) => [bar.label, exactNumber(bar.count), ...(hasNotes ? [noteOf(bar)] : [])])}
    >
      {/* Drawn with HTML boxes, so that labels are truncated and styled like all other text. */}
      <div className={styles.bars} role="img" aria-label={finding}>
        <div className={styles.barRows} data-bare={!hasNotes || undefined}>
          {bars.map((bar) => (
            <div key={bar.key} className={styles.bar}>
              <Text cut className={styles.barLabel} title={bar.label}>
                {bar.label}
              </Text>
              <span className={styles.barTrack}>
                {bar.count > 0 && (
                  <i style={{ width: `${(bar.count / top) * 100}%`, background: colourOf(bar.tone ?? tone) }} />
                )}
              </span>
              <b>{exactNumber(bar.count)}</b>
              {hasNotes && <span className={styles.barNote}>{noteOf(bar)}</span>}
            </div>
          ))}
        </div>
      </div>
    </ChartFrame>
  )
}
