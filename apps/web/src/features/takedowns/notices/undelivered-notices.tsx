import { IconAlertTriangle } from '@tabler/icons-react'
import { can } from '@signet/contract/access/permissions'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { useUser } from '../../../session/use-session.ts'
import { Inline } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

/** How many notices weren't delivered and weren't followed by another one of their channel; for staff with a link to the contacts. */
export function UndeliveredNotices({ attempts }: Pick<TakedownDetail, 'attempts'>) {
  const { role } = useUser()
  const tried = attempts.filter(({ sentAt, status }) => sentAt || status === 'bounced')
  const undelivered = tried.filter(
    ({ status, channel, at }) =>
      status === 'bounced' &&
      !attempts.some((other) => other.channel === channel && other.status !== 'bounced' && other.at > at),
  ).length
  return undelivered > 0 ? (
    <Inline as="p" gap={2} above={4}>
      <IconAlertTriangle color="var(--high-text)" size={16} stroke={1.7} aria-hidden="true" />
      <span>
        {t('undelivered', { undelivered, sent: tried.length })}{' '}
        {can(role, 'takedowns:move') ? <a href="#contacts">{t('chooseContact')}</a> : null}
      </span>
    </Inline>
  ) : null
}
