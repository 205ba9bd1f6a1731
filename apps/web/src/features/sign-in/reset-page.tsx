import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { forgotPassword, resetPassword } from '../../session/identity-client.ts'
import { Button } from '../../ui/button.tsx'
import { authErrorText } from './auth-error-text.ts'
import { AuthCard } from './auth-card.tsx'
import { Field } from './field.tsx'
import css from './sign-in.module.css'

const noAnswer = 'The server did not answer. Check the connection and try again.'
const lengthMin = 12

/** Without a token: asks for a link to a new password. With one, from a mail or a sign-in: sets it. */
export function ResetPage() {
  const { token, error } = useSearch({ from: '/auth/reset' })
  useEffect(() => {
    document.title = 'New password · Signet'
  }, [])
  return token ? <NewPassword key={token} token={token} reason={error} /> : <AskForLink />
}

function AskForLink() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [state, setState] = useState<'open' | 'busy' | 'sent' | 'failed'>('open')
  const form = useFirstField(state)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!/^\S+@\S+$/.test(email.trim())) {
      setProblem('Enter your email address.')
      return
    }
    setProblem(undefined)
    setState('busy')
    const isSent = await forgotPassword(email.trim()).catch(() => false)
    setState(isSent ? 'sent' : 'failed')
  }

  if (state === 'sent') {
    return (
      <AuthCard title="Look into your mail">
        <p className={css.text} role="status">
          If there is an account for {email.trim()}, a link to choose a new password is on its way. It works for an
          hour.
        </p>
        <BackLink />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Forgot password">
      <div role="alert">{state === 'failed' && <p className={css.failure}>{noAnswer}</p>}</div>
      <p className={css.text}>We send you a link to choose a new one.</p>
      <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          problem={problem}
          onChange={setEmail}
        />
        <Button type="submit" kind="primary" isBusy={state === 'busy'} className={css.submit}>
          Send the link
        </Button>
      </form>
      <div className={css.ways}>
        <Link to="/">Back to sign in</Link>
      </div>
    </AuthCard>
  )
}

function NewPassword({ token, reason }: { token: string; reason: string | undefined }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const form = useFirstField(state)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password.length < lengthMin) {
      setProblem(`It must have at least ${lengthMin} characters.`)
      return
    }
    setProblem(undefined)
    setFailure(null)
    setState('busy')
    const result = await resetPassword(token, password).catch(() => null)
    setState(result === 'done' ? 'done' : 'open')
    if (result === 'done') return
    if (result?.field === 'password') setProblem(`It ${result.problem}.`)
    else setFailure(result ? 'This link was used already or is too old. Ask for a new one.' : noAnswer)
  }

  if (state === 'done') {
    return (
      <AuthCard title="Your password is changed">
        <p className={css.text} role="status">
          Every session of this account has ended. Sign in with the new password.
        </p>
        <BackLink />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Choose a new password">
      <div role="alert">
        {failure && <p className={css.failure}>{failure}</p>}
        {!failure && reason && (
          <p className={css.failure} data-quiet>
            {authErrorText(reason)}
          </p>
        )}
      </div>
      <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={`New password, ${lengthMin} characters or more`}
          name="password"
          type="password"
          autoComplete="new-password"
          value={password}
          problem={problem}
          onChange={setPassword}
        />
        <Button type="submit" kind="primary" isBusy={state === 'busy'} className={css.submit}>
          Change the password
        </Button>
      </form>
      <div className={css.ways}>
        <Link to="/auth/reset">Ask for a new link</Link>
      </div>
    </AuthCard>
  )
}

function BackLink() {
  return (
    <Link to="/" className={css.back}>
      Back to sign in
    </Link>
  )
}

/** Puts the focus into the one field of the form, when the page opens and after each refusal. */
function useFirstField(state: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state === 'busy') return undefined
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [state])
  return form
}
