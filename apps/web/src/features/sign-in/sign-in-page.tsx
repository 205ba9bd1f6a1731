import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { safeCallback } from '../../url/redirect.ts'
import { signIn, takesPasskeys, type SignInAnswer } from '../../session/session-client.ts'
import { refreshSession } from '../../session/session-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { authErrorText, noAnswer, refusalText } from './auth-error-text.ts'
import { AuthCard } from './auth-card.tsx'
import { PasswordForm } from './password-form.tsx'
import type { SignInFields } from './sign-in-fields.ts'
import css from './sign-in.module.css'

// Most people never see them.
const EnrolStep = lazy(() => import('./enrol-step.tsx').then((module) => ({ default: module.EnrolStep })))
const CodeStep = lazy(() => import('./code-step.tsx').then((module) => ({ default: module.CodeStep })))
const SsoStep = lazy(() => import('./sso-step.tsx').then((module) => ({ default: module.SsoStep })))

type Step = { kind: 'password' | 'code' | 'sso' } | { kind: 'enrol'; token: string }

/** Email and password, then a code when the account asks for it; or a passkey, or the company's own sign-in. */
export function SignInPage() {
  const { error, callbackUrl } = useSearch({ from: '/' })
  const router = useRouter()
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const [fields, setFields] = useState<SignInFields>({ email: '', password: '' })
  const [failure, setFailure] = useState(error ? refusalText(error) : null)
  // That a session ended, or a code is due, is no mistake of the user's.
  const isReminder = failure === authErrorText('SessionRequired') || failure === authErrorText('TotpRequired')
  const [isBusy, setIsBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  const focus = (name: string) =>
    // A page that is still hidden cannot take the focus: wait a frame.
    requestAnimationFrame(() => {
      const field = place.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
      field?.focus()
      if (field?.value && name !== 'email') field.select()
    })
  useEffect(() => {
    document.title = `${t('signIn')} · Signet`
    // Signing in is the only thing to do on this page.
    const frame = requestAnimationFrame(() => place.current?.querySelector<HTMLInputElement>('[name=email]')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const callback = safeCallback(callbackUrl, location.origin) ?? '/'
  const credentials = { email: fields.email.trim(), password: fields.password, callbackUrl: callback }

  const withPasskey = () =>
    attempt(async () => {
      const { askPasskey } = await import('./ask-passkey.ts')
      const passkey = await askPasskey()
      // Whoever closes the browser's own dialog has changed their mind.
      return passkey === null ? null : signIn({ passkey, callbackUrl: callback })
    })

  const attempt = async (post: () => Promise<SignInAnswer | null>) => {
    setIsBusy(true)
    setFailure(null)
    const answer = await post().catch(() => undefined)
    if (answer?.ok) {
      await enter()
      return
    }
    setIsBusy(false)
    if (answer === null) return
    const code = answer?.error ?? ''
    if (answer?.enrol) setStep({ kind: 'enrol', token: answer.enrol })
    else if (code === 'PasswordChangeRequired' && answer?.token) {
      const search = { token: answer.token, error: code, callbackUrl }
      await router.navigate({ to: '/auth/reset', search })
    } else if (code === 'TotpRequired' && fields.password !== '') setStep({ kind: 'code' })
    else {
      setFailure(answer ? refusalText(code || String(answer.status)) : noAnswer())
      focus(step.kind === 'code' ? 'totp' : fields.email === '' ? 'email' : 'password')
    }
  }

  /** The redirect rules take it from here: to the callback, else to the home of the role. */
  const enter = async () => {
    const { status } = await refreshSession()
    if (status === 'authenticated') await router.invalidate()
    else {
      setIsBusy(false)
      setFailure(noAnswer())
    }
  }
  const back = () => {
    setStep({ kind: 'password' })
    setFailure(null)
    focus(fields.email === '' ? 'email' : 'password')
  }

  const alert = (
    <div role="alert">
      {failure && (
        <Card as="p" kind="note" tone="danger" below={4} className={css.failure} data-quiet={isReminder || undefined}>
          {failure}
        </Card>
      )}
    </div>
  )
  const passkeyButton = takesPasskeys() && (
    <Button disabled={isBusy} onClick={() => void withPasskey()}>
      {t('useAPasskey')}
    </Button>
  )
  const titles = {
    password: t('signIn'),
    code: t('confirmItIsYou'),
    sso: t('signInWithYourCompany'),
    enrol: t('setUpASecondFactor'),
  }
  return (
    <AuthCard title={titles[step.kind]}>
      <div ref={place}>
        <Suspense
          fallback={
            <Text as="p" tone="quiet" below={4} className={css.text}>
              {t('oneMoment')}
            </Text>
          }
        >
          {step.kind === 'enrol' && (
            <EnrolStep token={step.token} credentials={credentials} onDone={enter} onBack={back} />
          )}
          {step.kind === 'sso' && <SsoStep email={fields.email} callbackUrl={callback} onBack={back} />}
          {step.kind === 'code' && (
            <CodeStep
              email={credentials.email}
              alert={alert}
              isBusy={isBusy}
              passkeyButton={passkeyButton}
              onCode={(totp) => void attempt(() => signIn({ ...credentials, totp }))}
              onSwitch={() => setFailure(null)}
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
                {t('forgotPassword2')}
              </Link>
            </Stack>
            <p className={css.or}>{t('or')}</p>
            <Stack gap={2} above={3} className={css.ways}>
              {passkeyButton}
              <Button
                disabled={isBusy}
                onClick={() => {
                  setFailure(null)
                  setStep({ kind: 'sso' })
                }}
              >
                {t('signInWithYourCompany')}
              </Button>
            </Stack>
          </>
        )}
      </div>
    </AuthCard>
  )
}
