import type { ReactNode } from 'react'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { AreaField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

/** A dialog that asks for one text. */
export function TextDialog({
  title,
  about,
  label,
  first = '',
  max,
  submitLabel,
  onSave,
  onClose,
  children,
}: {
  title: string
  /** What the text is about, above the field. */
  about: ReactNode
  label: string
  first?: string
  max: number
  submitLabel: string
  onSave: (text: string) => Promise<void>
  onClose: () => void
  /** Below the field. */
  children?: ReactNode
}) {
  const form = useForm({
    initial: { text: first },
    fields: ['text', 'summary'],
    check: ({ text }) => ({ text: text.trim() === '' && t('textMissing') }),
    save: async ({ text }) => {
      await onSave(text.trim())
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={title} submitLabel={submitLabel} onClose={onClose}>
      <Text as="p" tone="quiet">
        {about}
      </Text>
      <AreaField
        label={label}
        rows={6}
        maxLength={max}
        {...form.field('text')}
        problem={form.problems.fields['text'] ?? form.problems.fields['summary']}
      />
      {children}
    </FormDialog>
  )
}
