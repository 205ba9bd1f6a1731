import { isEmailAddress } from '@signet/contract/access/credentials'
import { startSso } from '../../session/sign-in-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
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
      // No answer: the form says so below.
      const answer = await startSso(email.trim(), callbackUrl).catch(() => null)
      if (!answer?.url) throw new Error(answer?.error ?? '')
      location.assign(answer.url)
      // The button stays busy until the browser has navigated to the other site.
      await new Promise<never>(() => {})
    },
    explain: (error) => {
      const code = error instanceof Error ? error.message : ''
      return code === 'OAuthSignin' ? t('ssoNotAvailable') : code ? signInRefusalText(code) : noAnswer()
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
