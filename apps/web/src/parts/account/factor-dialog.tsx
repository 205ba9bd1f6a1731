import { passkeyAssertion, type PasskeyAssertion } from '@signet/contract/access/factors'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { detailsQuery } from './account.api.ts'
import { askPasskey } from './ask-passkey.ts'
import { call } from '../../api/call.ts'
import { duration } from '../../format/time/duration.ts'
import { t } from './words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { FailedBlock, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialogs/dialog.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { FormProblem } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'

const codeMax = 40
/** Apps show codes in groups of digits, which users copy with the space. */
const plain = (code: string) => code.replaceAll(/\s+/g, '')

/** Why a second factor was refused, as text. */
function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  if (error.code === 'BAD_REQUEST') {
    return error.details.some(({ path }) => path === 'body.passkey') ? t('passkeyRejected') : t('invalidCode')
  }
  if (error.code === 'TOO_MANY_REQUESTS') {
    const seconds = error.retryAfter
    return seconds === undefined ? t('tooManyAttempts') : t('tooManyAttemptsUntil', { time: duration(seconds * 1000) })
  }
  return errorText(error)
}

/**
 * Asks for the second factor again before an irreversible action: a code, a recovery code or a passkey. If the user has none, it says where
 * to set one up.
 */
export function FactorDialog({
  title,
  text,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  title: string
  /** The consequence of the action, and that it is recorded in the audit log. */
  text: string
  confirmLabel: string
  /** Makes the call. Its error is shown in the dialog. */
  onConfirm: (factor: { totp: string } | { passkey: PasskeyAssertion }) => Promise<void>
  onClose: () => void
}) {
  const details = useQuery({
    ...detailsQuery,
    // The user may have set one up in another tab in the meantime.
    staleTime: 0,
  })
  const mfa =
    details.isFetching && !details.data?.mfa.totp && !details.data?.mfa.passkeys ? undefined : details.data?.mfa
  return (
    <Dialog title={title} width={440} onClose={onClose}>
      {mfa === undefined ? (
        details.error && !details.isFetching ? (
          <FailedBlock what={t('signInSettings')} error={details.error} retry={() => void details.refetch()} />
        ) : (
          <Skeleton lines={4} />
        )
      ) : !mfa.totp && mfa.passkeys === 0 ? (
        <>
          <Text as="p" tone="quiet">
            {t('twoFactorRequired')}
          </Text>
          <Text as="p" tone="quiet">
            <a href="/profile">{t('setUpTwoFactor')}</a>
          </Text>
          <DialogActions>
            <Button onClick={onClose}>{t('close')}</Button>
          </DialogActions>
        </>
      ) : (
        <Factors
          hasCode={mfa.totp}
          hasPasskey={mfa.passkeys > 0}
          text={text}
          confirmLabel={confirmLabel}
          onConfirm={onConfirm}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function Factors({
  hasCode,
  hasPasskey,
  text,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  hasCode: boolean
  hasPasskey: boolean
  text: string
  confirmLabel: string
  onConfirm: (factor: { totp: string } | { passkey: PasskeyAssertion }) => Promise<void>
  onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: plain(code) === '' && t('codeRequired') }),
    save: ({ code }) => onConfirm({ totp: plain(code) }),
    explain: (error) => {
      field.current?.select()
      return { fields: { code: refusalText(error) }, form: null }
    },
  })
  const passkey = useAction(
    async () => {
      const signed = await askPasskey(await call(passkeyAssertion, {}))
      // Closed or timed out. The browser has already shown this.
      if (signed) await onConfirm({ passkey: signed })
    },
    { isInline: true, failed: (_, error) => refusalText(error) },
  )
  const isBusy = form.isBusy || passkey.isBusy

  return (
    <Stack as="form" gap={3} {...form.props}>
      <Text as="p" tone="quiet">
        {text}
      </Text>
      {hasCode ? (
        <InputField
          label={t('verificationCode')}
          hint={t('verificationCodeHint')}
          {...form.field('code')}
          problem={form.problems.fields['code'] ?? passkey.problem}
          ref={field}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeMax}
          spellCheck={false}
          // Entering a code is the purpose of the dialog.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      ) : (
        <FormProblem>{passkey.problem}</FormProblem>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        {hasPasskey && (
          <Button
            kind={hasCode ? 'plain' : 'primary'}
            icon={<IconFingerprint size={16} stroke={1.7} aria-hidden="true" />}
            isBusy={passkey.isBusy}
            disabled={isBusy}
            onClick={() => {
              form.reset(form.values)
              passkey.run()
            }}
          >
            {t('usePasskey')}
          </Button>
        )}
        {hasCode && (
          <Button type="submit" kind="primary" isBusy={form.isBusy} disabled={isBusy}>
            {confirmLabel}
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}
