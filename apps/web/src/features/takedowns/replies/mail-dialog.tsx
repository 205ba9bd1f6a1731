import { decideMail, replyClasses, type CaseMail } from '@signet/contract/takedowns/replies'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { call } from '../../../api/call.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { InputField, SelectField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useTakedownWork } from '../record/use-takedown-work.ts'
import { t } from '../words.ts'

/** Decides what an email says, with the reason. A delivery report can only be closed. */
export function MailDialog({
  takedown,
  mail,
  onClose,
}: {
  takedown: TakedownDetail
  mail: CaseMail
  onClose: () => void
}) {
  const work = useTakedownWork(takedown)
  const choices = mail.kind === 'bounce' ? (['other'] as const) : replyClasses
  const form = useForm({
    initial: { class: mail.class ?? choices[0], reason: '' },
    check: ({ reason }) => ({ reason: reason.trim().length < 3 && t('reasonRequired') }),
    save: async (body) => {
      work.keep(await call(decideMail, { params: { inboundMailId: mail.id }, query: work.to.query, body }))
      toast(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('whatReplySays')} submitLabel={t('save')} onClose={onClose}>
      <SelectField
        label={t('replySays')}
        all={choices}
        labelOf={(choice) => t(`replyClass.${choice}`)}
        {...form.field('class')}
      />
      <InputField label={t('reason')} hint={t('decisionHint')} maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
