import type { ReactNode } from 'react'
import { t } from './words.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { AreaField } from '../../ui/forms/field.tsx'
import { TickOne } from '../../ui/forms/tick-one.tsx'

const noteMax = 2000

/** Changes the status of a case: the possible next statuses, and a note that is stored with the change. */
export function MoveDialog<Status extends string>({
  title,
  text,
  choices,
  noteLabel,
  noteHint,
  isNoteRequired = false,
  confirmLabel,
  children,
  onMove,
  onClose,
}: {
  title: string
  /** The affected case and its company. */
  text: string
  /** A single choice is selected automatically. */
  choices: readonly { value: Status; label: string; hint?: string | undefined }[]
  /** Omitted if the change takes no note. */
  noteLabel?: string
  noteHint?: string
  isNoteRequired?: boolean
  confirmLabel: string
  /** Additional fields. */
  children?: ReactNode
  /** Rejects when it was refused. The dialog stays open and shows the reason. */
  onMove: (status: Status, note: string | undefined) => Promise<void>
  onClose: () => void
}) {
  const form = useForm<{ status: Status | undefined; note: string }>({
    initial: { status: choices[0]?.value, note: '' },
    fields: ['note', 'reason'],
    check: ({ note }) => ({ note: isNoteRequired && note.trim() === '' && t('reasonMissing') }),
    save: async ({ status, note }) => {
      if (!status) return
      await onMove(status, note.trim() || undefined)
      onClose()
    },
  })
  const wordsOf = (status: Status) => choices.find(({ value }) => value === status)
  return (
    <FormDialog form={form} title={title} submitLabel={confirmLabel} onClose={onClose}>
      <Text as="p" tone="quiet">
        {text}
      </Text>
      {choices.length > 1 ? (
        <TickOne
          label={t('newStatus')}
          isWide
          all={choices.map(({ value }) => value)}
          value={form.values.status}
          labelOf={(status) => wordsOf(status)?.label ?? status}
          hintOf={(status) => wordsOf(status)?.hint}
          onChange={(status) => form.set({ status })}
        />
      ) : null}
      {children}
      {noteLabel ? (
        <AreaField
          label={noteLabel}
          hint={noteHint}
          maxLength={noteMax}
          {...form.field('note')}
          problem={form.problems.fields['note'] ?? form.problems.fields['reason']}
        />
      ) : null}
    </FormDialog>
  )
}
