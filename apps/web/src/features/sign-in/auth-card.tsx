import { keysIn } from '@signet/contract/narrow'
import type { ReactNode } from 'react'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { chooseLanguage, language, languages } from '../../words/words.ts'
import css from './sign-in.module.css'
import { Link, useSearch } from '@tanstack/react-router'
import { t } from './words.ts'

const product = 'Signet'

/** The card of the pages for users who aren't signed in. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  const others = keysIn(languages).filter((code) => code !== language())
  return (
    <main className={css.page}>
      <Card as="div" className={css.card}>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <Text as="p" weight="medium" tone="faint" above={3}>
          {product}
        </Text>
        <Text as="h1" size="object" below={5}>
          {title}
        </Text>
        {children}
      </Card>
      <Inline as="p" gap={1} align="stretch" className={css.languages}>
        {others.map((code) => (
          <button key={code} type="button" lang={code} onClick={() => chooseLanguage(code)}>
            {languages[code]}
          </button>
        ))}
      </Inline>
    </main>
  )
}

/** Why signing in failed. The element is always rendered, so that screen readers announce changes to its text. */
export function AuthFailure({ text, isReminder = false }: { text: string | null; isReminder?: boolean }) {
  return (
    <div role="alert">
      {text && (
        <Card as="p" kind="note" tone={isReminder ? 'accent' : 'danger'} below={4}>
          {text}
        </Card>
      )}
    </div>
  )
}

export function BackLink() {
  const { callbackUrl } = useSearch({ from: '/auth/reset' })
  return (
    <Link to="/" search={{ callbackUrl }} className={css.back}>
      {t('backToSignIn')}
    </Link>
  )
}
