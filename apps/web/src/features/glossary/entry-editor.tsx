import {
  deleteGlossaryEntry,
  glossaryCategories,
  putGlossaryEntry,
  type GlossaryCategory,
} from '@signet/contract/threats/glossary'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { useCompany } from '../../session/company.ts'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { snackbar, toast } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { glossaryQuery, type Entry } from './glossary.api.ts'
import { valueName } from '../../words/named/name-of.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { AreaField, InputField, SelectField } from '../../ui/forms/field.tsx'

const nameMax = 200
const descriptionMax = 2000

/** Adds an entry or edits an existing one. */
export function EntryEditor({
  entry,
  entries,
  category: suggested,
  onClose,
}: {
  /** Null for a new one. */
  entry: Entry | null
  entries: readonly Entry[]
  category: GlossaryCategory | undefined
  onClose: () => void
}) {
  const client = useQueryClient()
  const company = useCompany()
  const form = useForm({
    initial: {
      name: entry?.Indicators ?? '',
      category: entry?.Category ?? suggested ?? 'General',
      description: entry?.Description ?? '',
    },
    check: ({ name, category, description }) => {
      const isTaken = entries.some(
        (other) => other.id !== entry?.id && other.Category === category && other.Indicators === name.trim(),
      )
      return {
        name: !name.trim() ? t('nameMissing') : isTaken && t('nameTaken'),
        description: !description.trim() && t('descriptionMissing'),
      }
    },
    save: async ({ name, category, description }) => {
      await call(putGlossaryEntry, {
        params: { entryId: entry?.id ?? newId() },
        body: {
          Indicators: name.trim(),
          Description: description.trim(),
          Category: category,
          version: entry?.version ?? 0,
        },
      })
      toast(t('saved'))
      await client.invalidateQueries({ queryKey: glossaryQuery(company).queryKey })
      onClose()
    },
    explain: (error) =>
      error instanceof ApiError && error.code === 'CONFLICT'
        ? t('changedByOthers')
        : t('saveFailed', { why: errorText(error) }),
  })
  return (
    <FormDialog
      form={form}
      title={entry ? t('editTerm') : t('addTerm')}
      width={560}
      submitLabel={t('save')}
      onClose={onClose}
    >
      <InputField label={t('indicator')} maxLength={nameMax} {...form.field('name')} />
      <SelectField
        label={t('category')}
        all={glossaryCategories}
        labelOf={(value) => valueName(value)}
        {...form.field('category')}
      />
      <AreaField
        label={t('description')}
        hint={t('descriptionHint')}
        maxLength={descriptionMax}
        {...form.field('description')}
      />
    </FormDialog>
  )
}

/** Deletes an entry and offers Undo. */
export function DeleteEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const client = useQueryClient()
  const company = useCompany()
  const readAgain = () => client.invalidateQueries({ queryKey: glossaryQuery(company).queryKey })
  const restoration = useAction(
    async () => {
      const { Indicators, Description, Category } = entry
      // To a write that restores it, a deleted entry counts as not existing: version 0.
      await call(putGlossaryEntry, {
        params: { entryId: entry.id },
        body: { Indicators, Description, Category, version: 0 },
      })
      await readAgain()
    },
    { failed: (why) => t('restoreFailed', { name: entry.Indicators, why }) },
  )
  const removal = useAction(
    async () => {
      await call(deleteGlossaryEntry, { params: { entryId: entry.id } })
      snackbar(t('termDeleted', { name: entry.Indicators }), {
        action: { label: t('undo'), run: restoration.run },
      })
      await readAgain()
    },
    { failed: (why) => t('deleteFailed', { name: entry.Indicators, why }), settled: onClose },
  )
  return (
    <ConfirmDialog
      title={t('deleteTermTitle')}
      text={t('deleteTermText')}
      examples={[entry.Indicators]}
      confirmLabel={t('delete')}
      isDangerous
      isBusy={removal.isBusy}
      onConfirm={removal.run}
      onClose={onClose}
    />
  )
}
