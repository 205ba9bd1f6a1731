import { passwordLength } from '@signet/contract/access/credentials'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { noProblems } from '../../api/field-problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ShowPassword } from '../../ui/forms/show-password.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { AuthCard, AuthFailure, BackLink } from './auth-card.tsx'
import { authErrorText, noAnswer } from './auth-error-text.ts'
import { resetPassword } from './identity-client.ts'
import css from './sign-in.module.css'
import { useFirstField } from './use-first-field.ts'

/** Sets a new password with the token of a link. */
export function NewPassword({ token, reason }: { token: string; reason: string | undefined }) {
  const { callbackUrl } = useSearch({ from: '/auth/reset' })
  const [isShown, setIsShown] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({
      password: password.length < passwordLength.min && t('passwordTooShort', { n: passwordLength.min }),
    }),
    save: async ({ password }) => {
      const refusal = await resetPassword(token, password)
      if (refusal === 'done') setIsDone(true)
      else if (refusal) throw new Refusal(refusal.field === 'password' ? refusal.problem : null)
      else throw new Error('No answer')
    },
    explain: (error) => {
      if (!(error instanceof Refusal)) return noAnswer()
      const { ofPassword } = error
      return ofPassword ? { ...noProblems, fields: { password: ofPassword } } : t('linkExpired')
    },
  })
  useFirstField(form.props.ref, form.problems.form)

  if (isDone) {
    return (
      <AuthCard title={t('passwordChanged')}>
        <Text as="p" tone="quiet" below={4} className={css.text} role="status">
          {t('passwordChangedHint')}
        </Text>
        <BackLink />
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t('chooseANewPassword')}>
      <AuthFailure
        text={form.problems.form ?? (reason ? authErrorText(reason) : null)}
        isReminder={form.problems.form === null}
      />
      <Stack as="form" {...form.props}>
        <TextField
          size="large"
          label={t('newPasswordLabel', { n: passwordLength.min })}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          {...form.field('password')}
          end={<ShowPassword isShown={isShown} onChange={setIsShown} />}
        />
        <Button type="submit" kind="primary" isBusy={form.isBusy} className={css.submit}>
          {t('changePassword')}
        </Button>
      </Stack>
      <Stack gap={2} above={3} className={css.ways}>
        {reason ? (
          <Link to="/" search={{ callbackUrl }}>
            {t('backToSignIn')}
          </Link>
        ) : (
          <Link to="/auth/reset" search={{ callbackUrl }}>
            {t('requestNewLink')}
          </Link>
        )}
      </Stack>
    </AuthCard>
  )
}

/** The reason why the password was refused; null when the link is invalid. */
class Refusal extends Error {
  readonly ofPassword: string | null
  constructor(ofPassword: string | null) {
    super('Refused')
    this.ofPassword = ofPassword
  }
}
