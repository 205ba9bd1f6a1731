import { listNotifications, type NotificationType } from '@signet/contract/messages/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import { queryClient } from '../../api/query-client.ts'
import { currentCompany } from '../../session/company.ts'
import { liveMessage } from '../../ui/feedback/messages/toasts.ts'
import { t } from './words.ts'
import { bellRoot, isElsewhere, isOpenAt, lineText } from './notifications.api.ts'

/** Events that arrive within this time are announced together. */
const gatherMs = 900
/** More notifications than this are announced as a number. */
const apartMax = 3
/** Notifications that are announced. All others appear only in the bell. */
const spoken: ReadonlySet<NotificationType> = new Set(['threat', 'takedown', 'analysis', 'request', 'job', 'alert'])

/** Announces notifications at the edge of the screen, except about the record that is open, and keeps the bell up to date. */
export function useLiveNews(): void {
  const navigate = useNavigate()
  const arrived = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = async () => {
    const ids = [...arrived.current]
    arrived.current.clear()
    void queryClient.invalidateQueries(bellRoot)
    const { items } = await call(listNotifications, { query: { unread: true, limit: Math.min(50, ids.length + 5) } })
    const lines = items.filter(
      ({ id, type, href }) => ids.includes(id) && spoken.has(type) && !isOpenAt(location.href, href),
    )
    if (lines.length > apartMax) {
      liveMessage(t('newNotificationsCount', { count: lines.length }))
      return
    }
    for (const { type, title, words, href, company } of lines) {
      const leads = href && company === currentCompany() && isElsewhere(location.href, href)
      liveMessage(
        lineText({ type, title, words }),
        leads ? { action: { label: t('show'), run: () => void navigate({ href }) } } : undefined,
      )
    }
  }
  const soon = () => {
    clearTimeout(timer.current)
    // After a failure, the notification is still loaded with the next update of the bell.
    timer.current = setTimeout(() => void settle().catch(() => undefined), gatherMs)
  }

  useLive(['notification'], ({ data }) => {
    if (typeof data['notificationId'] === 'string') arrived.current.add(data['notificationId'])
    soon()
  })
  useLive(['toast'], ({ data }) => {
    if (typeof data['title'] === 'string') liveMessage([data['title'], data['body']].filter(Boolean).join(': '))
  })
  useLive(['reset'], () => void queryClient.invalidateQueries(bellRoot))
}
