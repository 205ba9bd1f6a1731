import { changePassword } from '@signet/contract/account'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { passwordMin } from '../../parts/account/password-length.ts'
import { refreshAccount } from '../../parts/account/account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { ShowPassword } from '../../ui/forms/show-password.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Inline, Stack } from '../../ui/layout/parts.tsx'
import { sentenceOf } from '../../words/messages.ts'
import { t } from './words.ts'
import css from './profile.module.css'

interface Problems {
  current?: string
  next?: string
  form?: string
}

/** A new password; asks for the current one. */
export function PasswordSection({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FormSection title={t('password')}>
      {isOpen ? (
        <PasswordForm email={email} onClose={() => setIsOpen(false)} />
      ) : (
        <Inline wrap>
          <Button onClick={() => setIsOpen(true)}>{t('changeThePassword')}</Button>
        </Inline>
      )}
    </FormSection>
  )
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [isShown, setIsShown] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const refuse = (found: Problems) => {
    setProblems(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (current === '') {
      refuse({ current: t('enterYourPassword') })
      return
    }
    if (next.length < passwordMin) {
      refuse({ next: t('itMustHaveAtLeast', { n: passwordMin }) })
      return
    }
    setIsBusy(true)
    try {
      await call(changePassword, { body: { current, next } })
      snackbar(t('yourPasswordIsChangedEvery'))
      onClose()
      void refreshAccount()
    } catch (error) {
      setIsBusy(false)
      const detail = error instanceof ApiError ? error.details[0] : undefined
      if (detail?.path === 'body.current') refuse({ current: sentenceOf(detail) })
      else if (detail?.path === 'body.next') refuse({ next: sentenceOf(detail) })
      else refuse({ form: errorText(error) })
    }
  }
  return (
    <Stack ref={form} as="form" noValidate onSubmit={(event) => void submit(event)}>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <div className={css.pair}>
        <TextField
          label={t('currentPassword')}
          type="password"
          autoComplete="current-password"
          value={current}
          problem={problems.current}
          onChange={setCurrent}
        />
        <TextField
          label={t('newPassword')}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          hint={t('nCharactersOrMore', { n: passwordMin })}
          value={next}
          problem={problems.next}
          end={<ShowPassword isShown={isShown} onChange={setIsShown} />}
          onChange={setNext}
        />
      </div>
      <p className={css.quiet}>{t('everyOtherSessionOfYours')}</p>
      <FormProblem>{problems.form ?? null}</FormProblem>
      <Inline wrap>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('changeThePassword')}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onClose}>
          {t('cancel')}
        </Button>
      </Inline>
    </Stack>
  )
}
