import type { DueDate } from '@signet/contract/requests/due-dates'
import { zoneName } from '../../format/names/places.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** Asks for a new due date and its reason. */
export function DueDialog({
  title,
  due,
  reasonHint,
  onChange,
  onClose,
}: {
  /** Of the request or case. */
  title: string
  due: DueDate
  reasonHint: string
  onChange: (changed: { dueOn: string; reason: string }) => Promise<void>
  onClose: () => void
}) {
  const info = useClientInfo()
  const zone = info?.config.timeZone ?? 'UTC'
  const form = useForm({
    initial: { dueOn: due.on, reason: '' },
    check: ({ dueOn, reason }) => ({
      dueOn: dueOn === '' && t('dayMissing'),
      reason: reason.trim() === '' && t('reasonMissing'),
    }),
    save: async ({ dueOn, reason }) => {
      await onChange({ dueOn, reason: reason.trim() })
      toast(t('dueChanged'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('changeDue')} submitLabel={t('changeDue')} onClose={onClose}>
      <Text as="p" tone="quiet">
        {info ? t('titleForCompany', { title, company: info.name }) : title}
      </Text>
      <InputField
        label={t('dueOn')}
        hint={t('dueOnHint', { zone: zoneName(zone) })}
        type="date"
        {...form.field('dueOn')}
      />
      <AreaField label={t('reason')} hint={reasonHint} maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
