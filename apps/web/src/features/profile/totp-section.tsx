import { confirmTotp, removeTotp, startTotp } from '@signet/contract/factors'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refreshAccount } from '../../parts/account/account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeList } from '../../parts/account/code-list.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { QrCode } from '../../parts/account/qr-code.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Inline, Stack } from '../../ui/layout/parts.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { t } from './words.ts'
import css from './profile.module.css'

interface Secret {
  secret: string
  uri: string
}

/** What is wrong with a code, or with the call as a whole. */
function codeProblem(error: unknown): { code?: string; password?: string; form?: string } {
  const detail = error instanceof ApiError ? error.details[0] : undefined
  if (detail?.path === 'body.code') return { code: t('thatCodeIsNotValid') }
  if (detail?.path === 'body.password') return { password: sentenceOf(detail) }
  return { form: errorText(error) }
}

/** One-time codes of an authenticator app: set up, recovery codes shown once, given up. */
export function TotpSection({ email, isOn }: { email: string; isOn: boolean }) {
  const [factor, setFactor] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)

  const start = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      setFactor(await call(startTotp, {}))
    } catch (error) {
      setFailure(errorText(error))
      void refreshAccount()
    }
    setIsBusy(false)
  }

  return (
    <FormSection
      title={t('authenticatorApp')}
      hint={t('afterThePasswordACode')}
      actions={
        <span className={css.badge} data-good={isOn || undefined}>
          {isOn ? t('on') : t('off')}
        </span>
      }
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
            <Button onClick={() => setIsRemoving(true)}>{t('removeTheAuthenticatorApp')}</Button>
          ) : (
            <Button isBusy={isBusy} onClick={() => void start()}>
              {t('setUpAnAuthenticatorApp')}
            </Button>
          )}
        </Inline>
      )}
      <FormProblem>{failure}</FormProblem>
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
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<{ code?: string; form?: string }>({})
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = form.current?.querySelector('input')
    if (code.trim() === '') {
      setProblem({ code: t('enterTheCode') })
      input?.focus()
      return
    }
    setIsBusy(true)
    try {
      onDone((await call(confirmTotp, { body: { code: code.trim() } })).recoveryCodes)
    } catch (error) {
      setProblem(codeProblem(error))
      setIsBusy(false)
      input?.select()
    }
  }
  return (
    <Stack ref={form} as="form" noValidate onSubmit={(event) => void submit(event)}>
      <div className={css.setup}>
        <QrCode text={factor.uri} label={t('qrCodeOfTheKey')} />
        <Stack>
          <p>
            <Rich
              text={(values) => t('scanThisWithAnAuthenticator', values)}
              values={{ open: <a href={factor.uri}>{t('openItInOne')}</a> }}
            />
          </p>
          <p className={`mono ${css.secret}`}>{factor.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <TextField
            label={t('codeTheAppShowsNow')}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            problem={problem.code}
            onChange={setCode}
          />
        </Stack>
      </div>
      <FormProblem>{problem.form ?? null}</FormProblem>
      <Inline wrap>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('confirm')}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onCancel}>
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
      <p>{t('keepTheseRecoveryCodesSomewhere')}</p>
      <CodeList label={t('recoveryCodes')} codes={codes} fileName="signet-recovery-codes.txt" />
      <Inline wrap>
        <Button kind="primary" data-first onClick={onDone}>
          {t('iHaveKeptThem')}
        </Button>
      </Inline>
    </Stack>
  )
}

function RemoveDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<{ password?: string; code?: string; form?: string }>({})
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const refuse = (found: typeof problem) => {
    setProblem(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') {
      refuse({ password: t('enterYourPassword') })
      return
    }
    if (code.trim() === '') {
      refuse({ code: t('enterTheCode') })
      return
    }
    setIsBusy(true)
    try {
      await call(removeTotp, { body: { password, code: code.trim() } })
      snackbar(t('authenticatorAppIsRemoved'))
      onClose()
      void refreshAccount()
    } catch (error) {
      setIsBusy(false)
      refuse(codeProblem(error))
    }
  }
  return (
    <Dialog title={t('removeTheAuthenticatorApp')} onClose={onClose}>
      <Stack ref={form} as="form" noValidate onSubmit={(event) => void submit(event)}>
        <p className={css.quiet}>{t('yourPasswordAloneWillThen')}</p>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          value={password}
          problem={problem.password}
          onChange={setPassword}
        />
        <TextField
          label={t('codeFromYourAuthenticatorApp')}
          autoComplete="one-time-code"
          value={code}
          problem={problem.code}
          onChange={setCode}
        />
        <FormProblem>{problem.form ?? null}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="danger" isBusy={isBusy}>
            {t('remove')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
