import { useState } from 'react'
import { calendarDay } from '../../format/time/date-time.ts'
import { Button } from '../controls/button.tsx'
import { lastDays, rangePresets, type DayRange } from './day-range.ts'
import css from '../controls/menu.module.css'
import { t } from './words.ts'
import { Columns, Stack, Text } from '../layout/parts.tsx'

/** The menu of a date range: predefined ranges apply at once, custom dates with the button. */
export function RangeMenu({
  range,
  onChange,
}: {
  range: DayRange
  onChange: (range: DayRange, isFinal: boolean) => void
}) {
  const now = new Date()
  const today = calendarDay(now)
  const [from, setFrom] = useState(range.from ?? '')
  const [to, setTo] = useState(range.to ?? '')
  const isWrong = from !== '' && to !== '' && from > to
  return (
    <Stack gap="half" className={css.menu}>
      {rangePresets.map(({ label, days }) => {
        const preset = lastDays(days, now)
        return (
          <button
            key={label()}
            type="button"
            className="option"
            aria-pressed={!range.to && range.from === preset.from}
            onClick={() => onChange(preset, true)}
          >
            {label()}
          </button>
        )
      })}
      <button
        type="button"
        className="option"
        aria-pressed={!range.from && !range.to}
        onClick={() => onChange({}, true)}
      >
        {t('anyTime')}
      </button>
      <Columns
        as="form"
        count={2}
        gap={2}
        align="stretch"
        above={2}
        pad={3}
        line="above"
        className={css.dates}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) onChange({ from: from || undefined, to: to || undefined }, true)
        }}
      >
        <Stack as="label" gap={1} weight="medium">
          {t('from')}
          <input type="date" value={from} max={today} onChange={(event) => setFrom(event.target.value)} />
        </Stack>
        <Stack as="label" gap={1} weight="medium">
          {t('to')}
          <input type="date" value={to} max={today} onChange={(event) => setTo(event.target.value)} />
        </Stack>
        {isWrong && (
          <Text as="p" tone="danger" role="alert">
            {t('startAfterEnd')}
          </Text>
        )}
        <Button type="submit" kind="primary" disabled={isWrong}>
          {t('applyDates')}
        </Button>
      </Columns>
    </Stack>
  )
}
