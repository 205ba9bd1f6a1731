import css from './source-icon.module.css'

/** The icon of a source in the current text colour. `All` and `Bookmarks` count as sources here. */
export function SourceIcon({ source, size = 16 }: { source: string; size?: number }) {
  const style = {
    '--icon': `url("/icons/threatSource/${encodeURIComponent(source)}.svg")`,
    '--size': `${size}px`,
  }
  return <span className={css.icon} style={style} aria-hidden="true" />
}
