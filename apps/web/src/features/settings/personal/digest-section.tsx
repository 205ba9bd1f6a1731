import { mailRhythms, putPreferences, type Preferences } from '@signet/contract/access/account'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useUser } from '../../../session/use-session.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { FilterFields } from '../company/filter-fields.tsx'
import { SaveButtons } from '../save-buttons.tsx'
import { preferencesQuery } from '../settings.api.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'

/** The email summary, and the notifications of the bell. */
export function DigestSection() {
  const preferences = useQuery(preferencesQuery)
  return (
    <FormSection title={t('notifications')} hint={t('notificationsHint')}>
      <DataState query={preferences} what={t('notificationsToLoad')} loading={<Skeleton lines={6} />}>
        {({ mail, severities, sources }) => <DigestForm saved={{ mail, severities, sources }} />}
      </DataState>
    </FormSection>
  )
}

function DigestForm({ saved }: { saved: Preferences }) {
  const user = useUser()
  const own = useClientInfo()?.threatSources ?? user.threatSources
  const form = useForm({
    initial: saved,
    save: async (body) => {
      queryClient.setQueryData(preferencesQuery.queryKey, await call(putPreferences, { body }))
      form.reset(body)
      toast(t('saved'))
    },
  })
  const { values, set } = form
  return (
    <Stack as="form" {...form.props}>
      <TickOne
        label={t('emailDigest')}
        all={mailRhythms}
        labelOf={(rhythm) => t(`rhythms.${rhythm}`)}
        {...form.field('mail')}
      />
      <FilterFields
        chosenSeverities={values.severities}
        chosenSources={values.sources}
        sources={own}
        onSeverities={(severities) => set({ severities })}
        onSources={(sources) => set({ sources })}
      />
      <SaveButtons form={form} />
    </Stack>
  )
}
