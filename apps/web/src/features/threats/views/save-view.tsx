import type { ColumnChoice } from '@signet/contract/companies/portal-settings'
import { addView, changeView, type View } from '@signet/contract/threats/views'
import { call } from '../../../api/call.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useRecords } from '../records.ts'
import type { ListSource } from '../threat-source.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { InputField } from '../../../ui/forms/field.tsx'
import { Tick } from '../../../ui/forms/form-section.tsx'

const nameMax = 60

/** Asks for the name of a new view, or a new name for one of the user's views, and whether to share it. */
export function SaveView({
  renamed,
  filters,
  source,
  columns,
  onSaved,
  onClose,
}: {
  /** The view to rename. Its filters stay as they were saved. Omitted for a new view. */
  renamed?: Pick<View, 'id' | 'name' | 'isShared' | 'version'>
  filters: Record<string, string>
  source: ListSource
  columns: ColumnChoice[] | undefined
  onSaved: (view: View) => void
  onClose: () => void
}) {
  const company = useCompany()
  const companyName = useClientInfo()?.name ?? company
  const { name: list } = useRecords()
  const form = useForm({
    initial: { name: renamed?.name ?? '', isShared: renamed?.isShared ?? false },
    check: ({ name }) => ({ name: name.trim() === '' && t('nameMissing') }),
    save: async ({ name, isShared }) => {
      const words = { name: name.trim(), isShared }
      const view = renamed
        ? await call(changeView, {
            params: { viewId: renamed.id },
            query: { company },
            body: { ...words, version: renamed.version },
          })
        : await call(addView, {
            query: { company },
            body: { ...words, list, source, filters, columns: columns ?? null },
          })
      toast(renamed ? t('saved') : t('viewSaved'))
      onClose()
      onSaved(view)
    },
  })
  return (
    <FormDialog
      form={form}
      title={renamed ? t('renameView') : t('saveAsNewView')}
      submitLabel={t('save')}
      onClose={onClose}
    >
      <InputField
        label={t('name')}
        maxLength={nameMax}
        autoComplete="off"
        // The name is the only required input of the dialog.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...form.field('name')}
      />
      <Tick
        label={t('shareWithCompany', { company: companyName })}
        isOn={form.values.isShared}
        onChange={(isShared) => form.set({ isShared })}
      />
      {!renamed && (
        <Text as="p" tone="quiet">
          {t('saveHint')}
        </Text>
      )}
    </FormDialog>
  )
}
