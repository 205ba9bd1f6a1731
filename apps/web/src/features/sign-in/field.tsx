import { useId, type HTMLAttributes, type ReactNode } from 'react'
import css from './sign-in.module.css'

/** A labelled field with its problem under it. */
export function Field({
  label,
  name,
  type,
  value,
  problem,
  autoComplete,
  inputMode,
  end,
  onChange,
}: {
  label: string
  name: string
  type: 'email' | 'password' | 'text'
  value: string
  problem?: string | undefined
  autoComplete: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  end?: ReactNode
  onChange: (value: string) => void
}) {
  const fieldId = useId()
  return (
    <div className={css.field}>
      <label htmlFor={fieldId}>{label}</label>
      <div className={css.box} data-wrong={problem ? true : undefined}>
        <input
          id={fieldId}
          name={name}
          type={type}
          value={value}
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${fieldId}-problem` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {problem && (
        <p id={`${fieldId}-problem`} className={css.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
