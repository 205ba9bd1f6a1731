import { useId, type ComponentProps, type ReactNode } from 'react'
import { Stack, Text } from '../layout/parts.tsx'
import css from './field.module.css'

/** The properties that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A labelled control. Its error replaces the hint below it, unless the hint still helps: `keepsHint`. */
export function Field({
  label,
  hint,
  keepsHint = false,
  problem,
  children,
}: {
  label: string
  hint?: ReactNode
  keepsHint?: boolean | undefined
  problem?: string | null | undefined
  children: (control: ControlProps) => ReactNode
}) {
  const fieldId = useId()
  const noteId = `${fieldId}-note`
  const hintId = `${fieldId}-hint`
  const isHinted = Boolean(hint) && (keepsHint || !problem)
  return (
    <Stack gap={1} className={css.field}>
      <Text as="label" weight="medium" htmlFor={fieldId}>
        {label}
      </Text>
      {children({
        id: fieldId,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby':
          problem && isHinted ? `${noteId} ${hintId}` : problem ? noteId : isHinted ? hintId : undefined,
      })}
      {problem ? (
        <Text as="p" size="meta" tone="danger" id={noteId} role="alert">
          {problem}
        </Text>
      ) : null}
      {isHinted ? (
        <Text as="p" size="meta" tone="faint" id={hintId}>
          {hint}
        </Text>
      ) : null}
    </Stack>
  )
}

/** A single-line text field, for input such as addresses, codes and passwords. */
export function TextField({
  label,
  hint,
  problem,
  end,
  size = 'plain',
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'size' | 'onChange'> & {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  /** A button inside the field, at its end. */
  end?: ReactNode
  /** `large` where the field is the main content of the page, as on the sign-in page. */
  size?: 'plain' | 'large'
  onChange: (value: string) => void
}) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <div className="input-box" data-size={size} data-wrong={problem ? true : undefined}>
          <input
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            onChange={(event) => onChange(event.target.value)}
          />
          {end}
        </div>
      )}
    </Field>
  )
}

interface Labelled<T extends string> {
  label: string
  hint?: ReactNode
  problem?: string | null | undefined
  value: T
  onChange: (value: T) => void
}

/** A labelled single-line input for text, dates or numbers. */
export function InputField({
  label,
  hint,
  problem,
  onChange,
  ...input
}: Labelled<string> & Omit<ComponentProps<'input'>, keyof Labelled<string>>) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <input {...input} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

/** A labelled multi-line text field. */
export function AreaField({
  label,
  hint,
  keepsHint,
  problem,
  leastPx,
  onChange,
  ...area
}: Labelled<string> &
  Omit<ComponentProps<'textarea'>, keyof Labelled<string>> & {
    keepsHint?: boolean
    /** Its height where it differs from the usual one. */
    leastPx?: number
  }) {
  return (
    <Field label={label} hint={hint} keepsHint={keepsHint} problem={problem}>
      {(control) => (
        <textarea
          style={leastPx === undefined ? undefined : { minHeight: leastPx }}
          {...area}
          {...control}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A labelled select for a single value. */
export function SelectField<T extends string, None extends string = never>({
  label,
  hint,
  problem,
  value,
  all,
  labelOf,
  none,
  onChange,
}: Labelled<NoInfer<T | None>> & {
  all: readonly T[]
  labelOf: (one: T) => string
  /** The value and the label of the option for no selection. */
  none?: readonly [value: None, label: string]
}) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => {
            const chosen = [none?.[0], ...all].find((one) => one === target.value)
            if (chosen !== undefined) onChange(chosen)
          }}
        >
          {none && <option value={none[0]}>{none[1]}</option>}
          {all.map((one) => (
            <option key={one} value={one}>
              {labelOf(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
