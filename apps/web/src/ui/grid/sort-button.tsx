import type { SortDirection } from '@signet/contract/wire'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import css from './sort-button.module.css'

/** The label of a column by which a list can be sorted. */
export function SortButton({
  label,
  direction,
  tabIndex,
  onClick,
}: {
  label: string
  /** Undefined if the list isn't sorted by it. */
  direction: SortDirection | undefined
  tabIndex?: number
  onClick: () => void
}) {
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <button type="button" tabIndex={tabIndex} className={css.sort} data-sorted={direction && true} onClick={onClick}>
      {label}
      {direction && <Arrow size={14} stroke={1.7} aria-hidden="true" />}
    </button>
  )
}
