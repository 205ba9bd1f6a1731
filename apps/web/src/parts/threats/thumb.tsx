import { useState } from 'react'
import { SourceIcon } from './source-icon.tsx'
import css from './thumb.module.css'

/** The capture of a threat in small, or a plate with the sign of its source when there is none or it cannot be read. */
export function Thumb({ source, href }: { source: string; href?: string | undefined }) {
  const [broken, setBroken] = useState<string | null>(null)
  return href && href !== broken ? (
    <img
      className={css.thumb}
      src={href}
      alt=""
      width={48}
      height={32}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(href)}
    />
  ) : (
    <span className={css.thumb}>
      <SourceIcon source={source} />
    </span>
  )
}
