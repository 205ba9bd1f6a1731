import { listNotifications, type LiveEvent, type NotificationType } from '@signet/contract/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import { queryClient } from '../../api/query-client.ts'
import { currentCompany } from '../../session/company.ts'
import { notice } from '../../ui/feedback/toasts.ts'
import { plural, t } from '../../words/words.ts'
import { bellRoot, lineText } from './notifications.api.ts'

/** Events that come together are told together. */
const gatherMs = 900
/** More lines than this are told as a number. */
const apartMax = 3
/** Lines that are news from elsewhere; the rest waits in the bell. */
const spoken: ReadonlySet<NotificationType> = new Set(['threat', 'takedown', 'analysis', 'request', 'job', 'alert'])

/** The counts of the sidebar that an event makes old. Lists are left alone: they offer what is new themselves. */
const staleBy: Partial<Record<LiveEvent['type'], readonly string[][]>> = {
  'threat.published': [
    ['threats', 'options', 'open'],
    ['touts', 'options', 'open'],
  ],
  'threat.changed': [
    ['threats', 'options', 'open'],
    ['touts', 'options', 'open'],
  ],
  'takedown.changed': [['takedowns', 'running']],
  'analysis.changed': [['analyses', 'running']],
  'review.changed': [['qa', 'options', 'badge']],
}
const counted = Object.keys(staleBy) as (keyof typeof staleBy)[]

/** Says at the edge of the screen what happened elsewhere, and keeps the counts of the shell current. */
export function useLiveNews(): void {
  const navigate = useNavigate()
  const arrived = useRef(new Set<string>())
  const stale = useRef(new Map<string, string[]>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = async () => {
    const keys = [...stale.current.values()]
    const ids = [...arrived.current]
    stale.current.clear()
    arrived.current.clear()
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
    if (ids.length === 0) return
    void queryClient.invalidateQueries(bellRoot)
    const { items } = await call(listNotifications, { query: { unread: true, limit: Math.min(50, ids.length + 5) } })
    const lines = items.filter(({ id, type }) => ids.includes(id) && spoken.has(type))
    if (lines.length > apartMax) {
      notice(plural(lines.length, '{n} new notification', '{n} new notifications'))
      return
    }
    for (const { type, title, href, company } of lines) {
      const isHere = company === currentCompany()
      notice(
        lineText({ type, title }),
        href && isHere ? { action: { label: t('Show'), run: () => void navigate({ href }) } } : undefined,
      )
    }
  }
  const soon = () => {
    clearTimeout(timer.current)
    // What cannot be read now is in the bell at the next look.
    timer.current = setTimeout(() => void settle().catch(() => undefined), gatherMs)
  }

  useLive(['notification'], ({ data }) => {
    if (typeof data['notificationId'] === 'string') arrived.current.add(data['notificationId'])
    soon()
  })
  useLive(['toast'], ({ data }) => {
    if (typeof data['title'] === 'string') notice([data['title'], data['body']].filter(Boolean).join(': '))
  })
  useLive(counted, ({ type, company = currentCompany() }) => {
    for (const key of staleBy[type] ?? []) {
      stale.current.set(`${company} ${key.join(' ')}`, [company, ...key])
    }
    soon()
  })
  useLive(['reset'], () => {
    void queryClient.invalidateQueries(bellRoot)
    for (const key of Object.values(staleBy).flat()) {
      void queryClient.invalidateQueries({ queryKey: [currentCompany(), ...key] })
    }
  })
}
