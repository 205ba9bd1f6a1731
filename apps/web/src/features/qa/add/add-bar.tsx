import { can } from '@signet/contract/access/permissions'
import { useClientInfo } from '../../../session/client-info.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import css from './add-threats-page.module.css'
import { t } from './words.ts'

interface AddBarProps {
  /** How many threats were entered or chosen, as text. */
  counts: string
  /** The number of threats that would be sent. */
  count: number
  isBusy: boolean
  send: (isPublished: boolean) => void
}

/** The buttons that send threats to review or publish them, and the company for those who work for several. */
export function AddBar({ counts, count, isBusy, send }: AddBarProps) {
  const { role } = useUser()
  const company = useClientInfo()?.name
  const sendable = { isBusy, disabled: count === 0 }
  return (
    <Inline wrap justify="end" gap={2} pad="3 4" className={css.bar}>
      <Inline gap="0 2" justify="between" wrap className={css.count}>
        <output>{counts}</output>
        {company && can(role, 'company:choose') ? <Text size="meta">{t('forCompany', { company })}</Text> : null}
      </Inline>
      <Button kind={role === 'qa' ? 'plain' : 'primary'} {...sendable} onClick={() => send(false)}>
        {count > 1 ? t('sendToReviewCount', { count }) : t('sendToReview')}
      </Button>
      {can(role, 'qa:review') ? (
        <Button kind="primary" {...sendable} onClick={() => send(true)}>
          {count > 1 ? t('publishNowCount', { count }) : t('publishNow')}
        </Button>
      ) : null}
    </Inline>
  )
}
