import type { CSSProperties } from 'react'
import css from './source-icon.module.css'

/** The one-colour sign of a source, painted in the colour of the text around it. `All` and `Bookmarks` are sources here. */
export function SourceIcon({ source, size = 16 }: { source: string; size?: number }) {
  const style = {
    '--icon': `url("/icons/threatSource/${encodeURIComponent(source)}.svg")`,
    '--size': `${size}px`,
  } as CSSProperties
  return <span className={css.icon} style={style} aria-hidden="true" />
}
