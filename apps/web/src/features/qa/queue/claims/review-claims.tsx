import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../../session/company.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { FailedLine } from '../../../../ui/feedback/data-state.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import type { ReviewSearch } from '../../review-search.ts'
import css from '../review-page.module.css'
import { t } from '../words.ts'
import { claimsQuery, type Claims } from './use-claims.ts'

type Quick = Pick<ReviewSearch, 'mine' | 'overdue'>

const flag = (isOn: boolean) => (isOn ? '1' : undefined)

/** Without the claims, a reviewer may open what somebody else works on. */
function ClaimsFailed() {
  // The list reads them again and again.
  const { data, error, refetch } = useQuery({ ...claimsQuery(useCompany()), refetchInterval: false })
  return error && !data ? <FailedLine retry={() => void refetch()}>{t('claimsFailed')}</FailedLine> : null
}

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
  const failed = claims ? <ClaimsFailed /> : null
  if (own === 0 && !isMine && overdue === 0 && !isOverdue) return failed
  return (
    <Inline wrap className={css.claims}>
      {failed}
      {overdue > 0 || isOverdue ? (
        <Button
          aria-pressed={isOverdue}
          className={css.overdue}
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
