import { useMemo } from 'react'
import { encode } from 'uqr'
import css from './qr-code.module.css'

/** Light modules required around the code (ISO/IEC 18004, 6.3.8). */
const quiet = 4
/** 97 modules per side, 666 bytes. Cameras have trouble reading a denser code from a screen. */
const maxVersion = 20

/**
 * A text as a QR code: dark on light in both themes, as cameras expect it. It is drawn in the browser, so that secrets never leave it.
 *
 * @throws RangeError for more than 666 bytes
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: 0, maxVersion })
    const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { side: size + 2 * quiet, path: modules.join('') }
  }, [text])
  return (
    <svg
      className={`${css.code} framed`}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
