import { listNoticeRules } from '@signet/contract/takedowns/notice-rules'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The notification rules for staff. */
export const rulesQuery = queryOptions({
  queryKey: ['noticeRules'],
  queryFn: ({ signal }) => call(listNoticeRules, { query: {}, signal }),
})
