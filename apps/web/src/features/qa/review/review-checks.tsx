import { isOneOf } from '@signet/contract/narrow'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Inline, Stack } from '../../../ui/layout/parts.tsx'
import type { QaRecordDetail } from '../qa-kind.ts'
import { checksOf, leadsTo, type LeadTo } from './checks.ts'
import css from './review-decision.module.css'
import { t } from './words.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What was found on a record before it is published; possible duplicates and what speaks against a threat are a link to them. */
export function ReviewChecks({
  detail,
  now,
  onLead,
}: {
  detail: QaRecordDetail
  now: Date
  onLead: (to: LeadTo) => void
}) {
  return (
    <Stack as="ul" gap={2} className={css.checks}>
      {checksOf(detail, now).map(({ key, text, isGood }) => (
        <Inline as="li" key={key} data-good={isGood || undefined}>
          {isGood ? <IconCircleCheck {...icon} /> : <IconAlertTriangle {...icon} />}
          <span className="visually-hidden">{isGood ? t('ok') : t('needsAttention')} </span>
          {isOneOf(leadsTo, key) && !isGood ? (
            <button type="button" className="link" onClick={() => onLead(key)}>
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
