import { isOneOf } from '@signet/contract/narrow'
import { listTakedownContacts } from '@signet/contract/takedowns/abuse-contacts'
import {
  downTakedownStatuses,
  openTakedownStatuses,
  takedownStatuses,
  takedownStatusLabels,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedown-status'
import {
  type Takedown,
  type TakedownDetail,
  getTakedown,
  getTakedownSeverities,
  getTakedownSources,
  getTakedownStatuses,
  getTakedownTypes,
  listTakedowns,
} from '@signet/contract/takedowns/takedowns'
import { getThreat } from '@signet/contract/threats/threats'
import { getTout } from '@signet/contract/touts/touts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { CaseKind } from '../../parts/cases/case-queries.ts'
import { takedownViews, type TakedownSort, type TakedownView } from './takedown-search.ts'

const refreshMs = 30_000
const choicesMax = 200

const open: readonly TakedownStatus[] = openTakedownStatuses

/** The view that a status belongs to. Offline cases count as removed even while they are still watched. */
function viewOf(status: TakedownStatus): Exclude<TakedownView, 'all'> {
  if (isOneOf(downTakedownStatuses, status)) return 'removed'
  return open.includes(status) ? 'running' : 'stopped'
}

const optionRoutes = {
  source: getTakedownSources,
  type: getTakedownTypes,
  severity: getTakedownSeverities,
  status: getTakedownStatuses,
} as const

/** The list of takedowns, sorted by due date, so that overdue ones come first. */
export const takedowns: CaseKind<Takedown, TakedownView, TakedownSort, TakedownStatus> = {
  key: 'takedowns',
  views: takedownViews,
  firstSort: 'dueAt',
  laterSort: 'updatedAt',
  statusLabels: takedownStatusLabels,
  statusesOf: (view) => (view === 'all' ? undefined : takedownStatuses.filter((status) => viewOf(status) === view)),
  list: ({ statuses, ...query }, signal) =>
    call(listTakedowns, { query: { ...query, takedownStatus: statuses }, signal }),
  options: (facet, company, signal) => call(optionRoutes[facet], { query: { company }, signal }),
}

/** The open takedowns to choose from. */
export function openTakedownsQuery(company: string) {
  const query = { company, limit: choicesMax, takedownStatus: [...openTakedownStatuses] }
  return queryOptions({
    queryKey: [company, 'takedowns', 'open'],
    queryFn: ({ signal }) => call(listTakedowns, { query, signal }),
  })
}

/** One case with all of its events. */
export function takedownQuery(company: string, takedownId: string) {
  return queryOptions({
    queryKey: [company, 'takedown', takedownId],
    // The other side can also change the status.
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => call(getTakedown, { params: { takedownId }, query: { company }, signal }),
  })
}

/** The threat or tout of a case: its captures, its fields, and the version that a decision on it has to send. */
export function subjectQuery(company: string, { kind, source, threatId }: Takedown) {
  return queryOptions({
    queryKey: [company, 'takedown', 'subject', threatId],
    queryFn: async ({ signal }) => {
      const query = { company }
      const { evidence, firstSeen, version, ...fields } =
        kind === 'tout'
          ? await call(getTout, { params: { source, toutId: threatId }, query, signal })
          : await call(getThreat, { params: { source, threatId }, query, signal })
      return { ...fields, evidence, firstSeen, version }
    },
  })
}

/** The contacts of a case; they are read again when an attempt was added or changed. */
export function contactsQuery(company: string, { id, attempts }: Pick<TakedownDetail, 'id' | 'attempts'>) {
  return queryOptions({
    queryKey: [company, 'takedown', id, 'contacts', attempts.map(({ status }) => status).join(' ')],
    queryFn: ({ signal }) => call(listTakedownContacts, { params: { takedownId: id }, query: { company }, signal }),
    placeholderData: keepPreviousData,
  })
}
