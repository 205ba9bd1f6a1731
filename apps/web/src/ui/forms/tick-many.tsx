import { Tick, TickGroup } from './form-section.tsx'

interface TickManyProps<T extends string> {
  label: string
  /** In the order in which they are shown and stored. */
  all: readonly T[]
  value: readonly NoInfer<T>[]
  labelOf: (one: T) => string
  hintOf?: ((one: T) => string | undefined) | undefined
  problem?: string | undefined
  isWide?: boolean
  isShort?: boolean
  onChange: (value: T[]) => void
}

/** Selects several of a few values with checkboxes. The values keep their order regardless of the order of selection. */
export function TickMany<T extends string>({
  label,
  all,
  value,
  labelOf,
  hintOf,
  problem,
  isWide = false,
  isShort = false,
  onChange,
}: TickManyProps<T>) {
  return (
    <TickGroup label={label} problem={problem} isWide={isWide} isShort={isShort}>
      {all.map((one) => (
        <Tick
          key={one}
          label={labelOf(one)}
          hint={hintOf?.(one)}
          isOn={value.includes(one)}
          onChange={(isOn) => onChange(all.filter((each) => (each === one ? isOn : value.includes(each))))}
        />
      ))}
    </TickGroup>
  )
}
