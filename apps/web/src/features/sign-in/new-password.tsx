import { passwordLength } from '@signet/contract/access/credentials'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { refreshSession } from '../../session/session-store.ts'
import { signIn } from '../../session/sign-in-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ShowPassword } from '../../ui/forms/show-password.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { AuthCard, AuthFailure, BackLink } from './auth-card.tsx'
import { authErrorText } from './auth-error-text.ts'
import { resetPassword } from './identity-client.ts'
import css from './sign-in.module.css'
import { useFirstField } from './use-first-field.ts'

const EnrolStep = lazy(() => import('./enrol-step.tsx').then((module) => ({ default: module.EnrolStep })))

/** Sets a new password with the token of a link. An invited user is welcomed, and signed in with it. */
export function NewPassword({ token, reason }: { token: string; reason: string | undefined }) {
  const { callbackUrl, welcome } = useSearch({ from: '/auth/reset' })
  const router = useRouter()
  const [isShown, setIsShown] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [enrolment, setEnrolment] = useState<{ token: string; email: string } | null>(null)
  const enter = async () => {
    await refreshSession()
    await router.invalidate()
  }
  const signInWith = async (email: string, password: string) => {
    // If that fails, the page says that the password is set, and leads to the sign-in page.
    const answer = await signIn({ email, password, callbackUrl: '/' }).catch(() => null)
    if (answer?.ok) await enter()
    else if (answer?.enrol) setEnrolment({ token: answer.enrol, email })
    else setIsDone(true)
  }
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({
      password: password.length < passwordLength.min && t('passwordTooShort', { n: passwordLength.min }),
    }),
    save: async ({ password }) => {
      const invited = await resetPassword(token, password)
      if (invited) await signInWith(invited.email, password)
      else setIsDone(true)
    },
  })
  useFirstField(form.props.ref, form.problems.form)

  if (enrolment) {
    const credentials = { email: enrolment.email, password: form.values.password, callbackUrl: '/' }
    return (
      <AuthCard title={t('setUpTwoFactor')}>
        <Text as="p" below={2} role="status">
          {t('passwordSetOneStepLeft')}
        </Text>
        <Suspense fallback={null}>
          <EnrolStep
            token={enrolment.token}
            credentials={credentials}
            onDone={enter}
            onBack={() => void router.navigate({ to: '/' })}
          />
        </Suspense>
      </AuthCard>
    )
  }
  if (isDone) {
    return (
      <AuthCard title={t('passwordChanged')}>
        <Text as="p" tone="quiet" below={4} role="status">
          {t('passwordChangedHint')}
        </Text>
        <BackLink />
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t(welcome ? 'welcome' : 'chooseANewPassword')}>
      <AuthFailure
        text={form.problems.form ?? (reason ? authErrorText(reason) : null)}
        isReminder={form.problems.form === null}
      />
      {welcome && (
        <Text as="p" tone="quiet" below={4}>
          {t('welcomeHint')}
        </Text>
      )}
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
          {t(welcome ? 'setPasswordAndSignIn' : 'changePassword')}
        </Button>
      </Stack>
      <Stack gap={2} above={3} className={css.ways}>
        {reason ? (
          <Link to="/" search={{ callbackUrl }}>
            {t('backToSignIn')}
          </Link>
        ) : !welcome || form.problems.form ? (
          <Link to="/auth/reset" search={{ callbackUrl }}>
            {t('requestNewLink')}
          </Link>
        ) : null}
      </Stack>
    </AuthCard>
  )
}
