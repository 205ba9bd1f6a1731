import { useId, type ReactNode } from 'react'
import { dateTime, dateTimeWithZone } from '../../format/date-time.ts'
import { t } from '../../words/words.ts'
import css from './case-layout.module.css'

/** The way back from a case to its list. */
export function CaseCrumbs({ list, name }: { list: ReactNode; name: string }) {
  return (
    <nav className={css.crumbs} aria-label={t('Where you are')}>
      {list}
      <span aria-hidden="true">/</span>
      <span className="mono">{name}</span>
    </nav>
  )
}

/** What the case is about, how it stands, and what can be done. */
export function CaseHead({ title, chips, actions }: { title: string; chips: ReactNode; actions?: ReactNode }) {
  return (
    <header className={css.head}>
      <div className={css.names}>
        <h2>{title}</h2>
        {/* Chips hold blocks, which a paragraph may not. */}
        <div className={css.chips}>{chips}</div>
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </header>
  )
}

/** The story on the left, what is known on the right; one column on narrow screens. */
export function CaseColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.stack}>{children}</div>
      <div className={css.stack}>{side}</div>
    </div>
  )
}

/** A card with its heading. */
export function CaseCard({
  title,
  aside,
  children,
}: {
  title: string
  /** Beside the heading: a count, a choice, a button. */
  aside?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section className={css.card} aria-labelledby={titleId}>
      <header className={css.cardHead}>
        <h3 id={titleId}>{title}</h3>
        {aside ? <div className={css.aside}>{aside}</div> : null}
      </header>
      {children}
    </section>
  )
}

/** A card without a heading of its own, named for screen readers. */
export function PlainCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={css.card} aria-label={label}>
      {children}
    </section>
  )
}

/** What is known, as names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A moment in full, or that it has not come yet. */
export function Moment({ at }: { at: string | undefined }) {
  if (!at) return t('Not yet')
  return (
    <time dateTime={at} title={dateTimeWithZone(at)}>
      {dateTime(at)}
    </time>
  )
}
