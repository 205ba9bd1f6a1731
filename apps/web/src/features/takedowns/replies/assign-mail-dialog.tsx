import { assignMail, type InboundMail } from '@signet/contract/takedowns/replies'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { openTakedownsQuery } from '../takedowns.api.ts'
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
  const takedowns = useQuery(openTakedownsQuery(company))
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
      <DataState query={takedowns} what={t('theList')}>
        {({ items }) => (
          <SelectField
            label={t('takedown')}
            all={['', ...items.map(({ id }) => id)]}
            labelOf={(id) => items.find((one) => one.id === id)?.title ?? t('chooseTakedown')}
            {...form.field('takedownId')}
          />
        )}
      </DataState>
    </FormDialog>
  )
}
