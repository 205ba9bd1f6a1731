import { IconBuilding, IconChartBar, IconFilterCog, IconSend, IconUsers } from '@tabler/icons-react'
import type { Kind } from '@signet/contract/threats/sources'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../../session/use-session.ts'
import { pathsOf } from '../../qa-kind.ts'
import css from '../review-page.module.css'
import { t } from '../words.ts'
import { ClaimMenu } from './claim-menu.tsx'

/** The menu for claiming threats, and the links to what was published, the rules and the statistics. */
export function ReviewTools({
  kind,
  company,
  secondReviews,
  onClaimed,
}: {
  kind: Kind
  company: string
  /** How many second reviews wait for the reviewer. */
  secondReviews: number
  onClaimed: () => void
}) {
  const hasSeveral = useUser().adminCompanies.length > 0
  const second = t('secondReviewsCount', { count: secondReviews })
  return (
    <span className={css.tools}>
      {kind === 'threat' ? <ClaimMenu company={company} onClaimed={onClaimed} /> : null}
      {kind === 'threat' ? (
        <Link className="icon-link" to="/QA/dashboard/rules" aria-label={t('rules')} data-tip={t('rules')}>
          <IconFilterCog size={16} stroke={1.7} aria-hidden="true" />
        </Link>
      ) : null}
      {hasSeveral && kind === 'threat' ? (
        <Link
          className="icon-link"
          to="/QA/dashboard/companies"
          aria-label={t('queueOfCompanies')}
          data-tip={t('queueOfCompanies')}
        >
          <IconBuilding size={16} stroke={1.7} aria-hidden="true" />
        </Link>
      ) : null}
      {secondReviews > 0 ? (
        <Link className="icon-link" to="/QA/dashboard/secondReview" aria-label={second} data-tip={second}>
          <IconUsers size={16} stroke={1.7} aria-hidden="true" />
        </Link>
      ) : null}
      <Link className="icon-link" to={pathsOf[kind].published} aria-label={t('published')} data-tip={t('published')}>
        <IconSend size={16} stroke={1.7} aria-hidden="true" />
      </Link>
      <Link className="icon-link" to="/QA/dashboard/statistics" aria-label={t('statistics')} data-tip={t('statistics')}>
        <IconChartBar size={16} stroke={1.7} aria-hidden="true" />
      </Link>
    </span>
  )
}
