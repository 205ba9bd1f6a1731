import { listAnnouncements, type AnnouncementAudience } from '@signet/contract/messages/announcements'
import { previewEmail } from '@signet/contract/messages/email'
import { listUsers } from '@signet/contract/access/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { NotificationsSearch } from './notifications-search.ts'

export const announcementsPerPage = 50
// The list is reloaded at this interval during delivery.
const pollMs = 3000

export const announcementsKey = ['announcements'] as const

export function announcementsQuery({ q, page }: NotificationsSearch) {
  const query = { pageNumber: Number(page ?? 1), limit: announcementsPerPage, searchQuery: q }
  return queryOptions({
    queryKey: [...announcementsKey, query],
    queryFn: ({ signal }) => call(listAnnouncements, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'delivering' || isDue(one)) ? pollMs : false,
  })
}

/** Whether its time has come. It is sent within a minute. */
function isDue({ state, from }: { state: string; from: string }): boolean {
  return state === 'scheduled' && Date.parse(from) <= Date.now()
}

/** The current number of people in an audience; null when no audience is selected. */
export function audienceCountQuery(audience: AnnouncementAudience) {
  const isEmpty = 'companies' in audience ? audience.companies.length === 0 : audience.roles.length === 0
  return queryOptions({
    queryKey: ['audienceCount', audience],
    queryFn: async ({ signal }) => {
      if ('roles' in audience) {
        const query = { role: audience.roles, state: ['active' as const, 'invited' as const], limit: 1 }
        return (await call(listUsers, { query, signal })).total
      }
      const body = { template: 'message' as const, companies: audience.companies, subject: '…', body: '…' }
      return (await call(previewEmail, { body, signal })).recipients
    },
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  })
}
