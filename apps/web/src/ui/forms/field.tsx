import { useId, type HTMLAttributes, type ReactNode } from 'react'
import { Inline, Stack, Text } from '../layout/parts.tsx'
import css from './field.module.css'

/** A labelled text field; what is wrong with it stands under it. */
export function Field({
  label,
  name,
  type = 'text',
  value,
  problem,
  hint,
  placeholder,
  autoComplete = 'off',
  inputMode,
  end,
  size = 'plain',
  onChange,
}: {
  label: string
  name?: string
  type?: 'email' | 'password' | 'text' | 'tel'
  value: string
  problem?: string | undefined
  /** Said under the field, e.g. what form it takes. */
  hint?: string | undefined
  placeholder?: string
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** A button inside, at the end. */
  end?: ReactNode
  /** `large` where the field is the page, as at sign-in. */
  size?: 'plain' | 'large'
  onChange: (value: string) => void
}) {
  const fieldId = useId()
  const about = [...(hint ? [`${fieldId}-hint`] : []), ...(problem ? [`${fieldId}-problem`] : [])].join(' ')
  return (
    <Stack gap={1} data-size={size}>
      <Text as="label" weight="medium" htmlFor={fieldId}>
        {label}
      </Text>
      <Inline gap={0} className={css.box} data-wrong={problem ? true : undefined}>
        <input
          id={fieldId}
          name={name}
          type={type}
          value={value}
          placeholder={placeholder}
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={about || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </Inline>
      {hint && (
        <Text id={`${fieldId}-hint`} as="p" size="meta" tone="faint">
          {hint}
        </Text>
      )}
      {problem && (
        <Text id={`${fieldId}-problem`} as="p" size="meta" tone="danger">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
