import type { ReactNode } from 'react'
import css from './review-evidence.module.css'

/** A section of the evidence with its heading. */
export function EvidenceBlock({
  title,
  aside,
  children,
}: {
  title: string
  aside?: string | undefined
  children: ReactNode
}) {
  return (
    <section className={css.block}>
      <header>
        <h3>{title}</h3>
        {aside ? <span className="num">{aside}</span> : null}
      </header>
      {children}
    </section>
  )
}
