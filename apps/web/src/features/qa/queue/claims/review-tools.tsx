import {
  IconBuilding,
  IconChartBar,
  IconChevronDown,
  IconFilterCog,
  IconSend,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Kind } from '@signet/contract/threats/sources'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../../session/use-session.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Popover } from '../../../../ui/controls/popover.tsx'
import { Stack } from '../../../../ui/layout/parts.tsx'
import { pathsOf } from '../../qa-kind.ts'
import css from '../review-page.module.css'
import { t } from '../words.ts'
import { ClaimMenu } from './claim-menu.tsx'

interface Tool {
  to: string
  label: string
  Icon: TablerIcon
}

/** The menu for claiming threats, and that of the links to what was published, the rules and the statistics. */
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
  const isThreat = kind === 'threat'
  const tools: Tool[] = [
    ...(secondReviews > 0
      ? [
          {
            to: '/QA/dashboard/secondReview',
            label: t('secondReviewsCount', { count: secondReviews }),
            Icon: IconUsers,
          },
        ]
      : []),
    { to: pathsOf[kind].published, label: t('published'), Icon: IconSend },
    { to: '/QA/dashboard/statistics', label: t('statistics'), Icon: IconChartBar },
    ...(isThreat ? [{ to: '/QA/dashboard/rules', label: t('rules'), Icon: IconFilterCog }] : []),
    ...(hasSeveral && isThreat
      ? [{ to: '/QA/dashboard/companies', label: t('queueOfCompanies'), Icon: IconBuilding }]
      : []),
  ]
  return (
    <span className={css.tools}>
      {isThreat ? <ClaimMenu company={company} onClaimed={onClaimed} /> : null}
      <Popover
        label={t('more')}
        trigger={(props) => (
          <Button {...props} kind="quiet">
            <span className={css.more}>
              {t('more')}
              <IconChevronDown size={14} stroke={1.7} aria-hidden="true" />
            </span>
          </Button>
        )}
      >
        {(close) => (
          <Stack as="ul" gap={0} pad={1}>
            {tools.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link className="option" to={to} onClick={close}>
                  <Icon size={16} stroke={1.7} aria-hidden="true" />
                  {label}
                </Link>
              </li>
            ))}
          </Stack>
        )}
      </Popover>
    </span>
  )
}
