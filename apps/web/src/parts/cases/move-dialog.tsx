import { useState, type FormEvent, type ReactNode } from 'react'
import { noProblems, problemsOf } from '../../api/field-problems.ts'
import { t } from './words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'

const noteMax = 2000

/** Moves a case on: the statuses that may follow, and a note that is kept with the move. */
export function MoveDialog<Status extends string>({
  title,
  text,
  choices,
  noteLabel,
  isNoteRequired = false,
  confirmLabel,
  children,
  onMove,
  onClose,
}: {
  title: string
  /** What it is about: the case and its company. */
  text: string
  /** One choice is taken as chosen. */
  choices: readonly { value: Status; label: string; hint?: string | undefined }[]
  /** Left out: the move takes no note. */
  noteLabel?: string
  isNoteRequired?: boolean
  confirmLabel: string
  /** Further fields. */
  children?: ReactNode
  /** Rejects when it was refused; the dialog stays and says why. */
  onMove: (status: Status, note: string | undefined) => Promise<void>
  onClose: () => void
}) {
  const [status, setStatus] = useState<Status | undefined>(choices[0]?.value)
  const [note, setNote] = useState('')
  const [problems, setProblems] = useState(noProblems)
  const [isBusy, setIsBusy] = useState(false)

  const move = async (event: FormEvent) => {
    event.preventDefault()
    if (!status) return
    if (isNoteRequired && note.trim() === '') {
      setProblems({ fields: { note: t('pleaseSayWhy') }, form: null })
      return
    }
    setIsBusy(true)
    try {
      await onMove(status, note.trim() || undefined)
      onClose()
    } catch (error) {
      setProblems(problemsOf(error, ['note', 'reason']))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack as="form" gap={3} onSubmit={(event) => void move(event)} noValidate>
        <Text as="p" tone="quiet">
          {text}
        </Text>
        {choices.length > 1 ? (
          <TickGroup label={t('nextStatus')} isWide>
            {choices.map(({ value, label, hint }) => (
              <Tick
                key={value}
                type="radio"
                name="next-status"
                label={label}
                hint={hint}
                isOn={value === status}
                onChange={() => setStatus(value)}
              />
            ))}
          </TickGroup>
        ) : null}
        {children}
        {noteLabel ? (
          <Field label={noteLabel} problem={problems.fields['note'] ?? problems.fields['reason']}>
            {(control) => (
              <textarea
                {...control}
                maxLength={noteMax}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        <FormProblem>{problems.form}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
