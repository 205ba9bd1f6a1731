import { changeView, deleteView, listViews, type View } from '@signet/contract/views'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { snackbar, toast } from '../../ui/feedback/toasts.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { labelOfSource } from './filter-fields.tsx'
import css from './settings.module.css'

/** The lists keep their views under keys of their own. */
const forgetViews = (company: string) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === company && queryKey.includes('views') })

/** The views the user has saved in this company: rename, delete. */
export function ViewsSection() {
  const company = useCompany()
  const views = useQuery({
    queryKey: [company, 'views'],
    queryFn: ({ signal }) => call(listViews, { query: { company }, signal }),
  })
  const [renamed, setRenamed] = useState<View | null>(null)
  const [removed, setRemoved] = useState<View | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const remove = async ({ id, name }: View) => {
    setIsBusy(true)
    try {
      await call(deleteView, { params: { viewId: id }, query: { company } })
      snackbar(t('viewNameIsDeleted', { name }))
    } catch (error) {
      snackbar(errorText(error), { isFailure: true })
    }
    await forgetViews(company)
    setIsBusy(false)
    setRemoved(null)
  }
  return (
    <FormSection title={t('savedViews')}>
      <DataState
        query={views}
        what={t('yourViews')}
        loading={<Skeleton lines={3} />}
        isEmpty={(list) => !list.some(({ isOwn }) => isOwn)}
        empty={
          <Text as="p" tone="quiet">
            {t('youHaveSavedNoView')}
          </Text>
        }
      >
        {(list) => (
          <ul className={`${css.rows} ruled`}>
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
                      {view.isShared && ` · ${t('sharedWithTheCompany')}`}
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
      {renamed && <RenameDialog view={renamed} onClose={() => setRenamed(null)} />}
      {removed && (
        <ConfirmDialog
          title={t('deleteTheViewName', { name: removed.name })}
          text={removed.isShared ? t('itIsSharedItGoes') : t('threatsInItStay')}
          confirmLabel={t('delete')}
          isDangerous
          isBusy={isBusy}
          onConfirm={() => void remove(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </FormSection>
  )
}

function RenameDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const company = useCompany()
  const [name, setName] = useState(view.name)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') {
      setFailure(t('enterAName'))
      return
    }
    setIsBusy(true)
    try {
      const body = { name, version: view.version }
      await call(changeView, { params: { viewId: view.id }, query: { company }, body })
      toast(t('saved'))
      await forgetViews(company)
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t('renameTheView')} onClose={onClose}>
      <Stack as="form" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('name')}>
          {(control) => (
            <input {...control} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <FormProblem>{failure}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('save')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
