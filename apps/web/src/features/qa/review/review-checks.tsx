import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Inline, Stack } from '../../../ui/layout/parts.tsx'
import type { QaRecordDetail } from '../qa-kind.ts'
import { checksOf } from './checks.ts'
import css from './review-decision.module.css'
import { t } from './words.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What was found on a record before it is published; possible duplicates are a link to them. */
export function ReviewChecks({
  detail,
  now,
  onDuplicates,
}: {
  detail: QaRecordDetail
  now: Date
  onDuplicates: () => void
}) {
  return (
    <Stack as="ul" gap={2} className={css.checks}>
      {checksOf(detail, now).map(({ key, text, isGood }) => (
        <Inline as="li" key={key} data-good={isGood || undefined}>
          {isGood ? <IconCircleCheck {...icon} /> : <IconAlertTriangle {...icon} />}
          <span className="visually-hidden">{isGood ? t('ok') : t('needsAttention')} </span>
          {key === 'duplicate' && !isGood ? (
            <button type="button" className="link" onClick={onDuplicates}>
              {text}
            </button>
          ) : (
            <span>{text}</span>
          )}
        </Inline>
      ))}
    </Stack>
  )
}
