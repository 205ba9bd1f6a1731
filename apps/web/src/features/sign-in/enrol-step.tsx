import { useEffect, useRef, useState, type FormEvent } from 'react'
import { startEnrolment } from '../../session/identity-client.ts'
import { signIn } from '../../session/session-client.ts'
import { Button } from '../../ui/button.tsx'
import { authErrorText } from './auth-error-text.ts'
import { Field } from './field.tsx'
import css from './sign-in.module.css'

const noAnswer = 'The server did not answer. Check the connection and try again.'

/** The first second factor of somebody who must have one: the secret, its first code, then the recovery codes. */
export function EnrolStep({
  token,
  credentials,
  onDone,
  onBack,
}: {
  token: string
  credentials: { email: string; password: string; callbackUrl: string }
  onDone: () => Promise<void>
  onBack: () => void
}) {
  const [factor, setFactor] = useState<{ secret: string; uri: string } | null>(null)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let isGone = false
    const start = async () => {
      const started = await startEnrolment(token)
      if (isGone) return
      setFactor(started)
      if (!started) setFailure('This took too long. Go back and sign in again.')
    }
    start().catch(() => setFailure(noAnswer))
    return () => {
      isGone = true
    }
  }, [token])
  const view = recoveryCodes.length > 0 ? 'codes' : factor && 'code'
  useEffect(() => {
    // Each view replaces the one that had the focus.
    if (view) place.current?.querySelector<HTMLElement>(view === 'codes' ? '[data-first]' : '[name=totp]')?.focus()
  }, [view])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setFailure(null)
    const answer = await signIn({ ...credentials, enrol: token, totp: code.trim() }).catch(() => null)
    setIsBusy(false)
    if (answer?.ok) {
      setRecoveryCodes(answer.recoveryCodes)
      if (answer.recoveryCodes.length === 0) await onDone()
      return
    }
    setFailure(answer ? (authErrorText(answer.error ?? '') ?? 'The code could not be checked. Try again.') : noAnswer)
    place.current?.querySelector<HTMLElement>('[name=totp]')?.focus()
  }

  if (recoveryCodes.length > 0) {
    return (
      <div ref={place}>
        <p className={css.text}>
          Keep these recovery codes somewhere safe. Each one signs you in once if you lose your authenticator; they are
          not shown again.
        </p>
        <ul className={css.codes} aria-label="Recovery codes">
          {recoveryCodes.map((one) => (
            <li key={one} className="mono">
              {one}
            </li>
          ))}
        </ul>
        <div className={css.form}>
          <Button kind="primary" className={css.submit} data-first onClick={() => void onDone()}>
            I have kept them
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div ref={place}>
      <div role="alert">{failure && <p className={css.failure}>{failure}</p>}</div>
      {factor && (
        <>
          <p className={css.text}>
            Your role needs a second factor. Add this key to an authenticator app, or{' '}
            <a href={factor.uri}>open it in one on this device</a>.
          </p>
          <p className={`mono ${css.secret}`}>{factor.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
            <Field
              label="Code the app shows now"
              name="totp"
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={setCode}
            />
            <Button type="submit" kind="primary" isBusy={isBusy} disabled={code.trim() === ''} className={css.submit}>
              {isBusy ? 'Checking…' : 'Confirm and sign in'}
            </Button>
          </form>
        </>
      )}
      <div className={css.ways}>
        <Button kind="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </div>
  )
}
