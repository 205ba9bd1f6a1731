import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { Box } from '../ui/layout/parts.tsx'
import styles from './charts.module.css'

interface ReadOutProps {
  /** The accessible name of the slider, e.g. `Day in Threats per day`. */
  label: string
  count: number
  /** `points` lie on the edges of the chart, `bands` divide it. */
  spacing: 'points' | 'bands'
  /** The values at a position as text, for screen readers while the arrow keys move. */
  textAt: (index: number) => string
  /** The same values as a small card. */
  renderCard: (index: number) => ReactNode
  /** Makes a range selectable: by dragging, or with Shift and the arrow keys, then Enter. */
  onPick?: (from: number, to: number) => void
}

/** The layer over a chart that shows the values at one position, selected by pointer or arrow keys. */
export function ReadOut({ label, count, spacing, textAt, renderCard, onPick }: ReadOutProps) {
  const [index, setIndex] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  if (count === 0) return null
  const last = count - 1

  const indexUnder = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = box.width === 0 ? 0 : (event.clientX - box.left) / box.width
    const found = spacing === 'points' ? Math.round(share * last) : Math.floor(share * count)
    return Math.min(last, Math.max(0, found))
  }
  const pick = (to: number) => {
    onPick?.(Math.min(anchor ?? to, to), Math.max(anchor ?? to, to))
    setAnchor(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const here = index ?? last
    const target = keyTarget(event.key, here, last)
    if (target !== null) {
      if (onPick) setAnchor(event.shiftKey ? (anchor ?? here) : null)
      setIndex(target)
    } else if (event.key === 'Enter' && onPick) pick(here)
    else if (event.key === 'Escape' && index !== null) {
      setIndex(null)
      setAnchor(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const positionOf = (at: number) => (spacing === 'points' ? at / Math.max(1, last) : (at + 0.5) / count)
  const share = index === null ? 0 : positionOf(index)

  return (
    <div
      className={styles.readOut}
      // An input can't contain the cursor and the card, and its thumb would cover the chart.
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(index ?? last) + 1}
      aria-valuetext={textAt(index ?? last)}
      data-picks={onPick ? true : undefined}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setIndex(index ?? last)
      }}
      onBlur={() => setIndex(null)}
      onPointerMove={(event) => setIndex(indexUnder(event))}
      onPointerLeave={() => {
        if (anchor === null) setIndex(null)
      }}
      onPointerDown={(event) => {
        if (!onPick || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setAnchor(indexUnder(event))
      }}
      onPointerUp={(event) => {
        if (anchor !== null) pick(indexUnder(event))
      }}
      onPointerCancel={() => setAnchor(null)}
    >
      {anchor !== null && index !== null ? (
        <div
          className={styles.selection}
          style={{
            left: `${(Math.min(anchor, index) / count) * 100}%`,
            width: `${((Math.abs(index - anchor) + 1) / count) * 100}%`,
          }}
        />
      ) : null}
      {index === null ? null : (
        <>
          <div className={styles.cursor} style={{ left: `${share * 100}%` }} />
          <Box
            pad="2 3"
            tone="plain"
            size="meta"
            nowrap
            className={`${styles.card} raised`}
            style={share > 0.5 ? { right: `${(1 - share) * 100}%` } : { left: `${share * 100}%` }}
            data-side={share > 0.5 ? 'left' : 'right'}
          >
            {renderCard(index)}
          </Box>
        </>
      )}
    </div>
  )
}

/** The position that a key moves to; `null` for keys that don't operate the slider. */
function keyTarget(key: string, here: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, here - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, here + 1)
    case 'PageDown':
      return Math.max(0, here - 7)
    case 'PageUp':
      return Math.min(last, here + 7)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
