import { IconAlertTriangle } from '@tabler/icons-react'
import { Button } from '../../../../ui/controls/button.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import type { ReviewSearch } from '../../review-search.ts'
import css from '../review-page.module.css'
import { t } from '../words.ts'
import type { Claims } from './use-claims.ts'

type Quick = Pick<ReviewSearch, 'mine' | 'overdue'>

const flag = (isOn: boolean) => (isOn ? '1' : undefined)

interface ReviewClaimsProps {
  /** Undefined for records that can't be claimed. */
  claims: Claims | undefined
  /** How many records are past the promised time. */
  overdue: number
  search: Quick
  onSearch: (changes: Quick) => void
}

/** Filters the list by the reviewer's own claims and by overdue records; each is hidden while there are none. */
export function ReviewClaims({ claims, overdue, search, onSearch }: ReviewClaimsProps) {
  const own = [...(claims?.values() ?? [])].filter(({ isMine, isOpened }) => isMine && !isOpened).length
  const [isMine, isOverdue] = [search.mine !== undefined, search.overdue !== undefined]
  if (own === 0 && !isMine && overdue === 0 && !isOverdue) return null
  return (
    <Inline wrap className={css.claims}>
      {overdue > 0 || isOverdue ? (
        <Button
          aria-pressed={isOverdue}
          icon={<IconAlertTriangle size={14} stroke={1.7} aria-hidden="true" />}
          onClick={() => onSearch({ overdue: flag(!isOverdue) })}
        >
          {t('overdueCount', { count: overdue })}
        </Button>
      ) : null}
      {own > 0 || isMine ? (
        <Button aria-pressed={isMine} onClick={() => onSearch({ mine: flag(!isMine) })}>
          {t('claimedByYouCount', { count: own })}
        </Button>
      ) : null}
    </Inline>
  )
}
