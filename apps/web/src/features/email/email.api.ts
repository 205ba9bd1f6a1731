import { getEmailTemplates, listSentEmails, previewEmail } from '@signet/contract/messages/email'
import type { BodyOf } from '@signet/contract/route'
import { listUsers } from '@signet/contract/access/users'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { EmailSearch } from './email-search.ts'

export const sentPerPage = 50
const foundMax = 50
// The list is reloaded at this interval while emails are being delivered.
const pollMs = 3000

export type Email = BodyOf<typeof previewEmail>

export const templatesQuery = queryOptions({
  queryKey: ['email', 'templates'],
  queryFn: ({ signal }) => call(getEmailTemplates, { signal }),
  staleTime: Infinity,
})

/** The preview of an email; null when nobody is selected. */
export function previewQuery(email: Email | null) {
  return queryOptions({
    queryKey: ['email', 'preview', email],
    queryFn: email ? ({ signal }) => call(previewEmail, { body: email, signal }) : skipToken,
    placeholderData: keepPreviousData,
  })
}

/** The number of people in an audience. It doesn't depend on the text of the email. */
export function recipientsQuery(to: Pick<Email, 'companies' | 'users'>) {
  const body: Email = { template: 'message', subject: '…', body: '…', ...to }
  return queryOptions({
    queryKey: ['email', 'recipients', to],
    queryFn: async ({ signal }) => (await call(previewEmail, { body, signal })).recipients,
  })
}

export function sentQuery({ q, page }: EmailSearch) {
  const query = { pageNumber: Number(page ?? 1), limit: sentPerPage, searchQuery: q }
  return queryOptions({
    queryKey: ['email', 'sent', query],
    queryFn: ({ signal }) => call(listSentEmails, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(({ waiting }) => waiting > 0) ? pollMs : false),
  })
}

/** People who may receive an email, searched by name or address. */
export function findPeopleQuery(text: string) {
  return queryOptions({
    queryKey: ['users', 'find', text],
    queryFn: ({ signal }) =>
      call(listUsers, {
        query: { searchQuery: text || undefined, state: ['active', 'invited'], limit: foundMax },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
