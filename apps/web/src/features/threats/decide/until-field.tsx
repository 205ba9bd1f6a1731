import { isoToday } from '@signet/contract/time'
import { useId } from 'react'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from '../record/threat-panel.module.css'

/** Whether a day has ended. Days end in UTC. */
export const isOver = (day: string) => day < isoToday()

/** The last day of a whitelisting; empty if it doesn't expire. */
export function UntilField({
  day,
  onChange,
  onEnter,
}: {
  day: string
  onChange: (day: string) => void
  /** Called when Enter is pressed in the field. */
  onEnter?: (() => void) | undefined
}) {
  const hintId = useId()
  const isWrong = day !== '' && isOver(day)
  return (
    <>
      <Text as="label" above={2} className={`${css.remark} input-box`}>
        <span>{t('whitelistUntil')}</span>
        <input
          type="date"
          min={isoToday()}
          value={day}
          aria-invalid={isWrong}
          aria-describedby={hintId}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
        />
      </Text>
      <span id={hintId} className="visually-hidden">
        {t('endDateHint')}
      </span>
      {isWrong && (
        <Text as="p" size="meta" tone="danger" above={1} role="status">
          {t('endDateInPast')}
        </Text>
      )}
    </>
  )
}
