import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Text } from '../../ui/layout/parts.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { t } from './words.ts'
import { authErrorText } from './auth-error-text.ts'
import { AuthCard } from './auth-card.tsx'
import { setUpFaultText } from './set-up-fault-text.ts'
import css from './sign-in.module.css'

/** Explains a sign-in error and links back. */
export function AuthErrorPage() {
  const { error, callbackUrl } = useSearch({ from: '/auth/error' })
  const known = error ? (setUpFaultText(error) ?? authErrorText(error)) : null
  useEffect(() => {
    document.title = `${t('signInProblem')} · Signet`
  }, [])
  return (
    <AuthCard title={t('signInFailedTitle')}>
      <Text as="p" tone="quiet" below={4}>
        {known ?? t('unknownProblem')}
      </Text>
      {error && !known && (
        <Text as="p" tone="quiet" below={4}>
          <Rich text={(values) => t('errorCode', values)} values={{ code: <code className="mono">{error}</code> }} />
        </Text>
      )}
      <Link to="/" search={{ callbackUrl }} className={css.back}>
        {t('backToSignIn')}
      </Link>
    </AuthCard>
  )
}
