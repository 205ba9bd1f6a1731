import { changeView, type View } from '@signet/contract/threats/views'
import { call } from '../../../api/call.ts'
import { reloadViews } from '../../../parts/threats/saved-views.api.ts'
import { useCompany } from '../../../session/company.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { t } from '../words.ts'

/** Gives a saved view another name. */
export function RenameView({ view, onClose }: { view: View; onClose: () => void }) {
  const company = useCompany()
  const form = useForm({
    initial: { name: view.name },
    check: ({ name }) => ({ name: name.trim() === '' && t('nameRequired') }),
    save: async ({ name }) => {
      await call(changeView, { params: { viewId: view.id }, query: { company }, body: { name, version: view.version } })
      toast(t('saved'))
      await reloadViews(company)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('renameView')} submitLabel={t('save')} onClose={onClose}>
      <InputField label={t('name')} maxLength={60} {...form.field('name')} />
    </FormDialog>
  )
}
