import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './sign-in.module.css'

/** The second factor after the correct password: a passkey if the account has one, otherwise a code from the app or a recovery code. */
export function CodeStep({
  email,
  alert,
  isBusy,
  hasPasskey,
  onPasskey,
  onCode,
  onSwitch,
  onBack,
}: {
  email: string
  alert: ReactNode
  isBusy: boolean
  /** Whether the account has a passkey, which is offered first. */
  hasPasskey: boolean
  /** Undefined where the browser takes no passkeys. */
  onPasskey: (() => void) | undefined
  onCode: (code: string) => void
  /** Called when the user switches to another kind of code. The previous error message no longer applies. */
  onSwitch: () => void
  onBack: () => void
}) {
  const [isCode, setIsCode] = useState(!hasPasskey || !onPasskey)
  const [isRecovery, setIsRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const passkey = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      (form.current ?? passkey.current)?.querySelector<HTMLElement>('input, button')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (code.trim() === '') form.current?.querySelector('input')?.focus()
    else onCode(code.trim())
  }
  if (!isCode && onPasskey) {
    return (
      <div ref={passkey}>
        {alert}
        <Text as="p" tone="quiet" below={4}>
          {t('passkeyHint', { email })}
        </Text>
        <Stack gap={2} className={css.ways}>
          <Button kind="primary" isBusy={isBusy} onClick={onPasskey}>
            {t('signInWithPasskey')}
          </Button>
          <Button
            kind="quiet"
            disabled={isBusy}
            onClick={() => {
              onSwitch()
              setIsCode(true)
              requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
            }}
          >
            {t('useCode')}
          </Button>
          <Button kind="quiet" disabled={isBusy} onClick={onBack}>
            {t('backToSignIn')}
          </Button>
        </Stack>
      </div>
    )
  }
  return (
    <>
      {alert}
      <Text as="p" tone="quiet" below={4}>
        {isRecovery ? t('recoveryCodeHint', { email }) : t('verificationCodeHint', { email })}
      </Text>
      <Stack ref={form} as="form" noValidate onSubmit={submit}>
        <TextField
          size="large"
          key={String(isRecovery)}
          label={isRecovery ? t('recoveryCode') : t('verificationCode')}
          name="totp"
          type="text"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          value={code}
          problem={isTried && code.trim() === '' ? t('codeRequired') : undefined}
          onChange={setCode}
        />
        <Button type="submit" kind="primary" isBusy={isBusy} className={css.submit}>
          {isBusy ? t('checking') : t('signIn')}
        </Button>
      </Stack>
      <Stack gap={2} above={3} className={css.ways}>
        {onPasskey ? (
          <Button disabled={isBusy} onClick={onPasskey}>
            {t('signInWithPasskey')}
          </Button>
        ) : null}
        <Button
          kind="quiet"
          disabled={isBusy}
          onClick={() => {
            setIsRecovery(!isRecovery)
            onSwitch()
            setCode('')
            setIsTried(false)
            requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
          }}
        >
          {isRecovery ? t('useAuthenticatorApp') : t('useRecoveryCode')}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </Stack>
    </>
  )
}
