import { assignMail, type InboundMail } from '@signet/contract/takedowns/replies'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { OpenTakedownField } from '../open-takedown-field.tsx'
import { t } from '../words.ts'

/** Assigns an email to one of the open takedowns. */
export function AssignMailDialog({
  mail,
  onAssigned,
  onClose,
}: {
  mail: InboundMail
  onAssigned: () => Promise<void>
  onClose: () => void
}) {
  const company = useCompany()
  const form = useForm({
    initial: { takedownId: '' },
    check: ({ takedownId }) => ({ takedownId: takedownId === '' && t('takedownRequired') }),
    save: async (body) => {
      await call(assignMail, { params: { inboundMailId: mail.id }, query: { company }, body })
      await onAssigned()
      toast(t('mailAssigned'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('assignToTakedown')} submitLabel={t('assign')} onClose={onClose}>
      <OpenTakedownField label={t('takedown')} none={t('chooseTakedown')} field={form.field('takedownId')} />
    </FormDialog>
  )
}
