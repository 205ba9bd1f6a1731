import type { ReactNode } from 'react'
import { Button } from '../../controls/button.tsx'
import { FormProblem } from '../../forms/form-section.tsx'
import type { Form } from '../../forms/use-form.ts'
import { Stack } from '../../layout/parts.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { t } from '../words.ts'

/** A dialog with a form: its fields, the error of the whole form, Cancel, and the submit button. */
export function FormDialog({
  form,
  title,
  width,
  submitLabel,
  isDangerous = false,
  isDisabled = false,
  onClose,
  children,
}: {
  form: Pick<Form<object>, 'props' | 'problems' | 'isBusy'>
  title: string
  /** In pixels, as for `Dialog`. */
  width?: number
  submitLabel: string
  isDangerous?: boolean
  isDisabled?: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} {...(width === undefined ? {} : { width })} onClose={onClose}>
      <Stack as="form" gap={3} {...form.props}>
        {children}
        <FormProblem>{form.problems.form}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} isBusy={form.isBusy} disabled={isDisabled}>
            {submitLabel}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
