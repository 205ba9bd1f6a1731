import { useId } from 'react'
import { Tick, TickGroup } from './form-section.tsx'

/** Selects one of a few values with radio buttons. */
export function TickOne<T extends string>({
  label,
  all,
  value,
  labelOf,
  hintOf,
  problem,
  isWide = false,
  isPaired = false,
  onChange,
}: {
  label: string
  all: readonly T[]
  value: NoInfer<T> | undefined
  labelOf: (one: T) => string
  hintOf?: (one: T) => string | undefined
  problem?: string | undefined
  isWide?: boolean
  /** Two columns on phones too, for short labels. */
  isPaired?: boolean
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <TickGroup label={label} problem={problem} isWide={isWide} isPaired={isPaired}>
      {all.map((one) => (
        <Tick
          key={one}
          type="radio"
          name={name}
          label={labelOf(one)}
          hint={hintOf?.(one)}
          isOn={one === value}
          onChange={() => onChange(one)}
        />
      ))}
    </TickGroup>
  )
}
