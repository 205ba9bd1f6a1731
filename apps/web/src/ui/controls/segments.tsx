import { useRef, type ReactNode } from 'react'
import { useCurrentInView } from '../layout/use-current-in-view.ts'
import css from './segments.module.css'

/**
 * A few choices side by side, one of which is selected. They are radio buttons, so the arrow keys change the selection. On phones they are
 * in one row that scrolls sideways.
 */
export function Segments<T extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly { value: T; label: string; count?: ReactNode }[]
  value: T
  onChange: (value: T) => void
}) {
  const row = useRef<HTMLFieldSetElement>(null)
  const isCounted = choices.some(({ count }) => count !== undefined && count !== null)
  useCurrentInView(row, '[data-on]', `${value} ${isCounted}`)
  return (
    <fieldset ref={row} className={css.segments}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} data-on={choice.value === value || undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={label}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
          {choice.count === undefined ? null : <span className="num"> {choice.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
