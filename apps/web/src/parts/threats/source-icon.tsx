import css from './source-icon.module.css'

/**
 * The icon of a source in the current text colour. `All` and `Bookmarks` count as sources here. All of them are in one image file that is
 * loaded once; it is written from those in `public/icons/threatSource/`.
 */
export function SourceIcon({ source, size = 16 }: { source: string; size?: number }) {
  return (
    <svg className={css.icon} width={size} height={size} aria-hidden="true">
      <use href={`/icons/sources.svg#${encodeURIComponent(source.replaceAll(' ', '-'))}`} />
    </svg>
  )
}
