import type { Company } from '@signet/contract/onboarding'
import type { Setup } from '@signet/contract/scans'
import { useId, type ReactNode } from 'react'
import type { Problems } from '../../api/field-problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormProblem, SaveBar } from '../../ui/forms/form-section.tsx'
import { toast } from '../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import type { StepKey } from './onboarding-search.ts'
import css from './setup.module.css'
import { useForm } from '../../ui/forms/use-form.ts'

/** What every step receives: the company, its setup status, and a function to go on. */
export interface StepProps {
  company: Company
  /** Null for an archived company. */
  setup: Setup | null
  /** Goes to the next step; called after saving. */
  onNext: () => void
  onStep: (step: StepKey) => void
}

/** A step that is a form: saves it, shows refused values at their fields, and goes on. */
export function StepForm({
  label,
  fields,
  saveLabel,
  onCheck,
  onSave,
  after,
  children,
}: {
  label: string
  /** The fields of the step, under the names that the server uses. */
  fields: readonly string[]
  saveLabel?: string
  /** The problems by field, checked before anything is sent. */
  onCheck?: () => Record<string, string>
  /** Rejects with the error of the call. The form goes on after success. */
  onSave: () => Promise<void>
  /** Additional content between the fields and the button, which saves itself. */
  after?: ReactNode
  children: (problems: Problems) => ReactNode
}) {
  const id = useId()
  const form = useForm({
    initial: {},
    fields,
    ...(onCheck ? { check: onCheck } : {}),
    save: async () => {
      await onSave()
      toast(t('saved'))
    },
  })
  return (
    <div className={css.stack}>
      <form {...form.props} id={id} className={css.stack} aria-label={label}>
        {children(form.problems)}
      </form>
      {after}
      <SaveBar>
        <FormProblem>{form.problems.form}</FormProblem>
        <Button type="submit" form={id} kind="primary" isBusy={form.isBusy}>
          {saveLabel ?? t('saveAndContinue')}
        </Button>
      </SaveBar>
    </div>
  )
}
