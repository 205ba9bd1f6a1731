import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { signIn, type SignInAnswer } from '../../session/sign-in-client.ts'
import { refreshSession } from '../../session/session-store.ts'
import { safeCallback } from '../../url/redirect.ts'
import { noAnswer, signInRefusalText } from './auth-error-text.ts'
import type { SignInFields } from './sign-in-fields.ts'

type Step = { kind: 'password' | 'sso' } | { kind: 'code'; hasPasskey: boolean } | { kind: 'enrol'; token: string }

/** Signing in step by step: the current step, the last failure, and the actions. */
export function useSignIn({
  error,
  callbackUrl,
  focus,
}: {
  /** Why the user was redirected here. */
  error: string | undefined
  callbackUrl: string | undefined
  /** Moves the focus to the field with this name. */
  focus: (name: string) => void
}) {
  const router = useRouter()
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const [fields, setFields] = useState<SignInFields>({ email: '', password: '' })
  const [failure, setFailure] = useState(error ? signInRefusalText(error) : null)
  const [isBusy, setIsBusy] = useState(false)
  const callback = safeCallback(callbackUrl, location.origin) ?? '/'

  /** The redirect rules continue from here: to the callback URL, or to the home page of the role. */
  const enter = async () => {
    const { status } = await refreshSession()
    if (status === 'authenticated') await router.invalidate()
    else {
      setIsBusy(false)
      setFailure(noAnswer())
    }
  }
  const attempt = async (post: () => Promise<SignInAnswer | null>) => {
    setIsBusy(true)
    setFailure(null)
    // The server didn't answer, which the form says below.
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
    } else if (code === 'TotpRequired' && fields.password !== '')
      setStep({ kind: 'code', hasPasskey: answer?.hasPasskey ?? false })
    else {
      setFailure(answer ? signInRefusalText(code || String(answer.status)) : noAnswer())
      focus(step.kind === 'code' ? 'totp' : fields.email === '' ? 'email' : 'password')
    }
  }
  const withPasskey = () =>
    attempt(async () => {
      const { askSignInPasskey } = await import('./ask-passkey.ts')
      const passkey = await askSignInPasskey()
      // The user closed the browser's dialog, which means that they changed their mind.
      return passkey === null ? null : signIn({ passkey, callbackUrl: callback })
    })
  return {
    step,
    fields,
    setFields,
    failure,
    forgive: () => setFailure(null),
    isBusy,
    credentials: { email: fields.email.trim(), password: fields.password, callbackUrl: callback },
    attempt,
    withPasskey,
    enter,
    goTo: (next: Step) => {
      setFailure(null)
      setStep(next)
    },
  }
}
