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

/** What every step gets: the company as it is, how far it is, and the way on. */
export interface StepProps {
  company: Company
  /** Null for an archived company. */
  setup: Setup | null
  /** To the next step; said to who saved. */
  onNext: () => void
  onStep: (step: StepKey) => void
}

/** A step that is a form: saves, says what was refused at its field, and goes on. */
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
  /** The fields it shows, as the server names them. */
  fields: readonly string[]
  saveLabel?: string
  /** What is wrong before anything is sent, by field. */
  onCheck?: () => Record<string, string>
  /** Throws what the call throws; goes on by itself. */
  onSave: () => Promise<void>
  /** What else the step shows between the fields and the button, saved by itself. */
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
