import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { safeCallback } from '../../redirect.ts'
import { signIn, type SignInAnswer } from '../../session/session-client.ts'
import { refreshSession } from '../../session/session-store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { authErrorText } from './auth-error-text.ts'
import { AuthCard } from './auth-card.tsx'
import { Field } from './field.tsx'
import { firstWrongField, type SignInFields } from './sign-in-fields.ts'
import css from './sign-in.module.css'

const noAnswer = 'The server did not answer. Check the connection and try again.'

// Most people never see it.
const EnrolStep = lazy(() => import('./enrol-step.tsx').then((module) => ({ default: module.EnrolStep })))

/** Whether a passkey can be used here: browsers bind them to names, not to addresses. */
const takesPasskeys = 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname)

/** Email, password and, when the account asks for it, a code. */
export function SignInPage() {
  const { error, callbackUrl } = useSearch({ from: '/' })
  const router = useRouter()
  const [fields, setFields] = useState<SignInFields>({ email: '', password: '', totp: '' })
  const [failure, setFailure] = useState(error ? (authErrorText(error) ?? `Sign-in failed (${error}).`) : null)
  // That a session ended, or a code is due, is no mistake of the user's.
  const isReminder = failure === authErrorText('SessionRequired') || failure === authErrorText('TotpRequired')
  const [asksCode, setAsksCode] = useState(error === 'TotpRequired')
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const [enrol, setEnrol] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const wrong = isTried ? firstWrongField(fields, asksCode) : null
  useEffect(() => {
    document.title = 'Sign in · Signet'
    // Signing in is the only thing to do on this page. A page that is still hidden cannot take the focus: wait a frame.
    const frame = requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const focus = (name: keyof SignInFields) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus())
  const change = (name: keyof SignInFields) => (value: string) => setFields((old) => ({ ...old, [name]: value }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    const first = firstWrongField(fields, asksCode)
    if (first) {
      focus(first.name)
      return
    }
    await attempt(() => signIn({ ...credentials(), totp: asksCode ? fields.totp.trim() : undefined }))
  }

  const callback = safeCallback(callbackUrl, location.origin) ?? '/'
  const credentials = () => ({ email: fields.email.trim(), password: fields.password, callbackUrl: callback })

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
    if (answer?.enrol) {
      setEnrol(answer.enrol)
      return
    }
    const code = answer?.error ?? ''
    if (code === 'PasswordChangeRequired' && answer?.token) {
      await router.navigate({ to: '/auth/reset', search: { token: answer.token, error: code } })
      return
    }
    setFailure(answer ? (authErrorText(code) ?? `Sign-in failed (${code || answer.status}).`) : noAnswer)
    setAsksCode((old) => old || code === 'TotpRequired' || code === 'TotpInvalid')
    focus(code.startsWith('Totp') ? 'totp' : 'password')
  }

  /** The redirect rules take it from here: to the callback, else to the home of the role. */
  const enter = async () => {
    const { status } = await refreshSession()
    if (status === 'authenticated') await router.invalidate()
    else {
      setIsBusy(false)
      setFailure(noAnswer)
    }
  }

  if (enrol) {
    return (
      <AuthCard title="Set up a second factor">
        <Suspense fallback={<p className={css.text}>One moment …</p>}>
          <EnrolStep token={enrol} credentials={credentials()} onDone={enter} onBack={() => setEnrol(null)} />
        </Suspense>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Sign in">
      <div role="alert">
        {failure && (
          <p className={css.failure} data-quiet={isReminder || undefined}>
            {failure}
          </p>
        )}
      </div>
      <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          value={fields.email}
          problem={wrong?.name === 'email' ? wrong.problem : undefined}
          onChange={change('email')}
        />
        <Field
          label="Password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          value={fields.password}
          problem={wrong?.name === 'password' ? wrong.problem : undefined}
          onChange={change('password')}
          end={
            <IconButton
              label={isShown ? 'Hide password' : 'Show password'}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? <IconEyeOff size={18} stroke={1.7} /> : <IconEye size={18} stroke={1.7} />}
            </IconButton>
          }
        />
        {asksCode && (
          <Field
            label="Code from your authenticator app, or a recovery code"
            name="totp"
            type="text"
            autoComplete="one-time-code"
            value={fields.totp}
            problem={wrong?.name === 'totp' ? wrong.problem : undefined}
            onChange={change('totp')}
          />
        )}
        <Button type="submit" kind="primary" isBusy={isBusy} className={css.submit}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      <div className={css.ways}>
        {takesPasskeys && (
          <Button disabled={isBusy} onClick={() => void withPasskey()}>
            Use a passkey
          </Button>
        )}
        <Link to="/auth/reset">Forgot password?</Link>
      </div>
    </AuthCard>
  )
}
