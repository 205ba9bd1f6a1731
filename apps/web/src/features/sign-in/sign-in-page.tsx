import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { safeCallback } from '../../redirect.ts'
import { signIn } from '../../session/session-client.ts'
import { refreshSession } from '../../session/session-store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { authErrorText } from './auth-error-text.ts'
import { AuthCard } from './auth-card.tsx'
import { Field } from './field.tsx'
import { firstWrongField, type SignInFields } from './sign-in-fields.ts'
import css from './sign-in.module.css'

const noAnswer = 'The server did not answer. Check the connection and try again.'

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
    setIsBusy(true)
    setFailure(null)
    const answer = await signIn({
      email: fields.email.trim(),
      password: fields.password,
      totp: asksCode ? fields.totp.trim() : undefined,
      callbackUrl: safeCallback(callbackUrl, location.origin) ?? '/',
    }).catch(() => null)
    if (answer?.ok) {
      // The redirect rules take it from here: to the callback, else to the home of the role.
      const { status } = await refreshSession()
      if (status === 'authenticated') {
        await router.invalidate()
        return
      }
    }
    setIsBusy(false)
    const code = answer?.error ?? ''
    setFailure(answer ? (authErrorText(code) ?? `Sign-in failed (${code || answer.status}).`) : noAnswer)
    setAsksCode((old) => old || code === 'TotpRequired' || code === 'TotpInvalid')
    focus(code.startsWith('Totp') ? 'totp' : 'password')
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
            label="Code from your authenticator app"
            name="totp"
            type="text"
            inputMode="numeric"
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
    </AuthCard>
  )
}
