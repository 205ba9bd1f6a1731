import { confirmTotp, removeTotp, startTotp } from '@signet/contract/access/factors'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { call } from '../../api/call.ts'
import { refreshAccount } from '../../parts/account/account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeList } from '../../parts/account/code-list.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { QrCode } from '../../parts/account/qr-code.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './account.module.css'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import { problemsOf, type Problems } from '../../api/field-problems.ts'

interface Secret {
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

/** One-time codes from an authenticator app: setup, recovery codes shown once, and removal. */
export function TotpSection({ email, isOn }: { email: string; isOn: boolean }) {
  const [factor, setFactor] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isRemoving, setIsRemoving] = useState(false)

  const start = useAction(async () => setFactor(await call(startTotp, {})), {
    isInline: true,
    failed: (reason) => {
      void refreshAccount()
      return reason
    },
  })

  return (
    <FormSection
      title={t('authenticatorApp')}
      hint={t('authenticatorAppHint')}
      actions={<Chip tone={isOn ? 'good' : 'closed'}>{isOn ? t('on') : t('off')}</Chip>}
    >
      {codes.length > 0 ? (
        <Codes codes={codes} onDone={() => setCodes([])} />
      ) : factor ? (
        <SetUp
          factor={factor}
          onCancel={() => setFactor(null)}
          onDone={(recoveryCodes) => {
            setFactor(null)
            setCodes(recoveryCodes)
            void refreshAccount()
          }}
        />
      ) : (
        <Inline wrap>
          {isOn ? (
            <Button onClick={() => setIsRemoving(true)}>{t('removeAuthenticatorApp')}</Button>
          ) : (
            <Button isBusy={start.isBusy} onClick={start.run}>
              {t('setUpAuthenticatorApp')}
            </Button>
          )}
        </Inline>
      )}
      <FormProblem>{start.problem}</FormProblem>
      {isRemoving && <RemoveDialog email={email} onClose={() => setIsRemoving(false)} />}
    </FormSection>
  )
}

function SetUp({
  factor,
  onCancel,
  onDone,
}: {
  factor: Secret
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

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
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

function RemoveDialog({ email, onClose }: { email: string; onClose: () => void }) {
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
