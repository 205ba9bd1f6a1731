import { useId, useState, type ReactNode } from 'react'
import { Inline, ScrollRegion } from '../ui/layout/parts.tsx'
import styles from './charts.module.css'
import { colourOf, type Series } from './tone.ts'
import { t } from './words.ts'

interface ChartFrameProps {
  title: string
  /** Below the title, such as the times that the chart covers. */
  subtitle?: ReactNode
  /** Column headers of the table. The first says what a row represents. */
  columns: readonly string[]
  /** The complete data of the chart. */
  rows: () => readonly (readonly string[])[]
  legend?: readonly Series[]
  /** Height in pixels of both the chart and the table, so that switching doesn't move the page. */
  heightPx: number
  /** For a strip without room for a heading: the title is for screen readers only, and the switch appears on hover and focus. */
  isCompact?: boolean
  /** Heading level: 4 within a card that has its own heading. */
  level?: 2 | 4
  /** Height of the table in pixels where the chart is too low for one. The user opens it on purpose, so the page may move then. */
  tablePx?: number
  children: ReactNode
}

const compactTablePx = 200

/** Title, legend and the "Show as table" switch around a chart. */
export function ChartFrame({
  title,
  subtitle,
  columns,
  rows,
  legend,
  heightPx,
  isCompact = false,
  level = 2,
  tablePx = isCompact ? compactTablePx : heightPx,
  children,
}: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const Heading = `h${level}` as const
  const titleId = useId()
  return (
    <section className={styles.frame} data-compact={isCompact || undefined} aria-labelledby={titleId}>
      <header className={styles.head}>
        <div>
          <Heading id={titleId} className={isCompact ? 'visually-hidden' : undefined}>
            {title}
          </Heading>
          {subtitle}
        </div>
        {legend && !asTable ? (
          <Inline
            as="ul"
            gap={3}
            align="stretch"
            wrap
            size="meta"
            tone="quiet"
            className={styles.legend}
            aria-label={t('legendOfTitle', { title })}
          >
            {legend.map(({ key, label, tone }) => (
              <Inline as="li" key={key}>
                <i className="dot" style={{ background: colourOf(tone) }} />
                {label}
              </Inline>
            ))}
          </Inline>
        ) : null}
        <button
          type="button"
          className={`${styles.toggle} screen-only`}
          aria-pressed={asTable}
          aria-label={t('showAsTableTitle', { title })}
          onClick={() => setAsTable(!asTable)}
        >
          {t('showAsTable')}
        </button>
      </header>
      {asTable ? (
        <ScrollRegion style={{ height: Math.max(heightPx, tablePx) }} aria-label={t('titleAsTable', { title })}>
          <ChartTable title={title} columns={columns} rows={rows()} />
        </ScrollRegion>
      ) : (
        <div className={styles.picture} style={{ minHeight: heightPx }}>
          {children}
        </div>
      )}
    </section>
  )
}

interface ChartTableProps {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

function ChartTable({ title, columns, rows }: ChartTableProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head = '', ...cells]) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
