import { useQuery } from '@tanstack/react-query'
import { browserName } from '../../format/names/browser-name.ts'
import { dateTime } from '../../format/time/date-time.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { signInsQuery } from './account.api.ts'

/** The latest sign-ins to the user's account, including failed attempts. */
export function SignInsSection() {
  const signIns = useQuery(signInsQuery)
  return (
    <FormSection title={t('recentSignIns')} hint={t('recentSignInsHint')}>
      <DataState
        query={signIns}
        what={t('signInsToLoad')}
        loading={<Skeleton lines={4} />}
        isEmpty={(list) => list.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noSignIns')}
          </Text>
        }
      >
        {(list) => (
          <ul className="ruled flush">
            {list.map((signIn) => (
              <li key={`${signIn.at} ${signIn.ip}`}>
                <Stack as="span" gap={0} grow>
                  <Text as="strong" weight="medium">
                    {dateTime(signIn.at)}
                  </Text>
                  <small>
                    {t(`signInsSectionMethods.${signIn.method}`)} · {browserName(signIn.userAgent)}
                    {signIn.ip && ` · ${signIn.ip}`}
                  </small>
                </Stack>
                <Chip tone={signIn.result === 'ok' ? 'good' : 'critical'}>
                  {t(`signInsSectionResults.${signIn.result}`)}
                </Chip>
              </li>
            ))}
          </ul>
        )}
      </DataState>
    </FormSection>
  )
}
