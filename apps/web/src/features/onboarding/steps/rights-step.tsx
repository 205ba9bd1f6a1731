import { putRights, type Rights } from '@signet/contract/companies/rights'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { bodyOf, rightsDraftOf, rightsFaults, rightsFields, rightsQuery } from '../../../parts/rights/rights-drafts.ts'
import { RightsDocuments } from '../../../parts/rights/rights-documents.tsx'
import { RightsFields } from '../../../parts/rights/rights-fields.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { readSetup } from '../onboarding.api.ts'
import { StepForm, useStepForm, type StepProps } from './step-form.tsx'
import { t } from '../words.ts'

/** What the company can prove when it asks a provider to remove something. */
export function RightsStep(props: StepProps) {
  const rights = useQuery(rightsQuery(props.company.key))
  return (
    <DataState query={rights} what={t('rightsToLoad')} loading={<Skeleton lines={10} />}>
      {(saved) => <RightsForm key={saved.version} {...props} saved={saved} />}
    </DataState>
  )
}

function RightsForm({ company, onNext, saved }: StepProps & { saved: Rights }) {
  const client = useQueryClient()
  const form = useStepForm({
    initial: () => rightsDraftOf(saved),
    fields: rightsFields,
    check: rightsFaults,
    save: async (draft) => {
      const body = { ...bodyOf(draft), version: saved.version }
      const after = await call(putRights, { query: { company: company.key }, body })
      client.setQueryData(rightsQuery(company.key).queryKey, after)
      await readSetup(company.key)
      onNext()
    },
  })
  return (
    <StepForm label={t('rights')} form={form} after={<RightsDocuments company={company.key} rights={saved} mayWrite />}>
      <RightsFields form={form} />
    </StepForm>
  )
}
