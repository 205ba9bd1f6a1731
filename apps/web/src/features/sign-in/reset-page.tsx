import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { forgotPassword, resetPassword } from './identity-client.ts'
import { passwordMin } from '../../parts/account/password-length.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ShowPassword } from '../../ui/forms/show-password.tsx'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { authErrorText, noAnswer } from './auth-error-text.ts'
import { AuthCard } from './auth-card.tsx'
import { isEmail } from './sign-in-fields.ts'
import css from './sign-in.module.css'

/** Without a token: asks for a link to a new password. With one, from a mail or a sign-in: sets it. */
export function ResetPage() {
  const { token, error } = useSearch({ from: '/auth/reset' })
  useEffect(() => {
    document.title = `${t('newPassword')} · Signet`
  }, [])
  return token ? <NewPassword key={token} token={token} reason={error} /> : <AskForLink />
}

function AskForLink() {
  const { callbackUrl } = useSearch({ from: '/auth/reset' })
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [state, setState] = useState<'open' | 'busy' | 'sent' | 'failed'>('open')
  const form = useFirstField(state)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isEmail(email)) {
      setProblem(t('enterYourEmailAddress'))
      form.current?.querySelector('input')?.focus()
      return
    }
    setProblem(undefined)
    setState('busy')
    const isSent = await forgotPassword(email.trim()).catch(() => false)
    setState(isSent ? 'sent' : 'failed')
  }

  if (state === 'sent') {
    return (
      <AuthCard title={t('lookIntoYourMail')}>
        <Text as="p" tone="quiet" below={4} className={css.text} role="status">
          {t('ifThereIsAnAccount', {
            email: email.trim(),
          })}
        </Text>
        <BackLink />
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t('forgotPassword')}>
      <div role="alert">
        {state === 'failed' && (
          <Card as="p" kind="note" tone="danger" below={4} className={css.failure}>
            {noAnswer()}
          </Card>
        )}
      </div>
      <Text as="p" tone="quiet" below={4} className={css.text}>
        {t('weSendYouALink')}
      </Text>
      <Stack ref={form} as="form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          size="large"
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          problem={problem}
          onChange={setEmail}
        />
        <Button type="submit" kind="primary" isBusy={state === 'busy'} className={css.submit}>
          {t('sendTheLink')}
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

function NewPassword({ token, reason }: { token: string; reason: string | undefined }) {
  const { callbackUrl } = useSearch({ from: '/auth/reset' })
  const [password, setPassword] = useState('')
  const [isShown, setIsShown] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const form = useFirstField(state)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password.length < passwordMin) {
      setProblem(t('itMustHaveAtLeast', { n: passwordMin }))
      form.current?.querySelector('input')?.focus()
      return
    }
    setProblem(undefined)
    setFailure(null)
    setState('busy')
    const result = await resetPassword(token, password).catch(() => null)
    setState(result === 'done' ? 'done' : 'open')
    if (result === 'done') return
    if (result?.field === 'password') setProblem(result.problem)
    else setFailure(result ? t('thisLinkWasUsedAlready') : noAnswer())
  }

  if (state === 'done') {
    return (
      <AuthCard title={t('yourPasswordIsChanged')}>
        <Text as="p" tone="quiet" below={4} className={css.text} role="status">
          {t('everySessionOfThisAccount')}
        </Text>
        <BackLink />
      </AuthCard>
    )
  }
  return (
    <AuthCard title={t('chooseANewPassword')}>
      <div role="alert">
        {failure && (
          <Card as="p" kind="note" tone="danger" below={4} className={css.failure}>
            {failure}
          </Card>
        )}
        {!failure && reason && (
          <Card as="p" kind="note" tone="danger" below={4} className={css.failure} data-quiet>
            {authErrorText(reason)}
          </Card>
        )}
      </div>
      <Stack ref={form} as="form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          size="large"
          label={t('newPasswordNCharacters', { n: passwordMin })}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          value={password}
          problem={problem}
          onChange={setPassword}
          end={<ShowPassword isShown={isShown} onChange={setIsShown} />}
        />
        <Button type="submit" kind="primary" isBusy={state === 'busy'} className={css.submit}>
          {t('changeThePassword')}
        </Button>
      </Stack>
      <Stack gap={2} above={3} className={css.ways}>
        {reason ? (
          <Link to="/" search={{ callbackUrl }}>
            {t('backToSignIn')}
          </Link>
        ) : (
          <Link to="/auth/reset" search={{ callbackUrl }}>
            {t('askForANewLink')}
          </Link>
        )}
      </Stack>
    </AuthCard>
  )
}

function BackLink() {
  const { callbackUrl } = useSearch({ from: '/auth/reset' })
  return (
    <Link to="/" search={{ callbackUrl }} className={css.back}>
      {t('backToSignIn')}
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
