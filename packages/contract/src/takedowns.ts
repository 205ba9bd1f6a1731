import * as z from 'zod/mini'
import { caseFields, caseFilters, caseOptionRoutes, caseSortFields, stepsUpTo, type Step } from './cases.ts'
import { route } from './route.ts'
import { HistoryEvent } from './threats.ts'
import * as wire from './wire.ts'

/** The statuses of a takedown and what may follow; a status with no successor is closed. */
export const takedownFlow = {
  draft: ['awaiting_authorisation', 'authorised', 'withdrawn', 'invalid', 'duplicate'],
  awaiting_authorisation: ['authorised', 'refused', 'withdrawn', 'invalid', 'duplicate'],
  authorised: ['submitted', 'withdrawn', 'stale', 'invalid', 'duplicate'],
  submitted: ['acknowledged', 'info_requested', 'escalated', 'offline_monitoring', 'refused', 'unsuccessful', 'stale'],
  acknowledged: ['info_requested', 'escalated', 'offline_monitoring', 'refused', 'unsuccessful'],
  info_requested: ['submitted', 'acknowledged', 'escalated', 'refused', 'unsuccessful'],
  escalated: ['acknowledged', 'offline_monitoring', 'refused', 'unsuccessful'],
  offline_monitoring: ['resolved', 'reopened'],
  resolved: ['reopened'],
  reopened: ['submitted', 'escalated', 'unsuccessful'],
  refused: [],
  unsuccessful: ['reopened'],
  withdrawn: [],
  stale: ['reopened'],
  invalid: [],
  duplicate: [],
} as const satisfies Record<string, readonly string[]>
/** A status of a takedown: a key of `takedownFlow`. */
export type TakedownStatus = keyof typeof takedownFlow
/** Every status, in the order of `takedownFlow`. */
export const takedownStatuses = Object.keys(takedownFlow) as [TakedownStatus, ...TakedownStatus[]]

/** Statuses of an open case; a threat has at most one open case. */
export const openTakedownStatuses = [
  'draft',
  'awaiting_authorisation',
  'authorised',
  'submitted',
  'acknowledged',
  'info_requested',
  'escalated',
  'offline_monitoring',
  'reopened',
] as const satisfies readonly TakedownStatus[]

/** Open cases whose target is still to be removed, not only monitored. */
export const runningTakedownStatuses = openTakedownStatuses.filter((status) => status !== 'offline_monitoring')

/** Statuses before a notice is sent: the request can still be withdrawn. */
export const unsentTakedownStatuses = [
  'draft',
  'awaiting_authorisation',
  'authorised',
] as const satisfies readonly TakedownStatus[]

/** English label of each status. */
export const takedownStatusLabels: Record<TakedownStatus, string> = {
  draft: 'Draft',
  awaiting_authorisation: 'Awaiting authorisation',
  authorised: 'Authorised',
  submitted: 'Notice sent',
  acknowledged: 'Acknowledged',
  info_requested: 'Information requested',
  escalated: 'Escalated',
  offline_monitoring: 'Offline, monitored',
  resolved: 'Resolved',
  reopened: 'Reopened',
  refused: 'Rejected',
  unsuccessful: 'Unsuccessful',
  withdrawn: 'Withdrawn',
  stale: 'Stale',
  invalid: 'Invalid',
  duplicate: 'Duplicate',
}

/** The current state of the target, independent of the process. */
export const assetStates = ['active', 'cloaked', 'redirecting', 'parked', 'offline', 'unknown'] as const
/** One of `assetStates`. */
export type AssetState = (typeof assetStates)[number]
/** English label of each state of an asset. */
export const assetStateLabels: Record<AssetState, string> = {
  active: 'Still reachable',
  cloaked: 'Visible to some visitors only',
  redirecting: 'Redirects to another site',
  parked: 'Parked',
  offline: 'Offline',
  unknown: 'Unknown',
}

/** The reason for the result of a check. */
export const checkReasons = [
  /** A page answers. */
  'page',
  /** The server refuses this visitor; others may see more. */
  'refused',
  /** Visitors are sent to another domain. */
  'elsewhere',
  /** The placeholder of a domain seller. */
  'placeholder',
  /** The name no longer exists. */
  'noName',
  /** The name has no address. */
  'noAddress',
  /** No server responds at its address. */
  'silent',
  /** The server responds with not found or a server error. */
  'gone',
  /** A notice replaces the page: suspended, or blocked as phishing. */
  'blocked',
  /** It could not be checked. */
  'notAsked',
] as const
/** One of `checkReasons`. */
export type CheckReason = (typeof checkReasons)[number]

/**
 * The steps of the stepper in order, with the statuses of each.
 *
 * `openLabel`: the name of the step while cases are in it, if `label` says that it is done.
 */
export const takedownStages: readonly {
  key: string
  label: string
  openLabel?: string
  statuses: readonly TakedownStatus[]
}[] = [
  { key: 'requested', label: 'Requested', statuses: ['draft', 'awaiting_authorisation'] },
  { key: 'evidence', label: 'Evidence checked', openLabel: 'Evidence to check', statuses: ['authorised'] },
  { key: 'sent', label: 'Notice sent', statuses: ['submitted', 'reopened'] },
  { key: 'replied', label: 'Provider replied', statuses: ['acknowledged', 'info_requested', 'escalated'] },
  { key: 'removed', label: 'Removed', statuses: ['offline_monitoring', 'resolved'] },
]

type Reached = Partial<Record<TakedownStatus, string>>

/**
 * The five steps of a takedown as the stepper shows them. A waiting or authorised request has not been checked: the evidence counts as
 * checked once the team has moved the case on to the notice.
 *
 * @param status the current status of the case
 * @param reachedAt when each status was reached (last time), ISO 8601; must hold what happened so far
 * @returns steps as described at `stepsUpTo`; `submitted` and later complete their own step, because it names what has been done
 */
export function takedownSteps(status: TakedownStatus, reachedAt: Reached): Step[] {
  const open = (openTakedownStatuses as readonly TakedownStatus[]).includes(status)
  const ended = !open && status !== 'resolved'
  const done = ended ? lastDone(reachedAt) : doneIn(status, reachedAt)
  const stages = takedownStages.map(({ key, label, statuses }, index) => ({
    key,
    label,
    at: index <= done || index === stageOf(status) ? timeOf(statuses, reachedAt) : undefined,
  }))
  return stepsUpTo(stages, done, ended ? { note: takedownStatusLabels[status], at: reachedAt[status] } : undefined)
}

/** When a step was reached. When the evidence was checked is not recorded: being authorised is another matter. */
function timeOf(statuses: readonly TakedownStatus[], reachedAt: Reached): string | undefined {
  return statuses
    .filter((name) => name !== 'authorised')
    .map((name) => reachedAt[name])
    .findLast((instant) => instant !== undefined)
}

const stageOf = (status: TakedownStatus) => takedownStages.findIndex(({ statuses }) => statuses.includes(status))

/** The place of the last step that is done in an open case. */
function doneIn(status: TakedownStatus, reachedAt: Reached): number {
  // Opened again before any notice had left.
  if (status === 'reopened' && !reachedAt.submitted) return stageOf('authorised') - 1
  const isBeforeNotice = (unsentTakedownStatuses as readonly TakedownStatus[]).includes(status)
  return isBeforeNotice ? stageOf(status) - 1 : stageOf(status)
}

/** The same of a case that ended: of all it has reached, the furthest. */
function lastDone(reachedAt: Reached): number {
  // Opening a case again undoes what it had reached.
  const since = reachedAt.reopened ?? ''
  const reached = takedownStatuses.filter((name) => stageOf(name) >= 0 && (reachedAt[name] ?? '') >= since)
  const places = reached
    .filter((name) => reachedAt[name] !== undefined)
    // A draft that ended was requested.
    .map((name) => (name === 'draft' ? stageOf(name) : doneIn(name, reachedAt)))
  return Math.max(-1, ...places)
}

/** What can be tried to have something removed. */
export const attemptChannels = {
  hosting: 'Hosting provider',
  registrar: 'Registrar',
  registry: 'Registry',
  platform: 'Platform',
  appStore: 'App store',
  blockList: 'Browser block list',
  searchEngine: 'Search engine',
  authority: 'Authority',
  other: 'Other',
} as const
/** A channel: a key of `attemptChannels`. */
export type AttemptChannel = keyof typeof attemptChannels

/** The status of an attempt; `queued` has not been sent yet. */
export const attemptStatuses = ['queued', 'sent', 'bounced', 'acknowledged', 'actioned', 'refused', 'expired'] as const
/** One of `attemptStatuses`. */
export type AttemptStatus = (typeof attemptStatuses)[number]

/** One channel tried: a registrar, a host, a platform. */
export const Attempt = z.object({
  id: z.string(),
  /** The name of the channel, e.g. `Registrar`. */
  channel: z.string(),
  /** Who got it: an abuse desk, a form. */
  recipient: z.string(),
  status: z.enum(attemptStatuses),
  /** The contacted provider's case number. */
  reference: z.optional(z.string()),
  /** What they answered, in their words or ours. */
  answer: z.optional(z.string()),
  at: wire.time,
  updatedAt: wire.time,
})
export type Attempt = z.output<typeof Attempt>

/**
 * A case about removing one threat, with its steps and clocks; `status` is the process, `assetState` the thing itself.
 */
export const Takedown = z.object({
  ...caseFields,
  status: z.enum(takedownStatuses),
  assetState: z.enum(assetStates),
  /** Who the case waits for; `null` when it is closed. */
  waitingFor: z.nullable(z.enum(['client', 'team', 'provider'])),
  clocks: z.object({
    requestedAt: wire.time,
    authorisedAt: z.optional(wire.time),
    submittedAt: z.optional(wire.time),
    /** When it was found offline, last time. */
    offlineAt: z.optional(wire.time),
    resolvedAt: z.optional(wire.time),
    /** While it is offline and watched: until when, so that it does not come back unseen. */
    watchedUntil: z.optional(wire.time),
    /** Target from the request to removal, hours. */
    targetHours: z.int(),
  }),
  /** In a list always empty. */
  attempts: z.array(Attempt),
  reference: z.optional(z.string()),
})
export type Takedown = z.output<typeof Takedown>

/** One look at the target of a takedown. */
export const AssetCheck = z.object({
  at: wire.time,
  state: z.enum(assetStates),
  reason: z.enum(checkReasons),
  /** Of the last answer of the web server; null when there was none. */
  status: z.nullable(z.int()),
  /** The host visitors end at, where it is another than the target; else null. */
  leadsTo: z.nullable(z.string()),
})
export type AssetCheck = z.output<typeof AssetCheck>

/** How far the checks of a case go back, hours. */
export const reachHours = 48

/** A takedown with its checks, history and files. */
export const TakedownDetail = z.extend(Takedown, {
  /** Whether the target could be reached in the last 48 hours. */
  reach: z.object({
    /** The checked host in lower case; null for a target without one, such as a profile. */
    host: z.nullable(z.string()),
    /** Oldest first, at most 300. */
    checks: z.array(AssetCheck),
    /** When it is checked next; null if it is not. */
    nextAt: z.nullable(wire.time),
  }),
  events: z.array(HistoryEvent),
  files: z.array(wire.File),
  /** Everything stored for the case as one ZIP archive; valid for minutes, like the addresses of files. */
  packHref: z.string(),
  /** How often it came back after it was down. */
  relapses: z.int(),
})
export type TakedownDetail = z.output<typeof TakedownDetail>

/** `dueAt` is when the thing should be gone: ascending puts what is late first. */
export const takedownSortFields = [...caseSortFields, 'dueAt'] as const

/** Paging, sorting and filters of the list of takedowns. */
export const TakedownListQuery = z.object({
  company: wire.company,
  ...wire.paging(takedownSortFields),
  ...caseFilters,
  takedownStatus: z.optional(wire.csvOf(takedownStatuses)),
})
export type TakedownListQuery = z.output<typeof TakedownListQuery>

/** Takedowns of threats and touts; attempts are listed only by `getTakedown`. */
export const listTakedowns = route({
  method: 'GET',
  path: '/takedown/getTakedown',
  summary: "List the company's takedowns with their steps and deadlines",
  access: 'takedowns:read',
  query: TakedownListQuery,
  response: wire.page(Takedown),
})

/** 404 for a takedown of another company. */
export const getTakedown = route({
  method: 'GET',
  path: '/takedown/{takedownId}',
  summary: 'Get a takedown with its history',
  access: 'takedowns:read',
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
  response: TakedownDetail,
})

const options = caseOptionRoutes({
  path: '/takedown',
  name: 'Takedown',
  words: 'takedowns',
  access: 'takedowns:read',
})
/** Options are ordered by label. */
export const getTakedownSources = options.sources
/** `threatSource` limits the cases to one source. */
export const getTakedownTypes = options.types
/** `threatSource` limits the cases to one source. */
export const getTakedownSeverities = options.severities
/** Only statuses that occur. */
export const getTakedownStatuses = options.statuses
