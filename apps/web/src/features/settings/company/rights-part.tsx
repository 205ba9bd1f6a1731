import { putRights, type Rights } from '@signet/contract/companies/rights'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { bodyOf, rightsDraftOf, rightsFaults, rightsFields, rightsQuery } from '../../../parts/rights/rights-drafts.ts'
import { RightsDocuments } from '../../../parts/rights/rights-documents.tsx'
import { RightsFields } from '../../../parts/rights/rights-fields.tsx'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Stack } from '../../../ui/layout/parts.tsx'
import { SaveButtons } from '../save-buttons.tsx'
import { t } from '../words.ts'

/** What the company can prove when it asks a provider to remove something. */
export function RightsPart() {
  const company = useCompany()
  const mayWrite = useCan('rights:write')
  const rights = useQuery(rightsQuery(company))
  return (
    <DataState query={rights} what={t('rightsToLoad')} loading={<Skeleton lines={10} />}>
      {(saved) => (
        <Stack>
          <RightsForm key={saved.version} saved={saved} mayWrite={mayWrite} />
          <RightsDocuments company={company} rights={saved} mayWrite={mayWrite} />
        </Stack>
      )}
    </DataState>
  )
}

function RightsForm({ saved, mayWrite }: { saved: Rights; mayWrite: boolean }) {
  const company = useCompany()
  const form = useForm({
    initial: () => rightsDraftOf(saved),
    fields: rightsFields,
    check: rightsFaults,
    save: async (draft) => {
      const body = { ...bodyOf(draft), version: saved.version }
      queryClient.setQueryData(rightsQuery(company).queryKey, await call(putRights, { query: { company }, body }))
      toast(t('saved'))
    },
  })
  return (
    <Stack as="form" aria-label={t('rights')} {...form.props}>
      <fieldset disabled={!mayWrite}>
        <Stack>
          <RightsFields form={form} />
        </Stack>
      </fieldset>
      {mayWrite && <SaveButtons form={form} />}
    </Stack>
  )
}
