import type { ReactNode } from 'react'
import { chooseLanguage, language, languages, type Language } from '../../words/words.ts'
import css from './sign-in.module.css'

const product = 'Signet'

/** The card of the pages for people who are not signed in. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  const others = Object.entries(languages).filter(([code]) => code !== language())
  return (
    <main className={css.page}>
      <div className={css.card}>
        <img className={css.logo} src="/favicon.svg" alt="" width={40} height={40} />
        <p className={css.product}>{product}</p>
        <h1 className={css.title}>{title}</h1>
        {children}
      </div>
      <p className={css.languages}>
        {others.map(([code, name]) => (
          <button key={code} type="button" lang={code} onClick={() => chooseLanguage(code as Language)}>
            {name}
          </button>
        ))}
      </p>
    </main>
  )
}
