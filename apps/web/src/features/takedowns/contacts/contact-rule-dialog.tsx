import { changeContactRule, type ListedContact } from '@signet/contract/takedowns/abuse-contacts'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { InputField, SelectField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { t } from '../words.ts'

const choices = ['suggest', 'ignore', 'replace'] as const
type Choice = (typeof choices)[number]

/** Ignores a contact, replaces it, or suggests it again, for the cases of all companies. */
export function ContactRuleDialog({
  contact,
  onSaved,
  onClose,
}: {
  contact: ListedContact
  onSaved: () => Promise<void>
  onClose: () => void
}) {
  const company = useCompany()
  const decided: Choice = contact.rule?.kind ?? 'suggest'
  const form = useForm({
    initial: {
      kind: decided,
      replacement: contact.rule?.replacement ?? '',
      reason: contact.rule?.reason ?? '',
    },
    check: ({ kind, replacement, reason }) => ({
      replacement: kind === 'replace' && replacement.trim().length < 3 && t('replacementRequired'),
      reason: kind !== 'suggest' && reason.trim().length < 3 && t('reasonRequired'),
    }),
    save: async ({ kind, replacement, reason }) => {
      const { version } = contact
      await call(changeContactRule, {
        params: { contactId: contact.id },
        query: { company },
        body:
          kind === 'suggest'
            ? { kind: null, version }
            : { kind, reason, version, ...(kind === 'replace' ? { replacement: replacement.trim() } : {}) },
      })
      await onSaved()
      toast(t('saved'))
      onClose()
    },
  })
  const { kind } = form.values
  return (
    <FormDialog form={form} title={contact.name} submitLabel={t('save')} onClose={onClose}>
      <SelectField
        label={t('inCases')}
        hint={t('inCasesHint')}
        all={choices}
        labelOf={(choice) => t(`contactChoice.${choice}`)}
        {...form.field('kind')}
      />
      {kind === 'replace' ? (
        <InputField
          label={t('replacement')}
          hint={t('replacementHint')}
          maxLength={500}
          autoCapitalize="off"
          spellCheck={false}
          {...form.field('replacement')}
        />
      ) : null}
      {kind === 'suggest' ? null : <InputField label={t('reason')} maxLength={500} {...form.field('reason')} />}
    </FormDialog>
  )
}
