import { IconCalendar } from '@tabler/icons-react'
import { lazy } from '../../api/lazy.ts'
import { FilterPill } from './filter-pill.tsx'
import { rangeLabel, type DayRange } from './day-range.ts'

const RangeMenu = lazy(() => import('./range-menu.tsx').then(({ RangeMenu: menu }) => ({ default: menu })))

/** A pill for the date range: predefined ranges, or two custom dates. */
export function RangePicker({
  label,
  range,
  openLabel,
  onChange,
}: {
  label: string
  range: DayRange
  /** What it says without a range. Default: "Any time". */
  openLabel?: string
  onChange: (range: DayRange) => void
}) {
  const isSet = range.from !== undefined || range.to !== undefined
  return (
    <FilterPill
      label={label}
      value={isSet || openLabel === undefined ? rangeLabel(range, new Date()) : openLabel}
      icon={<IconCalendar size={16} stroke={1.7} aria-hidden="true" />}
      onClear={isSet ? () => onChange({}) : undefined}
    >
      {(close) => (
        <RangeMenu
          range={range}
          onChange={(next, isFinal) => {
            onChange(next)
            if (isFinal) close()
          }}
        />
      )}
    </FilterPill>
  )
}
