import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { authErrorText } from './auth-error-text.ts'
import { AuthCard } from './auth-card.tsx'
import css from './sign-in.module.css'

/** Says what went wrong at sign-in and leads back. */
export function AuthErrorPage() {
  const { error } = useSearch({ from: '/auth/error' })
  const known = error ? authErrorText(error) : null
  useEffect(() => {
    document.title = 'Sign-in problem · Signet'
  }, [])
  return (
    <AuthCard title="You could not be signed in">
      <p className={css.text}>{known ?? 'Something went wrong while signing you in.'}</p>
      {error && !known && (
        <p className={css.text}>
          Code for support: <code className="mono">{error}</code>
        </p>
      )}
      <Link to="/" className={css.back}>
        Back to sign in
      </Link>
    </AuthCard>
  )
}
