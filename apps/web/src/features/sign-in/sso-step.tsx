import { useEffect, useRef, useState, type FormEvent } from 'react'
import { startSso } from '../../session/session-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { noAnswer, refusalText } from './auth-error-text.ts'
import { isEmail } from './sign-in-fields.ts'
import css from './sign-in.module.css'

/** The way to the company's own sign-in, found by the domain of the address. */
export function SsoStep({
  email: typed,
  callbackUrl,
  onBack,
}: {
  email: string
  callbackUrl: string
  onBack: () => void
}) {
  const [email, setEmail] = useState(typed)
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const toField = () => form.current?.querySelector('input')?.focus()
  useEffect(() => {
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    setProblem(isEmail(email) ? undefined : t('enterYourEmailAddress'))
    if (!isEmail(email)) {
      toField()
      return
    }
    setIsBusy(true)
    const answer = await startSso(email.trim(), callbackUrl).catch(() => null)
    if (answer?.url) {
      // The button stays busy until the other site has the page.
      location.assign(answer.url)
      return
    }
    setIsBusy(false)
    setFailure(
      answer?.error === 'OAuthSignin' ? t('noCompanySigns') : answer?.error ? refusalText(answer.error) : noAnswer(),
    )
    toField()
  }
  return (
    <>
      <div role="alert">
        {failure && (
          <Card as="p" kind="note" tone="danger" below={4} className={css.failure}>
            {failure}
          </Card>
        )}
      </div>
      <Text as="p" tone="quiet" below={4} className={css.text}>
        {t('weTakeYou')}
      </Text>
      <Stack ref={form} as="form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          size="large"
          label={t('emailAtWork')}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          problem={problem}
          onChange={setEmail}
        />
        <Button type="submit" kind="primary" isBusy={isBusy} className={css.submit}>
          {t('continue')}
        </Button>
      </Stack>
      <Stack gap={2} above={3} className={css.ways}>
        <Button kind="quiet" disabled={isBusy} onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </Stack>
    </>
  )
}
