import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** Asks why a threat is split off or a trait ignored, and names the consequence. */
export function ExclusionDialog({
  title,
  text,
  submitLabel,
  save,
  onClose,
}: {
  title: string
  text: string
  submitLabel: string
  save: (reason: string | undefined) => Promise<unknown>
  onClose: () => void
}) {
  const form = useForm({
    initial: { reason: '' },
    save: async ({ reason }) => {
      await save(reason.trim() || undefined)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={title} submitLabel={submitLabel} onClose={onClose}>
      <Text as="p" tone="quiet">
        {text}
      </Text>
      <InputField label={t('reasonOptional')} maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
