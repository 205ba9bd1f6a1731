import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ShowPassword } from '../../ui/forms/show-password.tsx'
import { Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { firstWrongField, type SignInFields } from './sign-in-fields.ts'
import css from './sign-in.module.css'

/** Email and password. Missing or invalid input is reported at its field. */
export function PasswordForm({
  fields,
  isBusy,
  onChange,
  onWrong,
  onSubmit,
}: {
  fields: SignInFields
  isBusy: boolean
  onChange: (fields: SignInFields) => void
  onWrong: (name: keyof SignInFields) => void
  onSubmit: () => void
}) {
  const [isTried, setIsTried] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const wrong = isTried ? firstWrongField(fields) : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    const first = firstWrongField(fields)
    if (first) onWrong(first.name)
    else onSubmit()
  }
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      <TextField
        size="large"
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        value={fields.email}
        problem={wrong?.name === 'email' ? wrong.problem : undefined}
        onChange={(email) => onChange({ ...fields, email })}
      />
      <TextField
        size="large"
        label={t('password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        value={fields.password}
        problem={wrong?.name === 'password' ? wrong.problem : undefined}
        onChange={(password) => onChange({ ...fields, password })}
        end={<ShowPassword isShown={isShown} onChange={setIsShown} />}
      />
      <Button type="submit" kind="primary" isBusy={isBusy} className={css.submit}>
        {isBusy ? t('signingIn') : t('signIn')}
      </Button>
    </Stack>
  )
}
