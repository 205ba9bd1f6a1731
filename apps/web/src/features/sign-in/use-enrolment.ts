import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { createPasskey } from '../../parts/account/create-passkey.ts'
import { takesPasskeys } from '../../session/session-client.ts'
import { signIn } from '../../session/sign-in-client.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { authErrorText, noAnswer } from './auth-error-text.ts'
import { startEnrolment, startPasskey } from './identity-client.ts'
import { useFirstField } from './use-first-field.ts'
import { t } from './words.ts'

export interface Enrolment {
  /** From the sign-in that requires a second factor. */
  token: string
  credentials: { email: string; password: string; callbackUrl: string }
  /** Called when the user is signed in and has seen the recovery codes. */
  onDone: () => Promise<void>
}

/** Enrolling a second factor, a passkey first where the browser takes one: the current view, its failure and its actions. */
export function useEnrolment({ token: firstToken, credentials, onDone }: Enrolment) {
  const [token, setToken] = useState(firstToken)
  const [isApp, setIsApp] = useState(!takesPasskeys())
  const [failure, setFailure] = useState<string | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const secret = useAppSecret(isApp ? token : null, setFailure)
  const form = useForm({
    initial: { totp: '' },
    check: ({ totp }) => ({ totp: totp.trim() === '' && t('codeRequired') }),
    save: async ({ totp }) => {
      const answer = await signIn({ ...credentials, enrol: token, totp: totp.trim() })
      if (!answer.ok)
        throw new ApiError('Refused', { code: 'UNAUTHENTICATED', status: answer.status, reason: answer.error ?? '' })
      setRecoveryCodes(answer.recoveryCodes)
      if (answer.recoveryCodes.length === 0) await onDone()
    },
    explain: (error) => {
      form.props.ref.current?.querySelector('input')?.focus()
      return error instanceof ApiError ? (authErrorText(error.reason) ?? t('codeNotChecked')) : noAnswer()
    },
  })
  const passkey = useAction(
    async () => {
      const options = await startPasskey(token)
      if (!options) {
        setFailure(t('setupExpired'))
        return
      }
      const created = await createPasskey(options)
      // The user closed the browser's dialog, which means that they changed their mind.
      if (!created) return
      const answer = await signIn({ ...credentials, enrol: token, newPasskey: JSON.stringify(created) })
      // A refused passkey comes with a token for another attempt.
      if (answer.enrol) setToken(answer.enrol)
      setFailure(answer.ok ? null : answer.enrol ? t('passkeyNotChecked') : authErrorText(answer.error ?? ''))
      setRecoveryCodes(answer.recoveryCodes)
    },
    { isInline: true, failed: () => t('passkeyNotChecked') },
  )
  const view = recoveryCodes.length > 0 ? 'codes' : isApp ? 'app' : 'passkey'
  // Each view replaces the one that contained the focus; that of the app is complete with its secret.
  const place = useRef<HTMLDivElement>(null)
  useFirstField(place, view === 'app' && !secret ? null : view)
  return {
    place,
    view,
    failure: view === 'app' ? (failure ?? form.problems.form) : (passkey.problem ?? failure),
    /** What an authenticator app needs; null until the server has answered. */
    secret,
    form,
    passkey,
    recoveryCodes,
    chooseApp: () => setIsApp(true),
    choosePasskey: () => setIsApp(false),
  } as const
}

/** The secret for an authenticator app, requested with a token once the app is chosen. */
function useAppSecret(token: string | null, setFailure: (text: string | null) => void) {
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null)
  useEffect(() => {
    if (token === null) return
    let isGone = false
    const start = async () => {
      const started = await startEnrolment(token)
      if (isGone) return
      setSecret(started)
      setFailure(started ? null : t('setupExpired'))
    }
    start().catch(() => setFailure(noAnswer()))
    return () => {
      isGone = true
    }
  }, [token, setFailure])
  return secret
}
