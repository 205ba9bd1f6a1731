import { getTakedownPolicy, putTakedownPolicy, type TakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { toast } from '../../ui/feedback/toasts.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { FormSection, Tick } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Stack } from '../../ui/layout/parts.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { t } from './words.ts'

const keyOf = (company: string) => [company, 'settings', 'takedownPolicy']

/** How the takedowns of the company are followed. */
export function TakedownPolicyPart() {
  const company = useCompany()
  const policy = useQuery({
    queryKey: keyOf(company),
    queryFn: ({ signal }) => call(getTakedownPolicy, { query: { company }, signal }),
  })
  return (
    <FormSection title={t('takedownPolicy')} hint={t('takedownPolicyHint')}>
      <DataState query={policy} what={t('takedownPolicyToLoad')} loading={<Skeleton lines={4} />}>
        {(saved) => <PolicyForm company={company} saved={saved} />}
      </DataState>
    </FormSection>
  )
}

function PolicyForm({ company, saved }: { company: string; saved: TakedownPolicy }) {
  const mayChange = useCan('assets:write')
  const form = useForm({
    initial: { watchDays: String(saved.watchDays), repeatsNotice: saved.repeatsNotice },
    save: async ({ watchDays, repeatsNotice }) => {
      const body = { watchDays: Number(watchDays), repeatsNotice }
      queryClient.setQueryData(keyOf(company), await call(putTakedownPolicy, { query: { company }, body }))
      form.reset({ watchDays, repeatsNotice })
      toast(t('saved'))
    },
  })
  return (
    <Stack as="form" {...form.props}>
      <TextField
        label={t('watchDays')}
        hint={t('watchDaysHint')}
        type="number"
        min={1}
        max={28}
        disabled={!mayChange}
        {...form.field('watchDays')}
      />
      <Tick
        label={t('repeatsNotice')}
        hint={t('repeatsNoticeHint')}
        isOn={form.values.repeatsNotice}
        isDisabled={!mayChange}
        onChange={(repeatsNotice) => form.set({ repeatsNotice })}
      />
      <SaveButtons form={form} />
    </Stack>
  )
}
