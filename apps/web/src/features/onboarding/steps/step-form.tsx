import type { Company } from '@signet/contract/companies/onboarding'
import type { Setup } from '@signet/contract/collection/scans'
import { useId, type ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { FormProblem, SaveBar } from '../../../ui/forms/form-section.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'
import type { StepKey } from '../onboarding-search.ts'
import { Stack } from '../../../ui/layout/parts.tsx'
import { useForm, type Form, type FormOptions } from '../../../ui/forms/use-form.ts'

/** What every step receives: the company, its setup status, and a function to go on. */
export interface StepProps {
  company: Company
  /** Null for an archived company. */
  setup: Setup | null
  /** Goes to the next step; called after saving. */
  onNext: () => void
  onStep: (step: StepKey) => void
}

/** The form of a step. Saving says so and goes on. */
export function useStepForm<T extends object>({ save, ...options }: FormOptions<T>) {
  return useForm<T>({
    ...options,
    save: async (values) => {
      await save(values)
      toast(t('saved'))
    },
  })
}

/** A step that is a form, with its fields and the button that saves it. */
export function StepForm({
  label,
  form,
  saveLabel,
  after,
  children,
}: {
  label: string
  form: Pick<Form<object>, 'props' | 'problems' | 'isBusy'>
  saveLabel?: string
  /** Additional content between the fields and the button, which saves itself. */
  after?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Stack>
      <Stack as="form" {...form.props} id={id} aria-label={label}>
        {children}
      </Stack>
      {after}
      <SaveBar>
        <FormProblem>{form.problems.form}</FormProblem>
        <Button type="submit" form={id} kind="primary" isBusy={form.isBusy}>
          {saveLabel ?? t('saveAndContinue')}
        </Button>
      </SaveBar>
    </Stack>
  )
}
