import { putAssets, type Assets } from '@signet/contract/companies/assets'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { AssetProposalsPart } from '../../../parts/asset-proposals/asset-proposals-part.tsx'
import { AssetFields } from '../../../parts/assets/asset-fields.tsx'
import { assetFieldNames, assetsOf, draftsOf, faultsOf } from '../../../parts/assets/asset-drafts.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { AssetsRead } from './assets-read.tsx'
import { BrandPictureField } from './brand-picture-field.tsx'
import { SaveButtons } from '../save-buttons.tsx'
import { startPreview } from '../../../parts/assets/asset-preview.api.ts'
import { assetsQuery } from '../../../parts/assets/assets.api.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TimeZoneSection } from '../personal/time-zone-section.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { useForm } from '../../../ui/forms/use-form.ts'

const AssetPreviewDialog = lazy(() =>
  import('../../../parts/assets/asset-preview-dialog.tsx').then(({ AssetPreviewDialog: dialog }) => ({
    default: dialog,
  })),
)
const DiscoveredHostsPart = lazy(() =>
  import('../hosts/discovered-hosts-part.tsx').then(({ DiscoveredHostsPart: part }) => ({ default: part })),
)

/** What the company protects. Its own people can read it, and those who manage the company can edit it. */
export function AssetsPart() {
  const company = useCompany()
  const assets = useQuery(assetsQuery(company))
  const mayWrite = useCan('assets:write')
  const [hasUnsavedChanges, setHasUnsavedChanges] = useState(false)
  return (
    <>
      <TimeZoneSection />
      {mayWrite && <AssetProposalsPart company={company} hasUnsavedChanges={hasUnsavedChanges} />}
      <DataState
        query={assets}
        what={t('assetsToLoad')}
        loading={
          <FormSection title={t('brands')}>
            <Skeleton lines={10} />
          </FormSection>
        }
      >
        {(saved) =>
          mayWrite ? (
            <AssetsForm key={saved.version} saved={saved} onEdit={setHasUnsavedChanges} />
          ) : (
            <AssetsRead assets={saved} />
          )
        }
      </DataState>
      <Suspense fallback={<Skeleton lines={4} />}>
        <DiscoveredHostsPart />
      </Suspense>
    </>
  )
}

function AssetsForm({ saved, onEdit }: { saved: Assets; onEdit: (hasUnsavedChanges: boolean) => void }) {
  const company = useCompany()
  const name = useClientInfo()?.name ?? company
  const form = useForm({
    initial: () => draftsOf(saved, name),
    fields: assetFieldNames,
    check: faultsOf,
    save: async (drafts) => {
      const body = { company, ...assetsOf(drafts), version: saved.version }
      queryClient.setQueryData(assetsQuery(company).queryKey, await call(putAssets, { query: { company }, body }))
      toast(t('saved'))
    },
  })
  const [huntId, setHuntId] = useState<string | null>(null)
  const preview = () => form.submit(async (drafts) => setHuntId((await startPreview(company, assetsOf(drafts))).id))
  const { isChanged } = form
  useEffect(() => onEdit(isChanged), [isChanged, onEdit])
  return (
    <Stack as="form" aria-label={t('protectedAssets')} {...form.props}>
      <AssetFields
        company={company}
        drafts={form.values}
        problems={form.problems}
        picturesOf={(key) => {
          const brand = saved.brands.find((one) => one.key === key)
          return (
            <>
              <BrandPictureField kind="logo" brand={brand} key={`${key} logo`} />
              {brand ? <BrandPictureField kind="capture" brand={brand} key={`${key} capture`} /> : null}
            </>
          )
        }}
        onChange={form.set}
      />
      <SaveButtons form={form}>
        <Button isBusy={form.isBusy} onClick={preview}>
          {t('previewAssets')}
        </Button>
      </SaveButtons>
      {huntId !== null && (
        <Suspense>
          <AssetPreviewDialog
            huntId={huntId}
            onClose={() => setHuntId(null)}
            onSave={() => {
              setHuntId(null)
              form.submit()
            }}
          />
        </Suspense>
      )}
    </Stack>
  )
}
