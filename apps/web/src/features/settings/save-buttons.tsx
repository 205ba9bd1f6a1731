import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { FormProblem, SaveBar } from '../../ui/forms/form-section.tsx'
import { LeaveGuard } from '../../ui/forms/leave-guard.tsx'
import { t } from './words.ts'
import type { Form } from '../../ui/forms/use-form.ts'

/** Save and discard buttons, with others between them, visible while there are unsaved changes. Leaving the page asks for confirmation. */
export function SaveButtons<T extends object>({ form, children }: { form: Form<T>; children?: ReactNode }) {
  return (
    <>
      <LeaveGuard isDirty={form.isChanged} param="part" />
      {form.isChanged && (
        <SaveBar>
          <FormProblem>{form.problems.form}</FormProblem>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {t('save')}
          </Button>
          {children}
          <Button kind="quiet" disabled={form.isBusy} onClick={() => form.reset()}>
            {t('discardChanges')}
          </Button>
        </SaveBar>
      )}
    </>
  )
}
