import type { OwnSignIn } from '@signet/contract/account'
import { useQuery } from '@tanstack/react-query'
import { browserName } from '../../format/browser-name.ts'
import { dateTime } from '../../format/date-time.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { msg, t, type Marked } from '../../words/words.ts'
import css from './profile.module.css'
import { signInsQuery } from './profile.api.ts'

const methods: Record<OwnSignIn['method'], Marked> = {
  password: msg('Password'),
  passkey: msg('Passkey'),
  sso: msg('Company sign-in'),
}
const results: Record<OwnSignIn['result'], Marked> = {
  ok: msg('Signed in'),
  refused: msg('Refused'),
  throttled: msg('Too many attempts'),
}

/** The last times somebody came in under the user's name, or tried to. */
export function SignInsSection() {
  const signIns = useQuery(signInsQuery)
  return (
    <FormSection
      title={t('Last sign-ins')}
      hint={t('If you do not know one of them, change your password and end all other sessions.')}
    >
      <DataState
        query={signIns}
        what={t('The last sign-ins')}
        loading={<Skeleton lines={4} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className={css.quiet}>{t('Nobody has signed in with this account yet.')}</p>}
      >
        {(list) => (
          <ul className={`${css.rows} ruled`}>
            {list.map((signIn) => (
              <li key={`${signIn.at} ${signIn.ip}`}>
                <Stack as="span" gap={0} grow>
                  <Text as="strong" weight="medium">
                    {dateTime(signIn.at)}
                  </Text>
                  <small>
                    {t(methods[signIn.method])} · {browserName(signIn.userAgent)}
                    {signIn.ip && ` · ${signIn.ip}`}
                  </small>
                </Stack>
                <span
                  className={css.badge}
                  data-good={signIn.result === 'ok' || undefined}
                  data-bad={signIn.result !== 'ok' || undefined}
                >
                  {t(results[signIn.result])}
                </span>
              </li>
            ))}
          </ul>
        )}
      </DataState>
    </FormSection>
  )
}
