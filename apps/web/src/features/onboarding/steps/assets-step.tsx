import { putAssets, type Assets } from '@signet/contract/companies/assets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { putAnswer } from '../../../api/put-answer.ts'
import { assetFieldNames, assetsOf, draftsOf, faultsOf } from '../../../parts/assets/asset-drafts.ts'
import { AssetFields } from '../../../parts/assets/asset-fields.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { t } from '../words.ts'
import { assetsQuery } from '../../../parts/assets/assets.api.ts'
import { readSetup } from '../onboarding.api.ts'
import { StepForm, useStepForm, type StepProps } from './step-form.tsx'

/** What the company protects. Lists can be pasted with one value per line. */
export function AssetsStep(props: StepProps) {
  const assets = useQuery(assetsQuery(props.company.key))
  return (
    <DataState query={assets} what={t('assetsToLoad')} loading={<Skeleton lines={10} />}>
      {(value) => <AssetsForm key={value.version} {...props} assets={value} />}
    </DataState>
  )
}

function AssetsForm({ company, onNext, assets }: StepProps & { assets: Assets }) {
  const client = useQueryClient()
  const form = useStepForm({
    initial: () => draftsOf(assets, company.name),
    fields: assetFieldNames,
    check: faultsOf,
    save: async (drafts) => {
      const body = { company: company.key, ...assetsOf(drafts), version: assets.version }
      const saved = await call(putAssets, { query: { company: company.key }, body })
      putAnswer(client, assetsQuery(company.key).queryKey, saved)
      await readSetup(company.key)
      onNext()
    },
  })
  return (
    <StepForm label={t('brandsAndAssets')} form={form}>
      <AssetFields company={company.key} drafts={form.values} problems={form.problems} onChange={form.set} />
    </StepForm>
  )
}
