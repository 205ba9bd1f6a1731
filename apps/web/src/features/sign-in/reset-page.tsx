import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from './words.ts'
import { AskForLink } from './ask-for-link.tsx'
import { NewPassword } from './new-password.tsx'

/** Without a token: asks for a link to a new password. With one, from a mail or a sign-in: sets it. */
export function ResetPage() {
  const { token, error } = useSearch({ from: '/auth/reset' })
  useEffect(() => {
    document.title = `${t('newPassword')} · Signet`
  }, [])
  return token ? <NewPassword key={token} token={token} reason={error} /> : <AskForLink />
}
