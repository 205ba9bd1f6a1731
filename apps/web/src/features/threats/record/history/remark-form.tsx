import { IconMessagePlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../../../session/company.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { remarkProblem, remarkTextMax } from '../../../../ui/feedback/dialogs/remark.ts'
import { toast } from '../../../../ui/feedback/messages/toasts.ts'
import { Box, Stack } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useRecords, type AnyThreat } from '../../records.ts'
import { useForm } from '../../../../ui/forms/use-form.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { MentionArea } from '../../../../parts/mentions/mention-area.tsx'
import { FormProblem } from '../../../../ui/forms/form-section.tsx'

/** Adds a remark to a record that was decided on. It opens at a button. */
export function RemarkForm({ threat }: { threat: AnyThreat }) {
  const client = useQueryClient()
  const company = useCompany()
  const { kind, name, calls } = useRecords()
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: remarkProblem('custom', text) }),
    save: async ({ text }) => {
      await calls.remark({ company, source: threat.source, id: threat.id }, { kind: 'custom', text: text.trim() })
      form.reset()
      setIsOpen(false)
      toast(t('remarkAdded'))
      await client.invalidateQueries({ queryKey: [company, name, 'detail', threat.id] })
    },
  })
  const { value, problem, onChange } = form.field('text')
  if (!isOpen) {
    return (
      <Box below={5}>
        <Button icon={<IconMessagePlus size={16} stroke={1.7} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
          {t('addRemark')}
        </Button>
      </Box>
    )
  }
  return (
    <Stack as="form" gap={2} align="start" below={5} {...form.props}>
      <Box wide>
        <Field label={t('newRemark')} problem={problem}>
          {(control) => (
            <MentionArea
              {...control}
              // The field was asked for with the button that it replaces.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              kind={kind}
              rows={2}
              maxLength={remarkTextMax}
              value={value}
              onText={onChange}
            />
          )}
        </Field>
      </Box>
      <FormProblem>{form.problems.form}</FormProblem>
      <Button type="submit" disabled={form.isBusy || form.values.text.trim() === ''}>
        {t('addRemark')}
      </Button>
    </Stack>
  )
}
