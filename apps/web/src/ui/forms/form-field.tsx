import { useId, type ReactNode } from 'react'
import { Stack, Text } from '../layout/parts.tsx'
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
    <Stack gap={1} className={css.field}>
      <Text htmlFor={fieldId} as="label" weight="medium">
        {label}
      </Text>
      {children({
        id: fieldId,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': problem || hint ? noteId : undefined,
      })}
      {problem ? (
        <Text id={noteId} as="p" size="meta" tone="danger" role="alert">
          {problem}
        </Text>
      ) : hint ? (
        <Text id={noteId} as="p" size="meta" tone="faint">
          {hint}
        </Text>
      ) : null}
    </Stack>
  )
}
