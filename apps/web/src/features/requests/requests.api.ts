import type { DueFilter } from '@signet/contract/takedowns/cases'
import type { AssignedFilter } from '@signet/contract/threats/assignees'
import {
  findKnownThreats,
  findRequestCompany,
  getRequest,
  listRequests,
  openRequestStatuses,
  type RequestDetail,
  type RequestKind,
  type RequestStatus,
} from '@signet/contract/requests/requests'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

const refreshMs = 30_000
/** What a report names is known seconds after it was sent. */
const readingMs = 2_000
/** Number of requests per page of the list. */
export const requestsPerPage = 20

export const requestViews = ['open', 'closed', 'all'] as const
export type RequestView = (typeof requestViews)[number]

const statusesOf: Record<RequestView, RequestStatus[] | undefined> = {
  open: [...openRequestStatuses],
  closed: ['done', 'declined'],
  all: undefined,
}

/** What narrows and orders the list. */
export interface RequestFilter {
  kind?: RequestKind[] | undefined
  assigned?: AssignedFilter[] | undefined
  due?: DueFilter[] | undefined
  sort?: RequestSort | undefined
}
export const requestSorts = ['updatedAt', 'dueAt'] as const
export type RequestSort = (typeof requestSorts)[number]
const dueFirst = { sortField: 'dueAt', sortDirection: 'asc' } as const

/** One page of the company's requests, last updated first unless they are sorted by due date. */
export function requestsQuery(
  company: string,
  view: RequestView,
  pageNumber: number,
  { kind, assigned, due, sort }: RequestFilter,
) {
  const query = {
    company,
    pageNumber,
    limit: requestsPerPage,
    status: statusesOf[view],
    kind,
    assigned,
    due,
    ...(sort === 'dueAt' ? dueFirst : {}),
  }
  return queryOptions({
    queryKey: [company, 'requests', 'list', query],
    queryFn: ({ signal }) => call(listRequests, { query, signal }),
  })
}

/** One request with its messages. */
export function requestQuery(company: string, requestId: string) {
  return queryOptions({
    queryKey: [company, 'requests', 'one', requestId],
    // The other side can also write messages and change the status.
    refetchInterval: ({ state }: { state: { data?: RequestDetail | undefined } }) =>
      state.data?.report?.isRead === false ? readingMs : refreshMs,
    queryFn: ({ signal }) => call(getRequest, { params: { requestId }, query: { company }, signal }),
  })
}

/** In which of the reader's companies a request is; null if in none. */
export function requestCompanyQuery(requestId: string) {
  return queryOptions({
    queryKey: ['all companies', 'requests', 'company', requestId],
    queryFn: ({ signal }) =>
      call(findRequestCompany, { params: { requestId }, query: {}, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })
}

/** How long typing pauses before known threats are looked for. */
export const typingMs = 400

/** What is known of these hosts, accounts and numbers. */
export function knownThreatsQuery(company: string, words: string[]) {
  return queryOptions({
    queryKey: [company, 'requests', 'known', words],
    enabled: words.length > 0,
    queryFn: ({ signal }) => call(findKnownThreats, { query: { company, words }, signal }),
  })
}
