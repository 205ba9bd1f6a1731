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

/** Statuses in which the case still stands: one such case a threat at most. */
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

/** Cases that still have to be removed: open, and not merely watched. */
export const runningTakedownStatuses = openTakedownStatuses.filter((status) => status !== 'offline_monitoring')

/** Statuses before any notice has left: the request can still be taken back. */
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

/** What the attacked or attacking thing does now, beside the process. */
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

/** Why a look at the target says what it says. */
export const checkReasons = [
  /** A page answers. */
  'page',
  /** The server answers, and refuses this visitor: others may be shown more. */
  'refused',
  /** Visitors are sent to another domain. */
  'elsewhere',
  /** A placeholder of a seller of names. */
  'placeholder',
  /** There is no such name any more. */
  'noName',
  /** The name leads to no address. */
  'noAddress',
  /** Nobody answers at its address. */
  'silent',
  /** The server answers that there is nothing, or that it is broken. */
  'gone',
  /** A notice stands in place of the page: suspended, or blocked as phishing. */
  'blocked',
  /** It could not be asked. */
  'notAsked',
] as const
/** One of `checkReasons`. */
export type CheckReason = (typeof checkReasons)[number]

/**
 * The steps of the stepper in their order, and the statuses that stand in each.
 *
 * `openLabel`: what the step is called while cases stand in it, where its own name says that it is done.
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
 * The five steps of a takedown as the stepper shows them. A step is done only when somebody has done it: a request that waits, and a yes
 * to it, check nothing; the evidence counts as checked once the team has moved the case on to the notice.
 *
 * @param status where the case stands
 * @param reachedAt when each status was reached (last time), ISO 8601; must hold what happened so far
 * @returns steps as `stepsUpTo` says; `submitted` and later complete the step they stand for, because it names what has been done
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
    // A draft that ended was asked for.
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

/** How an attempt stands; `queued` has not left yet. */
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
  /** The case number of whoever was asked. */
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
    /** The host that is looked at, in lower case; null for a target without one, such as a profile. */
    host: z.nullable(z.string()),
    /** Oldest first, at most 300. */
    checks: z.array(AssetCheck),
    /** When it is looked at again; null when nobody does. */
    nextAt: z.nullable(wire.time),
  }),
  events: z.array(HistoryEvent),
  files: z.array(wire.File),
  /** Everything kept of the case as one ZIP archive; good for minutes, as the addresses of files are. */
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
/** `threatSource` narrows the cases that are looked at. */
export const getTakedownTypes = options.types
/** `threatSource` narrows the cases that are looked at. */
export const getTakedownSeverities = options.severities
/** Only statuses that occur. */
export const getTakedownStatuses = options.statuses
