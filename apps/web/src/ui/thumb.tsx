import { SourceIcon } from './source-icon.tsx'
import css from './thumb.module.css'

/** The capture of a threat in small, or a plate with the sign of its source when there is none. */
export function Thumb({ source, href }: { source: string; href?: string | undefined }) {
  return href ? (
    <img className={css.thumb} src={href} alt="" width={48} height={32} loading="lazy" decoding="async" />
  ) : (
    <span className={css.thumb}>
      <SourceIcon source={source} />
    </span>
  )
}
