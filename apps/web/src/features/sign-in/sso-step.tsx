import { isEmailAddress } from '@signet/contract/access/credentials'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { startSso } from './identity-client.ts'
import { t } from './words.ts'
import { noAnswer, signInRefusalText } from './auth-error-text.ts'
import css from './sign-in.module.css'
import { useForm } from '../../ui/forms/use-form.ts'
import { AuthFailure } from './auth-card.tsx'
import { useFirstField } from './use-first-field.ts'

/** Starts the single sign-on of a company, found by the domain of the email address. */
export function SsoStep({
  email: typed,
  callbackUrl,
  onBack,
}: {
  email: string
  callbackUrl: string
  onBack: () => void
}) {
  const form = useForm({
    initial: { email: typed },
    check: ({ email }) => ({ email: !isEmailAddress(email.trim()) && t('emailRequired') }),
    save: async ({ email }) => {
      location.assign(await startSso(email.trim(), callbackUrl))
      // The button stays busy until the browser has navigated to the other site.
      await new Promise<never>(() => {})
    },
    explain: (error) => {
      if (!(error instanceof ApiError)) return noAnswer()
      return error.reason === 'OAuthSignin' ? t('ssoNotAvailable') : signInRefusalText(error.reason)
    },
  })
  useFirstField(form.props.ref, form.problems.form)
  return (
    <>
      <AuthFailure text={form.problems.form} />
      <Text as="p" tone="quiet" below={4}>
        {t('ssoHint')}
      </Text>
      <Stack as="form" {...form.props}>
        <TextField
          size="large"
          label={t('workEmail')}
          name="email"
          type="email"
          autoComplete="username"
          {...form.field('email')}
        />
        <Button type="submit" kind="primary" isBusy={form.isBusy} className={css.submit}>
          {t('continue')}
        </Button>
      </Stack>
      <Stack gap={2} above={3} className={css.ways}>
        <Button kind="quiet" disabled={form.isBusy} onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </Stack>
    </>
  )
}
