import type { Option } from '@signet/contract/wire'
import type { ReactNode } from 'react'
import { exactNumber } from '../format/exact-number.ts'
import { Skeleton } from './data-state.tsx'
import css from './menu.module.css'
import { t } from '../words/words.ts'

const labelOf = ({ label }: Option) => t(label)

/** A list of values to tick, with how many items each has. Applies at once. */
export function FacetMenu<T extends string>({
  label,
  options,
  chosen,
  render = labelOf,
  onChange,
}: {
  label: string
  /** Undefined while they are read. */
  options: readonly Option[] | undefined
  chosen: readonly T[]
  render?: (option: Option) => ReactNode
  onChange: (chosen: T[]) => void
}) {
  if (!options) return <Skeleton lines={4} />
  if (options.length === 0) return <p className={css.none}>{t('Nothing to choose from yet.')}</p>
  return (
    <fieldset className={css.menu}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => {
        const value = option.value as T
        const isOn = chosen.includes(value)
        return (
          <label key={value} className={css.tick}>
            <input
              type="checkbox"
              checked={isOn}
              onChange={() => onChange(isOn ? chosen.filter((other) => other !== value) : [...chosen, value])}
            />
            <span className={css.words}>{render(option)}</span>
            {option.count !== undefined && <span className={`${css.count} num`}>{exactNumber(option.count)}</span>}
          </label>
        )
      })}
    </fieldset>
  )
}
