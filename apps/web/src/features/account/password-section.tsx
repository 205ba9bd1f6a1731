import { passwordLength } from '@signet/contract/access/credentials'
import { changePassword } from '@signet/contract/access/account'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshAccount } from '../../parts/account/account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { ShowPassword } from '../../ui/forms/show-password.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './account.module.css'
import { useForm } from '../../ui/forms/use-form.ts'

/** Changes the password after asking for the current one. */
export function PasswordSection({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FormSection title={t('password')}>
      {isOpen ? (
        <PasswordForm email={email} onClose={() => setIsOpen(false)} />
      ) : (
        <Inline wrap>
          <Button onClick={() => setIsOpen(true)}>{t('changePassword')}</Button>
        </Inline>
      )}
    </FormSection>
  )
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const [isShown, setIsShown] = useState(false)
  const form = useForm({
    initial: { current: '', next: '' },
    check: ({ current, next }) => ({
      current: current === '' && t('passwordRequired'),
      next: next.length < passwordLength.min && t('passwordTooShort', { n: passwordLength.min }),
    }),
    save: async (body) => {
      await call(changePassword, { body })
      snackbar(t('passwordChanged'))
      onClose()
      void refreshAccount()
    },
  })
  return (
    <Stack as="form" {...form.props}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <div className={css.pair}>
        <TextField
          label={t('currentPassword')}
          type="password"
          autoComplete="current-password"
          {...form.field('current')}
        />
        <TextField
          label={t('newPassword')}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          hint={t('passwordHint', { n: passwordLength.min })}
          {...form.field('next')}
          end={<ShowPassword isShown={isShown} onChange={setIsShown} />}
        />
      </div>
      <Text as="p" tone="quiet">
        {t('changePasswordHint')}
      </Text>
      <FormProblem>{form.problems.form}</FormProblem>
      <Inline wrap>
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {t('changePassword')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={onClose}>
          {t('cancel')}
        </Button>
      </Inline>
    </Stack>
  )
}
