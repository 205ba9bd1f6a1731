import type { QaCounts } from '@signet/contract/review/qa'
import { useQuery } from '@tanstack/react-query'
import { timeAgo, withinSentence } from '../../../../format/time/time-ago.ts'
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
  /** Undefined until they are loaded. */
  counts: Pick<QaCounts, 'overdue' | 'oldest'> | undefined
  now: Date
  search: Quick
  onSearch: (changes: Quick) => void
}

/** Filters the list by overdue records and by own claims, each hidden while there are none, next to the age of the oldest. */
export function ReviewClaims({ claims, counts, now, search, onSearch }: ReviewClaimsProps) {
  const { overdue = 0, oldest = null } = counts ?? {}
  const own = [...(claims?.values() ?? [])].filter(({ isMine, isOpened }) => isMine && !isOpened).length
  const [isMine, isOverdue] = [search.mine !== undefined, search.overdue !== undefined]
  const failed = claims ? <ClaimsFailed /> : null
  if (counts && oldest === null && own === 0 && !isMine && overdue === 0 && !isOverdue) return failed
  return (
    // Its line is there before the counts are, so that the list below doesn't move.
    <Inline wrap gap="1 2" least={24} size="meta" className={css.claims}>
      {overdue > 0 || isOverdue ? (
        <Button
          aria-pressed={isOverdue}
          className={css.overdue}
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
      {oldest === null ? null : <small>{t('oldestAge', { age: withinSentence(timeAgo(oldest, now)) })}</small>}
      {failed}
    </Inline>
  )
}
