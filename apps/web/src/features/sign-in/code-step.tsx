import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './sign-in.module.css'
import { useCode } from './use-code.ts'

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
  const isPasskeyFirst = hasPasskey && onPasskey !== undefined
  const { place, kind, form, choose } = useCode({ isPasskeyFirst, onCode, onSwitch })
  const isRecovery = kind === 'recovery'
  const back = (
    <Button kind="quiet" disabled={isBusy} onClick={onBack}>
      {t('backToSignIn')}
    </Button>
  )
  if (kind === 'passkey') {
    return (
      <div ref={place}>
        {alert}
        <Text as="p" tone="quiet" below={4}>
          {t('passkeyHint', { email })}
        </Text>
        <Stack gap={2} className={css.ways}>
          <Button kind="primary" data-first isBusy={isBusy} onClick={onPasskey}>
            {t('signInWithPasskey')}
          </Button>
          <Button kind="quiet" disabled={isBusy} onClick={() => choose('app')}>
            {t('useCode')}
          </Button>
          {back}
        </Stack>
      </div>
    )
  }
  return (
    <div ref={place}>
      {alert}
      <Text as="p" tone="quiet" below={4}>
        {isRecovery ? t('recoveryCodeHint', { email }) : t('verificationCodeHint', { email })}
      </Text>
      <Stack as="form" {...form.props}>
        <TextField
          size="large"
          key={kind}
          label={isRecovery ? t('recoveryCode') : t('verificationCode')}
          name="totp"
          type="text"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          {...form.field('totp')}
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
        <Button kind="quiet" disabled={isBusy} onClick={() => choose(isRecovery ? 'app' : 'recovery')}>
          {isRecovery ? t('useAuthenticatorApp') : t('useRecoveryCode')}
        </Button>
        {back}
      </Stack>
    </div>
  )
}
