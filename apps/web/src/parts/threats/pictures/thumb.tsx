import { useState } from 'react'
import { SourceIcon } from '../source-icon.tsx'
import css from './thumb.module.css'

/** A thumbnail of a threat's capture, or the icon of its source if there is none or it can't be loaded. */
export function Thumb({ source, href }: { source: string; href?: string | undefined }) {
  const [broken, setBroken] = useState<string | null>(null)
  return href && href !== broken ? (
    <img
      className={`${css.thumb} middle framed`}
      src={href}
      alt=""
      width={48}
      height={32}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(href)}
    />
  ) : (
    <span className={`${css.thumb} middle framed`}>
      <SourceIcon source={source} />
    </span>
  )
}
