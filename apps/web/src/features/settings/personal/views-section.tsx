import { deleteView, type View } from '@signet/contract/threats/views'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { reloadViews, viewsQuery } from '../../../parts/threats/saved-views.api.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { labelOfSource } from '../company/filter-fields.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'

const RenameView = lazy(() => import('./rename-view.tsx').then((module) => ({ default: module.RenameView })))

/** Renames and deletes the views that the user has saved in this company. */
export function ViewsSection() {
  const company = useCompany()
  const views = useQuery(viewsQuery(company))
  const [renamed, setRenamed] = useState<View | null>(null)
  const [removed, setRemoved] = useState<View | null>(null)
  const removal = useAction(
    async ({ id, name }: View) => {
      await call(deleteView, { params: { viewId: id }, query: { company } })
      snackbar(t('viewDeleted', { name }))
    },
    {
      settled: async () => {
        await reloadViews(company)
        setRemoved(null)
      },
    },
  )
  return (
    <FormSection title={t('savedViews')}>
      <DataState
        query={views}
        what={t('viewsToLoad')}
        loading={<Skeleton lines={3} />}
        isEmpty={(list) => !list.some(({ isOwn }) => isOwn)}
        empty={
          <Text as="p" tone="quiet">
            {t('noSavedViews')}
          </Text>
        }
      >
        {(list) => (
          <ul className="ruled flush">
            {list
              .filter(({ isOwn }) => isOwn)
              .map((view) => (
                <Inline as="li" gap={1} key={view.id}>
                  <Stack as="span" gap={0} grow>
                    <Text as="strong" weight="medium">
                      {view.name}
                    </Text>
                    <small>
                      {view.list === 'touts' ? t('touts') : t('threats')} · {labelOfSource(view.source)}
                      {view.isShared && ` · ${t('sharedView')}`}
                    </small>
                  </Stack>
                  <Button
                    kind="quiet"
                    aria-label={t('renameName', { name: view.name })}
                    onClick={() => setRenamed(view)}
                  >
                    {t('rename')}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={t('deleteName', { name: view.name })}
                    onClick={() => setRemoved(view)}
                  >
                    {t('delete')}
                  </Button>
                </Inline>
              ))}
          </ul>
        )}
      </DataState>
      {renamed && (
        <Suspense>
          <RenameView view={renamed} onClose={() => setRenamed(null)} />
        </Suspense>
      )}
      {removed && (
        <ConfirmDialog
          title={t('deleteViewTitle', { name: removed.name })}
          text={removed.isShared ? t('deleteSharedView') : t('deleteViewHint')}
          confirmLabel={t('delete')}
          isDangerous
          isBusy={removal.isBusy}
          onConfirm={() => removal.run(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </FormSection>
  )
}
