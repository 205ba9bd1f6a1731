import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { startEnrolment, startPasskey } from './identity-client.ts'
import { takesPasskeys } from '../../session/session-client.ts'
import { createPasskey } from '../../parts/account/create-passkey.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import { signIn } from '../../session/sign-in-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeList } from '../../parts/account/code-list.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { QrCode } from '../../parts/account/qr-code.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { t } from './words.ts'
import { authErrorText, noAnswer } from './auth-error-text.ts'
import css from './sign-in.module.css'
import { AuthFailure } from './auth-card.tsx'

/**
 * Enrolment of users who must have a second factor: a passkey where the browser takes one, otherwise or on request the secret of an
 * authenticator app and its first code; then the recovery codes.
 */
export function EnrolStep({
  token: firstToken,
  credentials,
  onDone,
  onBack,
}: {
  token: string
  credentials: { email: string; password: string; callbackUrl: string }
  onDone: () => Promise<void>
  onBack: () => void
}) {
  const [token, setToken] = useState(firstToken)
  const [isApp, setIsApp] = useState(!takesPasskeys())
  const [factor, setFactor] = useState<{ secret: string; uri: string } | null>(null)
  const [startFailure, setStartFailure] = useState<string | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const place = useRef<HTMLDivElement>(null)
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
      place.current?.querySelector<HTMLElement>('[name=totp]')?.focus()
      return error instanceof ApiError ? (authErrorText(error.reason) ?? t('codeNotChecked')) : noAnswer()
    },
  })

  const passkey = useAction(
    async () => {
      const options = await startPasskey(token)
      if (!options) {
        setStartFailure(t('setupExpired'))
        return
      }
      const created = await createPasskey(options)
      // The user closed the browser's dialog, which means that they changed their mind.
      if (!created) return
      const answer = await signIn({ ...credentials, enrol: token, newPasskey: JSON.stringify(created) })
      // A refused passkey comes with a token for another attempt.
      if (answer.enrol) setToken(answer.enrol)
      setStartFailure(answer.ok ? null : answer.enrol ? t('passkeyNotChecked') : authErrorText(answer.error ?? ''))
      setRecoveryCodes(answer.recoveryCodes)
    },
    { isInline: true, failed: () => t('passkeyNotChecked') },
  )

  useEffect(() => {
    if (!isApp) return
    let isGone = false
    const start = async () => {
      const started = await startEnrolment(token)
      if (isGone) return
      setFactor(started)
      setStartFailure(null)
      if (!started) setStartFailure(t('setupExpired'))
    }
    start().catch(() => setStartFailure(noAnswer()))
    return () => {
      isGone = true
    }
  }, [isApp, token])
  const view = recoveryCodes.length > 0 ? 'codes' : isApp ? factor && 'code' : 'passkey'
  useEffect(() => {
    // Each view replaces the one that contained the focus.
    if (view) place.current?.querySelector<HTMLElement>(view === 'code' ? '[name=totp]' : '[data-first]')?.focus()
  }, [view])

  if (recoveryCodes.length > 0) {
    return (
      <div ref={place}>
        <SavedCodes codes={recoveryCodes} onDone={onDone} />
      </div>
    )
  }
  if (!isApp) {
    return (
      <div ref={place}>
        <AuthFailure text={passkey.problem ?? startFailure} />
        <Text as="p" tone="quiet" below={4}>
          {t('newPasskeyHint')}
        </Text>
        <Stack gap={2} className={css.ways}>
          <Button kind="primary" data-first isBusy={passkey.isBusy} onClick={passkey.run}>
            {t('createPasskey')}
          </Button>
          <Button disabled={passkey.isBusy} onClick={() => setIsApp(true)}>
            {t('useAuthenticatorApp')}
          </Button>
          <Button kind="quiet" disabled={passkey.isBusy} onClick={onBack}>
            {t('backToSignIn')}
          </Button>
        </Stack>
      </div>
    )
  }
  return (
    <div ref={place}>
      <AuthFailure text={startFailure ?? form.problems.form} />
      {factor && (
        <>
          <AppSecret {...factor} />
          <Stack as="form" {...form.props}>
            <TextField
              size="large"
              label={t('firstCode')}
              name="totp"
              inputMode="numeric"
              autoComplete="one-time-code"
              {...form.field('totp')}
            />
            <Button type="submit" kind="primary" isBusy={form.isBusy} className={css.submit}>
              {form.isBusy ? t('checking') : t('confirmAndSignIn')}
            </Button>
          </Stack>
        </>
      )}
      <Stack gap={2} above={3} className={css.ways}>
        {takesPasskeys() ? (
          <Button kind="quiet" onClick={() => setIsApp(false)}>
            {t('usePasskey')}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </Stack>
    </div>
  )
}

/** The recovery codes, which are shown once. */
function SavedCodes({ codes, onDone }: { codes: string[]; onDone: () => Promise<void> }) {
  return (
    <>
      <Text as="p" tone="quiet" below={4}>
        {t('recoveryCodesHint')}
      </Text>
      <CodeList label={t('recoveryCodes')} codes={codes} fileName="signet-recovery-codes.txt" />
      <Stack gap={2} above={3} className={css.ways}>
        <Button kind="primary" data-first onClick={() => void onDone()}>
          {t('codesSaved')}
        </Button>
      </Stack>
    </>
  )
}

/** What an authenticator app needs: as a link, a picture, or text to copy. */
function AppSecret({ uri, secret }: { uri: string; secret: string }) {
  return (
    <>
      <Text as="p" tone="quiet" below={4}>
        <Rich text={(values) => t('setupHint', values)} values={{ open: <a href={uri}>{t('openInApp')}</a> }} />
      </Text>
      <Stack gap={3} align="center" below={4}>
        <QrCode text={uri} label={t('setupQrCode')} />
        <Text as="p" wide pad={3} size="mono" centred className={`mono ${css.secret} framed`}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Text>
      </Stack>
    </>
  )
}
