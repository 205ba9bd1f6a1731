import { confirmTotp, removeTotp } from '@signet/contract/access/factors'
import { useEffect, useRef, type FocusEvent } from 'react'
import { call } from '../../api/call.ts'
import { problemsOf, type Problems } from '../../api/field-problems.ts'
import { refreshAccount } from '../../parts/account/account.api.ts'
import { CodeList } from '../../parts/account/code-list.tsx'
import { QrCode } from '../../parts/account/qr-code.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { FormProblem } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { t } from './words.ts'
import css from './account.module.css'

export interface TotpSecret {
  secret: string
  uri: string
}

/** The problems of a refused code, or of the call as a whole. */
function explainCode(error: unknown): Problems {
  const found = problemsOf(error, ['code', 'password'])
  return found.fields['code'] === undefined ? found : { ...found, fields: { ...found.fields, code: t('invalidCode') } }
}

/** Selects a refused code, so that typing replaces it. */
const selectCode = (event: FocusEvent<HTMLInputElement>) => event.target.select()

/** The secret of a new app, as a picture, a link and text, and the first code of the app. */
export function SetUpTotp({
  factor,
  onCancel,
  onDone,
}: {
  factor: TotpSecret
  onCancel: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' && t('codeRequired') }),
    save: async ({ code }) => onDone((await call(confirmTotp, { body: { code: code.trim() } })).recoveryCodes),
    explain: explainCode,
  })
  const place = form.props.ref
  useEffect(() => place.current?.querySelector('input')?.focus(), [place])
  return (
    <Stack as="form" {...form.props}>
      <div className={css.setup}>
        <QrCode text={factor.uri} label={t('setupQrCode')} />
        <Stack>
          <p>
            <Rich
              text={(values) => t('setupHint', values)}
              values={{ open: <a href={factor.uri}>{t('openInApp')}</a> }}
            />
          </p>
          <Text as="p" pad={3} size="mono" className="mono framed">
            {factor.secret.match(/.{1,4}/g)?.join(' ')}
          </Text>
          <TextField
            label={t('verificationCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
            onFocus={selectCode}
            {...form.field('code')}
          />
        </Stack>
      </div>
      <FormProblem>{form.problems.form}</FormProblem>
      <Inline wrap>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {t('confirm')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Inline>
    </Stack>
  )
}

/** The recovery codes, which are shown once. */
export function TotpCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  return (
    <Stack ref={place}>
      <p>{t('recoveryCodesHint')}</p>
      <CodeList label={t('recoveryCodes')} codes={codes} fileName="signet-recovery-codes.txt" />
      <Inline wrap>
        <Button kind="primary" data-first onClick={onDone}>
          {t('codesSaved')}
        </Button>
      </Inline>
    </Stack>
  )
}

/** Asks for the password and a code before the app is removed. */
export function RemoveTotp({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password === '' && t('passwordRequired'),
      code: code.trim() === '' && t('codeRequired'),
    }),
    save: async ({ password, code }) => {
      await call(removeTotp, { body: { password, code: code.trim() } })
      snackbar(t('authenticatorAppRemoved'))
      onClose()
      void refreshAccount()
    },
    explain: explainCode,
  })
  return (
    <FormDialog form={form} title={t('removeAuthenticatorApp')} submitLabel={t('remove')} isDangerous onClose={onClose}>
      <Text as="p" tone="quiet">
        {t('removeAppConsequence')}
      </Text>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField label={t('password')} type="password" autoComplete="current-password" {...form.field('password')} />
      <TextField label={t('codeOrRecoveryCode')} autoComplete="one-time-code" {...form.field('code')} />
    </FormDialog>
  )
}
