import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { lazy } from '../../api/lazy.ts'
import { startLive } from '../../api/live-stream.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { shortNumber } from '../../format/numbers/short-number.ts'
import { useUser } from '../../session/use-session.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/feedback/data-state.tsx'
import { logMessage, logMessagesOf } from '../../ui/feedback/messages/message-log.ts'
import { Popover } from '../../ui/controls/popover.tsx'
import { onMessages } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { Box } from '../../ui/layout/parts.tsx'
import css from './bell.module.css'
import { unreadQuery } from './notifications.api.ts'
import { ShellIcon } from '../../navigation/shell-icon.tsx'
import { useLiveNews } from './use-live-news.ts'

const NotificationCentre = lazy(() =>
  import('./notification-centre.tsx').then(({ NotificationCentre: centre }) => ({ default: centre })),
)

/** The number of unread notifications, and the notification centre. It also opens the event stream of the tab. */
export function Bell() {
  const { id } = useUser()
  const { data: unread = 0 } = useQuery(unreadQuery)
  useEffect(() => {
    const endLive = startLive()
    logMessagesOf(id)
    const stop = onMessages((text, isFailure) => logMessage({ text, isFailure }))
    return () => {
      endLive()
      stop()
      logMessagesOf(null)
    }
  }, [id])
  useLiveNews()

  return (
    <Popover
      label={t('notifications')}
      align="end"
      trigger={(props) => (
        <IconButton
          {...props}
          className={css.bell}
          label={unread > 0 ? t('notificationsUnread', { n: exactNumber(unread) }) : t('notifications')}
        >
          <ShellIcon sign="bell" />
          {unread > 0 && (
            <Box
              as="span"
              pad="0 1"
              size="axis"
              weight="strong"
              centred
              className={`${css.count} num`}
              aria-hidden="true"
            >
              {shortNumber(unread)}
            </Box>
          )}
        </IconButton>
      )}
    >
      {(close) => (
        <Suspense
          fallback={
            <div className={css.wait}>
              <Skeleton lines={6} />
            </div>
          }
        >
          <NotificationCentre unread={unread} onClose={close} />
        </Suspense>
      )}
    </Popover>
  )
}
