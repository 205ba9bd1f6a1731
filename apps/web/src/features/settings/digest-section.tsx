import { mailRhythms, putPreferences, type Preferences } from '@signet/contract/account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useUser } from '../../session/use-session.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { FilterFields } from './filter-fields.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { preferencesQuery } from './settings.api.ts'
import { useSave } from './use-save.ts'

/** The summary by mail, and what the bell tells of. */
export function DigestSection() {
  const preferences = useQuery(preferencesQuery)
  return (
    <FormSection title={t('newsForYou')} hint={t('whatTheBell')}>
      <DataState query={preferences} what={t('yourChoices')} loading={<Skeleton lines={6} />}>
        {({ mail, severities, sources }) => <DigestForm saved={{ mail, severities, sources }} />}
      </DataState>
    </FormSection>
  )
}

function DigestForm({ saved }: { saved: Preferences }) {
  const [changes, setChanges] = useState<Partial<Preferences>>({})
  const user = useUser()
  const own = useClientInfo()?.threatSources ?? user.threatSources
  const value = { ...saved, ...changes }
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved)
  const { form, problems, isBusy, submit, forget } = useSave({
    fields: [],
    save: async () => {
      queryClient.setQueryData(preferencesQuery.queryKey, await call(putPreferences, { body: value }))
      setChanges({})
    },
  })
  const change = (some: Partial<Preferences>) => setChanges((old) => ({ ...old, ...some }))
  return (
    <Stack
      ref={form}
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TickGroup label={t('summaryByMail')}>
        {mailRhythms.map((rhythm) => (
          <Tick
            key={rhythm}
            type="radio"
            name="mail"
            label={t(`rhythms.${rhythm}`)}
            isOn={value.mail === rhythm}
            onChange={() => change({ mail: rhythm })}
          />
        ))}
      </TickGroup>
      <FilterFields
        chosenSeverities={value.severities}
        chosenSources={value.sources}
        sources={own}
        onSeverities={(severities) => change({ severities })}
        onSources={(sources) => change({ sources })}
      />
      <SaveButtons
        isDirty={isDirty}
        isBusy={isBusy}
        problem={problems.form}
        onDiscard={() => {
          setChanges({})
          forget()
        }}
      />
    </Stack>
  )
}
