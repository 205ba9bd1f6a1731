import { IconAlertTriangle } from '@tabler/icons-react'
import { Button } from '../../../../ui/controls/button.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import type { ReviewSearch } from '../../review-search.ts'
import css from '../review-page.module.css'
import { t } from '../words.ts'
import type { Claims } from './use-claims.ts'

type Quick = Pick<ReviewSearch, 'mine' | 'late'>

const flag = (isOn: boolean) => (isOn ? '1' : undefined)

interface ReviewClaimsProps {
  /** Undefined for records that can't be claimed. */
  claims: Claims | undefined
  /** How many records are past the promised time. */
  late: number
  search: Quick
  onSearch: (changes: Quick) => void
}

/** Filters the list by the reviewer's own claims and by late records; each is hidden while there are none. */
export function ReviewClaims({ claims, late, search, onSearch }: ReviewClaimsProps) {
  const own = [...(claims?.values() ?? [])].filter(({ isMine, isOpened }) => isMine && !isOpened).length
  const [isMine, isLate] = [search.mine !== undefined, search.late !== undefined]
  if (own === 0 && !isMine && late === 0 && !isLate) return null
  return (
    <Inline wrap className={css.claims}>
      {late > 0 || isLate ? (
        <Button
          aria-pressed={isLate}
          icon={<IconAlertTriangle size={14} stroke={1.7} aria-hidden="true" />}
          onClick={() => onSearch({ late: flag(!isLate) })}
        >
          {t('lateCount', { count: late })}
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
