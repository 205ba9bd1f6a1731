import { useId, type ReactNode } from 'react'
import css from './form-field.module.css'

/** What a control of a form gets so that its label, hint and problem belong to it. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A labelled control of a form; its problem stands under it, in the place of the hint. */
export function FormField({
  label,
  hint,
  problem,
  children,
}: {
  label: string
  hint?: string | undefined
  problem?: string | null | undefined
  children: (control: ControlProps) => ReactNode
}) {
  const fieldId = useId()
  const noteId = `${fieldId}-note`
  return (
    <div className={css.field}>
      <label htmlFor={fieldId} className={css.label}>
        {label}
      </label>
      {children({
        id: fieldId,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': problem || hint ? noteId : undefined,
      })}
      {problem ? (
        <p id={noteId} className={css.problem} role="alert">
          {problem}
        </p>
      ) : hint ? (
        <p id={noteId} className={css.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
