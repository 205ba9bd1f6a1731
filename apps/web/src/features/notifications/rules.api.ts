import { listNotificationRules } from '@signet/contract/messages/notification-rules'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The notification rules for staff. */
export const rulesQuery = queryOptions({
  queryKey: ['notificationRules'],
  queryFn: ({ signal }) => call(listNotificationRules, { query: {}, signal }),
})
