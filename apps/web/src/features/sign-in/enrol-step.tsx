import { useEffect, useRef, useState, type FormEvent } from 'react'
import { startEnrolment } from './identity-client.ts'
import { signIn } from '../../session/session-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeList } from '../../parts/account/code-list.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { QrCode } from '../../parts/account/qr-code.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { t } from './words.ts'
import { authErrorText, noAnswer } from './auth-error-text.ts'
import css from './sign-in.module.css'
import { AuthFailure } from './auth-card.tsx'

/** Enrolment of users who must have a second factor: the secret, its first code, then the recovery codes. */
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
  const [isTried, setIsTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const place = useRef<HTMLDivElement>(null)
  const toField = () => place.current?.querySelector<HTMLElement>('[name=totp]')?.focus()

  useEffect(() => {
    let isGone = false
    const start = async () => {
      const started = await startEnrolment(token)
      if (isGone) return
      setFactor(started)
      if (!started) setFailure(t('setupExpired'))
    }
    start().catch(() => setFailure(noAnswer()))
    return () => {
      isGone = true
    }
  }, [token])
  const view = recoveryCodes.length > 0 ? 'codes' : factor && 'code'
  useEffect(() => {
    // Each view replaces the one that contained the focus.
    if (view) place.current?.querySelector<HTMLElement>(view === 'codes' ? '[data-first]' : '[name=totp]')?.focus()
  }, [view])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (code.trim() === '') {
      toField()
      return
    }
    setIsBusy(true)
    setFailure(null)
    const answer = await signIn({ ...credentials, enrol: token, totp: code.trim() }).catch(() => null)
    setIsBusy(false)
    if (answer?.ok) {
      setRecoveryCodes(answer.recoveryCodes)
      if (answer.recoveryCodes.length === 0) await onDone()
      return
    }
    setFailure(answer ? (authErrorText(answer.error ?? '') ?? t('codeNotChecked')) : noAnswer())
    toField()
  }

  if (recoveryCodes.length > 0) {
    return (
      <div ref={place}>
        <Text as="p" tone="quiet" below={4} className={css.text}>
          {t('recoveryCodesHint')}
        </Text>
        <CodeList label={t('recoveryCodes')} codes={recoveryCodes} fileName="signet-recovery-codes.txt" />
        <Stack gap={2} above={3} className={css.ways}>
          <Button kind="primary" data-first onClick={() => void onDone()}>
            {t('codesSaved')}
          </Button>
        </Stack>
      </div>
    )
  }
  return (
    <div ref={place}>
      <AuthFailure text={failure} />
      {factor && (
        <>
          <Text as="p" tone="quiet" below={4} className={css.text}>
            <Rich
              text={(values) => t('setupHint', values)}
              values={{ open: <a href={factor.uri}>{t('openInApp')}</a> }}
            />
          </Text>
          <Stack gap={3} align="center" below={4}>
            <QrCode text={factor.uri} label={t('setupQrCode')} />
            <p className={`mono ${css.secret}`}>{factor.secret.match(/.{1,4}/g)?.join(' ')}</p>
          </Stack>
          <Stack as="form" noValidate onSubmit={(event) => void submit(event)}>
            <TextField
              size="large"
              label={t('firstCode')}
              name="totp"
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              problem={isTried && code.trim() === '' ? t('codeRequired') : undefined}
              onChange={setCode}
            />
            <Button type="submit" kind="primary" isBusy={isBusy} className={css.submit}>
              {isBusy ? t('checking') : t('confirmAndSignIn')}
            </Button>
          </Stack>
        </>
      )}
      <Stack gap={2} above={3} className={css.ways}>
        <Button kind="quiet" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </Stack>
    </div>
  )
}
