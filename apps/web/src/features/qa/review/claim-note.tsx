import { IconLock } from '@tabler/icons-react'
import { timeOfDay } from '../../../format/time/date-time.ts'
import { Inline } from '../../../ui/layout/parts.tsx'
import type { Claim } from '../queue/claims/use-claims.ts'
import css from './review-decision.module.css'
import { t } from './words.ts'

/** Who else has the record, and until when. */
export function ClaimNote({ claim: { by, until, isOpened } }: { claim: Claim }) {
  const time = timeOfDay(until)
  return (
    <Inline as="p" align="start" tone="caution" pad="2 3" className={css.taken}>
      <IconLock size={16} stroke={1.7} aria-hidden="true" />
      <span>
        {isOpened ? t('openedByNameUntil', { name: by, time }) : t('claimedByNameUntilTime', { name: by, time })}
      </span>
    </Inline>
  )
}
