import { isEmailAddress } from '@signet/contract/access/credentials'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { AuthCard, AuthFailure, BackLink } from './auth-card.tsx'
import { noAnswer } from './auth-error-text.ts'
import { forgotPassword } from './identity-client.ts'
import css from './sign-in.module.css'
import { useFirstField } from './use-first-field.ts'

/** Requests a password reset link. The result doesn't reveal whether the account exists. */
export function AskForLink() {
  const { callbackUrl } = useSearch({ from: '/auth/reset' })
  const [isSent, setIsSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: !isEmailAddress(email.trim()) && t('emailRequired') }),
    save: async ({ email }) => {
      if (!(await forgotPassword(email.trim()))) throw new Error('No link was sent')
      setIsSent(true)
    },
    explain: noAnswer,
  })
  useFirstField(form.props.ref, form.problems.form)

  if (isSent) {
    return (
      <AuthCard title={t('resetLinkSent')}>
        <Text as="p" tone="quiet" below={4} role="status">
          {t('resetLinkSentHint', {
            email: form.values.email.trim(),
          })}
        </Text>
        <BackLink />
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t('resetPassword')}>
      <AuthFailure text={form.problems.form} />
      <Text as="p" tone="quiet" below={4}>
        {t('resetHint')}
      </Text>
      <Stack as="form" {...form.props}>
        <TextField
          size="large"
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          {...form.field('email')}
        />
        <Button type="submit" kind="primary" isBusy={form.isBusy} className={css.submit}>
          {t('sendResetLink')}
        </Button>
      </Stack>
      <Stack gap={2} above={3} className={css.ways}>
        <Link to="/" search={{ callbackUrl }}>
          {t('backToSignIn')}
        </Link>
      </Stack>
    </AuthCard>
  )
}
