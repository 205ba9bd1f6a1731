import type { Option } from '@signet/contract/wire'
import { useState, type ReactNode } from 'react'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { NoData, Skeleton, type QueryLike } from '../feedback/data-state.tsx'
import css from '../controls/menu.module.css'
import { t } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'
import { Stack, Text } from '../layout/parts.tsx'

/** From this many values on, the menu has a search field. It never shows more than `shownMax` at once. */
const searchFrom = 13
const shownMax = 100

/** A value that can be selected, with its label and how often it occurs. */
export interface Choice<T extends string> extends Option {
  value: T
}

const labelOf = ({ label }: Option) => valueName(label)

/** A list of values with checkboxes and counts. A change applies at once. */
export function FacetMenu<T extends string>({
  label,
  options,
  query,
  chosen,
  render = labelOf,
  onChange,
}: {
  label: string
  /** Undefined while they are loading. */
  options: readonly Choice<T>[] | undefined
  /** The request that loads the values. If it fails, the menu offers a retry. */
  query?: QueryLike<unknown> | undefined
  chosen: readonly T[]
  render?: (option: Choice<T>) => ReactNode
  onChange: (chosen: T[]) => void
}) {
  const [typed, setTyped] = useState('')
  if (!options) return <NoData query={query} what={t('optionsToLoad')} loading={<Skeleton lines={4} />} />
  if (options.length === 0)
    return (
      <Text as="p" pad="2 3" tone="faint">
        {t('noOptions')}
      </Text>
    )
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = options.filter(({ label: name }) => words.every((word) => name.toLowerCase().includes(word)))
  // Selected values always stay visible while filtering.
  const isTicked = ({ value }: Choice<T>) => chosen.includes(value)
  const shown =
    options.length < searchFrom
      ? options
      : [...options.filter(isTicked), ...found.filter((option) => !isTicked(option))].slice(0, shownMax)
  return (
    <Stack as="fieldset" gap="half" className={css.menu}>
      <legend className="visually-hidden">{label}</legend>
      {options.length >= searchFrom && (
        <input
          type="search"
          className={css.search}
          aria-label={t('searchInList', { list: label })}
          placeholder={t('search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {shown.length === 0 && (
        <Text as="p" pad="2 3" tone="faint">
          {t('noOptionsMatch')}
        </Text>
      )}
      {shown.map((option) => {
        const { value } = option
        const isOn = chosen.includes(value)
        return (
          <label key={value} className="option">
            <input
              type="checkbox"
              checked={isOn}
              onChange={() => onChange(isOn ? chosen.filter((other) => other !== value) : [...chosen, value])}
            />
            <Text grow>{render(option)}</Text>
            {option.count !== undefined && (
              <Text tone="faint" num>
                {exactNumber(option.count)}
              </Text>
            )}
          </label>
        )
      })}
    </Stack>
  )
}
