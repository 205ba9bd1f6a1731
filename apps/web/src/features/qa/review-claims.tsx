import type { Kind } from '@signet/contract/sources'
import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { plural, t } from '../../words/words.ts'
import { ClaimMenu } from './claim-menu.tsx'
import css from './review-page.module.css'
import type { Claims } from './use-claims.ts'

interface ReviewClaimsProps {
  kind: Kind
  company: string
  claims: Claims
  isMineOnly: boolean
  onMine: (isOn: boolean) => void
}

/** Claims more of the queue, shows only what is claimed, and leads to the statistics. */
export function ReviewClaims({ kind, company, claims, isMineOnly, onMine }: ReviewClaimsProps) {
  const own = [...claims.values()].filter(({ isMine, isOpened }) => isMine && !isOpened).length
  return (
    <div className={css.claims}>
      {kind === 'threat' ? <ClaimMenu company={company} onClaimed={() => onMine(true)} /> : null}
      {kind === 'threat' && (own > 0 || isMineOnly) ? (
        <Button className={css.mine} aria-pressed={isMineOnly} onClick={() => onMine(!isMineOnly)}>
          {plural(own, '{n} claimed by you', '{n} claimed by you')}
        </Button>
      ) : null}
      <Link to="/QA/dashboard/statistics">{t('Statistics')}</Link>
    </div>
  )
}
