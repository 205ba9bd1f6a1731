import { useMemo } from 'react'
import { clockName, timeZones, zoneName } from '../../format/names/places.ts'
import { Popover } from '../../ui/controls/popover.tsx'
import { SearchList } from '../../ui/controls/search-list.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { t } from './words.ts'

/** A time zone, found by its city, what its clocks are called today, or their offset. */
export function TimeZoneField({
  label,
  hint,
  problem,
  value,
  none,
  onChange,
}: {
  label: string
  hint?: string | undefined
  problem?: string | undefined
  value: string
  /** The label of the choice of no zone. */
  none?: string
  onChange: (zone: string) => void
}) {
  const shown = value === '' ? (none ?? '') : zoneName(value)
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <Popover
          label={label}
          trigger={(props) => (
            <button
              type="button"
              {...control}
              {...props}
              id={control.id}
              className="picker cut"
              aria-label={`${label}: ${shown}`}
            >
              {shown}
            </button>
          )}
        >
          {(close) => (
            <Zones
              label={label}
              value={value}
              none={none}
              onPick={(zone) => {
                close()
                onChange(zone)
              }}
            />
          )}
        </Popover>
      )}
    </Field>
  )
}

function Zones({
  label,
  value,
  none,
  onPick,
}: {
  label: string
  value: string
  none: string | undefined
  onPick: (zone: string) => void
}) {
  const items = useMemo(() => {
    const now = new Date()
    return timeZones(value).map((zone) => ({ key: zone, label: zoneName(zone), hint: clockName(zone, now) }))
  }, [value])
  return (
    <SearchList
      label={label}
      placeholder={t('searchZones')}
      items={none === undefined ? items : [{ key: '', label: none }, ...items]}
      current={value}
      empty={t('noZone')}
      onPick={({ key }) => onPick(key)}
    />
  )
}
