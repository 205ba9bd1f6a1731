import { useMemo } from 'react'
import css from './qr-code.module.css'
import { qrMatrix } from './qr-matrix.ts'

/** Light modules that must stand around the code (ISO/IEC 18004, 6.3.8). */
const quiet = 4

/** A text as a QR code: dark on light in both themes, as cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const rows = qrMatrix(text)
    const runs = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: rows.length, path: runs.join('') }
  }, [text])
  const side = size + 2 * quiet
  return (
    <svg
      className={css.code}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
