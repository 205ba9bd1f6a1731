import { putAssets, type Assets } from '@signet/contract/assets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { AssetFields } from '../../parts/assets/asset-fields.tsx'
import { assetFieldNames, assetsOf, draftsOf, faultsOf } from '../../parts/assets/asset-drafts.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { AssetsRead } from './assets-read.tsx'
import { BrandPictureField } from './brand-picture-field.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { assetsQuery } from './settings.api.ts'
import { TimeZoneSection } from './time-zone-section.tsx'
import { useSave } from './use-save.ts'

/** What the company protects: to read for its people, to edit for those who look after it. */
export function AssetsPart() {
  const company = useCompany()
  const assets = useQuery(assetsQuery(company))
  const mayWrite = useCan('assets:write')
  return (
    <>
      <TimeZoneSection />
      <DataState
        query={assets}
        what={t('whatTheCompanyProtects')}
        loading={
          <FormSection title={t('brands')}>
            <Skeleton lines={10} />
          </FormSection>
        }
      >
        {(saved) => (mayWrite ? <AssetsForm key={saved.version} saved={saved} /> : <AssetsRead assets={saved} />)}
      </DataState>
    </>
  )
}

function AssetsForm({ saved }: { saved: Assets }) {
  const company = useCompany()
  const name = useClientInfo()?.name ?? company
  const [drafts, setDrafts] = useState(() => draftsOf(saved, name))
  const isDirty = JSON.stringify(drafts) !== JSON.stringify(draftsOf(saved, name))
  const { form, problems, isBusy, submit, forget } = useSave({
    fields: assetFieldNames(drafts),
    check: () => faultsOf(drafts),
    save: async () => {
      const body = { company, ...assetsOf(drafts), version: saved.version }
      queryClient.setQueryData(assetsQuery(company).queryKey, await call(putAssets, { query: { company }, body }))
    },
  })
  return (
    <Stack
      ref={form}
      as="form"
      noValidate
      aria-label={t('whatIsProtected')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <AssetFields
        company={company}
        drafts={drafts}
        problems={problems}
        picturesOf={(key) => {
          const brand = saved.brands.find((one) => one.key === key)
          return (
            <>
              <BrandPictureField kind="logo" brand={brand} key={`${key} logo`} />
              {brand ? <BrandPictureField kind="capture" brand={brand} key={`${key} capture`} /> : null}
            </>
          )
        }}
        onChange={setDrafts}
      />
      <SaveButtons
        isDirty={isDirty}
        isBusy={isBusy}
        problem={problems.form}
        onDiscard={() => {
          setDrafts(draftsOf(saved, name))
          forget()
        }}
      />
    </Stack>
  )
}
