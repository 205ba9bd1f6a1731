import type { ReactNode } from 'react'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { chooseLanguage, language, languages, type Language } from '../../words/words.ts'
import css from './sign-in.module.css'

const product = 'Signet'

/** The card of the pages for people who are not signed in. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  const others = Object.entries(languages).filter(([code]) => code !== language())
  return (
    <main className={css.page}>
      <Card as="div" className={css.card}>
        <img className={css.logo} src="/favicon.svg" alt="" width={40} height={40} />
        <Text as="p" weight="medium" tone="faint" above={3}>
          {product}
        </Text>
        <Text as="h1" size="object" below={5}>
          {title}
        </Text>
        {children}
      </Card>
      <Inline as="p" gap={1} align="stretch" className={css.languages}>
        {others.map(([code, name]) => (
          <button key={code} type="button" lang={code} onClick={() => chooseLanguage(code as Language)}>
            {name}
          </button>
        ))}
      </Inline>
    </main>
  )
}
