import type { ReactNode } from 'react'
import css from './sign-in.module.css'

/** The card of the pages for people who are not signed in. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={css.page}>
      <div className={css.card}>
        <img className={css.logo} src="/favicon.svg" alt="" width={40} height={40} />
        <p className={css.product}>Signet</p>
        <h1 className={css.title}>{title}</h1>
        {children}
      </div>
    </main>
  )
}
