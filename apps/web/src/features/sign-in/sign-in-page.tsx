import { Link, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { lazy } from '../../api/lazy.ts'
import { takesPasskeys } from '../../session/session-client.ts'
import { signIn } from '../../session/sign-in-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { authErrorText } from './auth-error-text.ts'
import { AuthCard, AuthFailure } from './auth-card.tsx'
import { PasswordForm } from './password-form.tsx'
import css from './sign-in.module.css'
import { useSignIn } from './use-sign-in.ts'

// Most users never need these steps.
const EnrolStep = lazy(() => import('./enrol-step.tsx').then((module) => ({ default: module.EnrolStep })))
const CodeStep = lazy(() => import('./code-step.tsx').then((module) => ({ default: module.CodeStep })))
const SsoStep = lazy(() => import('./sso-step.tsx').then((module) => ({ default: module.SsoStep })))

/** Email and password, followed by a code if the account requires it. Alternatives are a passkey and the company's single sign-on. */
export function SignInPage() {
  const { error, callbackUrl } = useSearch({ from: '/' })
  const place = useRef<HTMLDivElement>(null)
  const focus = (name: string) =>
    // A hidden page can't take the focus, so this waits for the next frame.
    requestAnimationFrame(() => {
      const field = place.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
      field?.focus()
      if (field?.value && name !== 'email') field.select()
    })
  useEffect(() => {
    document.title = `${t('signIn')} · Signet`
    // Signing in is the only purpose of this page, so the first field gets the focus.
    const frame = requestAnimationFrame(() => place.current?.querySelector<HTMLInputElement>('[name=email]')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const { step, fields, setFields, failure, isBusy, credentials, attempt, withPasskey, enter, goTo, forgive } =
    useSignIn({ error, callbackUrl, focus })
  // An expired session or a required code isn't an error of the user.
  const isReminder = failure === authErrorText('SessionRequired') || failure === authErrorText('TotpRequired')
  const alert = <AuthFailure text={failure} isReminder={isReminder} />
  const back = () => {
    goTo({ kind: 'password' })
    focus(fields.email === '' ? 'email' : 'password')
  }

  const passkeyButton = takesPasskeys() && (
    <Button disabled={isBusy} onClick={() => void withPasskey()}>
      {t('signInWithPasskey')}
    </Button>
  )
  const titles = {
    password: t('signIn'),
    code: t('twoFactorTitle'),
    sso: t('signInWithSso'),
    enrol: t('setUpTwoFactor'),
  }
  return (
    <AuthCard title={titles[step.kind]}>
      <div ref={place}>
        <Suspense
          fallback={
            <Text as="p" tone="quiet" below={4}>
              {t('loading')}
            </Text>
          }
        >
          {step.kind === 'enrol' && (
            <EnrolStep token={step.token} credentials={credentials} onDone={enter} onBack={back} />
          )}
          {step.kind === 'sso' && <SsoStep email={fields.email} callbackUrl={credentials.callbackUrl} onBack={back} />}
          {step.kind === 'code' && (
            <CodeStep
              email={credentials.email}
              alert={alert}
              isBusy={isBusy}
              onPasskey={takesPasskeys() ? () => void withPasskey() : undefined}
              hasPasskey={step.hasPasskey}
              onCode={(totp) => void attempt(() => signIn({ ...credentials, totp }))}
              onSwitch={forgive}
              onBack={back}
            />
          )}
        </Suspense>
        {step.kind === 'password' && (
          <>
            {alert}
            <PasswordForm
              fields={fields}
              isBusy={isBusy}
              onChange={setFields}
              onWrong={focus}
              onSubmit={() => void attempt(() => signIn(credentials))}
            />
            <Stack gap={2} above={3} className={css.ways}>
              <Link to="/auth/reset" search={{ callbackUrl }}>
                {t('forgotPasswordLink')}
              </Link>
            </Stack>
            <p className={css.or}>{t('or')}</p>
            <Stack gap={2} above={3} className={css.ways}>
              {passkeyButton}
              <Button disabled={isBusy} onClick={() => goTo({ kind: 'sso' })}>
                {t('signInWithSso')}
              </Button>
            </Stack>
          </>
        )}
      </div>
    </AuthCard>
  )
}
