import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from './words.ts'
import { AskForLink } from './ask-for-link.tsx'
import { NewPassword } from './new-password.tsx'

/** Without a token it requests a password reset link. With a token, from an email or a sign-in, it sets the password. */
export function ResetPage() {
  const { token, error } = useSearch({ from: '/auth/reset' })
  useEffect(() => {
    document.title = `${t('newPassword')} · Signet`
  }, [])
  return token ? <NewPassword key={token} token={token} reason={error} /> : <AskForLink />
}
