import * as z from 'zod/mini'
import { captureProfiles } from './captures.ts'
import { caseFields, caseFilters, caseOptionRoutes, caseSortFields, stepsUpTo, type Step } from './cases.ts'
import { isOneOf, keysIn } from '../narrow.ts'
import { route } from '../route.ts'
import { HistoryEvent } from '../threats/threats.ts'
import { takedownParties, TakedownTiming, type TakedownParty } from './takedown-clocks.ts'
import * as wire from '../wire.ts'

/** The statuses of a takedown, each with its possible successors; a status without a successor is closed. */
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
export const takedownStatuses = keysIn(takedownFlow)

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

/** Statuses of an open case that the client authorised: notices can be sent, and the target is in the block feeds. */
export const authorisedTakedownStatuses = openTakedownStatuses.filter(
  (status) => status !== 'draft' && status !== 'awaiting_authorisation',
)

/** Open cases whose target is still to be removed, not only watched. */
export const runningTakedownStatuses = openTakedownStatuses.filter((status) => status !== 'offline_monitoring')

/** Statuses of a case whose target is offline, in the order that they are reached. */
export const downTakedownStatuses = ['offline_monitoring', 'resolved'] as const satisfies readonly TakedownStatus[]

/** Statuses of a case that ended although its target is still online. */
export const failedTakedownStatuses = ['refused', 'unsuccessful'] as const satisfies readonly TakedownStatus[]

/** Statuses before a notice is sent: the request can still be withdrawn. */
export const unsentTakedownStatuses = [
  'draft',
  'awaiting_authorisation',
  'authorised',
] as const satisfies readonly TakedownStatus[]

/** Whose action a case in a status waits for; null when it is closed, or its target is offline and only watched. */
export function takedownWaitsFor(status: TakedownStatus): TakedownParty | null {
  if (status === 'awaiting_authorisation') return 'client'
  if (isOneOf(['draft', 'authorised', 'info_requested', 'reopened'] as const, status)) return 'team'
  return isOneOf(['submitted', 'acknowledged', 'escalated'] as const, status) ? 'provider' : null
}

/** English label of each status. */
export const takedownStatusLabels: Record<TakedownStatus, string> = {
  draft: 'Draft',
  awaiting_authorisation: 'Awaiting authorisation',
  authorised: 'Authorised',
  submitted: 'Notice sent',
  acknowledged: 'Acknowledged',
  info_requested: 'Information requested',
  escalated: 'Escalated',
  offline_monitoring: 'Offline, watched',
  resolved: 'Resolved',
  reopened: 'Reopened',
  refused: 'Rejected',
  unsuccessful: 'Unsuccessful',
  withdrawn: 'Withdrawn',
  stale: 'Stale',
  invalid: 'Invalid',
  duplicate: 'Duplicate',
}

/** The states that a conclusive check finds. */
export const knownAssetStates = ['active', 'cloaked', 'redirecting', 'parked', 'offline'] as const
/** One of `knownAssetStates`. */
export type KnownAssetState = (typeof knownAssetStates)[number]
/** The current state of the target, independent of the process. */
export const assetStates = [...knownAssetStates, 'unknown'] as const
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
  /** Visitors see different things. */
  'differs',
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
  { key: 'removed', label: 'Removed', statuses: downTakedownStatuses },
]

type Reached = Partial<Record<TakedownStatus, string>>

/**
 * The five steps of a takedown as the stepper shows them. For a waiting or authorised request, the evidence has not been checked; it counts
 * as checked once the team has moved the case on to the notice.
 *
 * @param status the current status of the case
 * @param reachedAt when each status was reached (last time), ISO 8601; must contain all past statuses
 * @returns steps as described at `stepsUpTo`; `submitted` and later complete their own step, because its name describes a finished action
 */
export function takedownSteps(status: TakedownStatus, reachedAt: Reached): Step[] {
  const open = isOneOf(openTakedownStatuses, status)
  const ended = !open && status !== 'resolved'
  const done = ended ? lastDone(reachedAt) : doneIn(status, reachedAt)
  const stages = takedownStages.map(({ key, label, statuses }, index) => ({
    key,
    label,
    at: index <= done || index === stageOf(status) ? timeOf(statuses, reachedAt) : undefined,
  }))
  return stepsUpTo(stages, done, ended ? { note: takedownStatusLabels[status], at: reachedAt[status] } : undefined)
}

/** When a step was reached. The time of the evidence check is not recorded; authorisation is a different event. */
function timeOf(statuses: readonly TakedownStatus[], reachedAt: Reached): string | undefined {
  return statuses
    .filter((name) => name !== 'authorised')
    .map((name) => reachedAt[name])
    .findLast((instant) => instant !== undefined)
}

const stageOf = (status: TakedownStatus) => takedownStages.findIndex(({ statuses }) => statuses.includes(status))

/** The index of the last completed step of an open case. */
function doneIn(status: TakedownStatus, reachedAt: Reached): number {
  // It was reopened before any notice was sent.
  if (status === 'reopened' && !reachedAt.submitted) return stageOf('authorised') - 1
  const isBeforeNotice = isOneOf(unsentTakedownStatuses, status)
  return isBeforeNotice ? stageOf(status) - 1 : stageOf(status)
}

/** The same for a closed case: the furthest step it reached. */
function lastDone(reachedAt: Reached): number {
  // Reopening a case resets the steps it had reached.
  const since = reachedAt.reopened ?? ''
  const reached = takedownStatuses.filter((name) => stageOf(name) >= 0 && (reachedAt[name] ?? '') >= since)
  const places = reached
    .filter((name) => reachedAt[name] !== undefined)
    // A draft that ended had been requested.
    .map((name) => (name === 'draft' ? stageOf(name) : doneIn(name, reachedAt)))
  return Math.max(-1, ...places)
}

/** The channels for requesting a removal. */
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

/** How a channel is contacted: by an email from here, through the provider's API, or on its site, where a person fills in a form. */
export const attemptWays = ['email', 'api', 'form'] as const
/** One of `attemptWays`. */
export type AttemptWay = (typeof attemptWays)[number]

/** The statuses of an attempt that a person can record. */
export const recordedAttemptStatuses = ['sent', 'bounced', 'acknowledged', 'actioned', 'refused', 'expired'] as const

/** The status of an attempt as stored; an unanswered email has `queued`, and its delivery says more. */
export const storedAttemptStatuses = ['queued', ...recordedAttemptStatuses] as const
/** One of `storedAttemptStatuses`. */
export type StoredAttemptStatus = (typeof storedAttemptStatuses)[number]

/**
 * The status of an attempt. `held`: written, but sending is off. `proposed`: written by the product for a person to send. `unreleased`:
 * waits for a second person to send it, as the company wants (`TakedownPolicy`). `limited`: not sent, because the recipient had the maximum
 * number of notices within an hour. `queued`: a mail that waits, or a form that is still to be filled in. `sent`: the mail server or the
 * service took it, or the form was submitted. `unknown`: it isn't known whether it arrived.
 */
export const attemptStatuses = [
  'held',
  'proposed',
  'unreleased',
  'limited',
  ...storedAttemptStatuses,
  'unknown',
] as const
/** One of `attemptStatuses`. */
export type AttemptStatus = (typeof attemptStatuses)[number]

/** Statuses of an email that is written and waits for a person. */
export const heldAttemptStatuses = [
  'held',
  'proposed',
  'unreleased',
  'limited',
] as const satisfies readonly AttemptStatus[]

/** Why a notice was written: by a person, or by the product because a target came back, nobody acted, or a contact above should act. */
export const attemptPurposes = ['request', 'relapse', 'reminder', 'escalation'] as const
/** One of `attemptPurposes`. */
export type AttemptPurpose = (typeof attemptPurposes)[number]

/** Languages that notices are written in. */
export const noticeLanguages = ['en', 'de'] as const
/** One of `noticeLanguages`. */
export type NoticeLanguage = (typeof noticeLanguages)[number]

/** Statuses that say that the provider replied. */
export const repliedStatuses = [
  'acknowledged',
  'info_requested',
  'refused',
] as const satisfies readonly TakedownStatus[]

/** Statuses that a provider's answer gives an attempt. */
export const answeredStatuses = [
  'acknowledged',
  'actioned',
  'refused',
] as const satisfies readonly StoredAttemptStatus[]

/** One attempt through a channel: a registrar, a host, a platform. */
export const Attempt = z.object({
  id: z.string(),
  /** The name of the channel, e.g. `Registrar`. */
  channel: z.string(),
  way: z.enum(attemptWays),
  /** The recipient: an email address, or the name of a form. */
  recipient: z.string(),
  /** The form's address. */
  link: z.optional(z.string()),
  status: z.enum(attemptStatuses),
  /** The id of its author, who may not send it; only while a second person has to. */
  writtenBy: z.optional(z.string()),
  purpose: z.enum(attemptPurposes),
  /** Of the letter; a form has none. What follows the notice is written in the same language. */
  language: z.optional(z.enum(noticeLanguages)),
  /** When the mail server took it, or when the form was submitted. */
  sentAt: z.optional(wire.time),
  /** Why it wasn't delivered, or not yet; a reply of the mail server or service is a parameter. */
  problem: z.optional(wire.Sentence),
  /** Whether the message can be read (`getNotice`). */
  hasNotice: z.boolean(),
  /** The file of the case that proves that a form was submitted. */
  proofFileId: z.optional(z.string()),
  /** The contacted provider's case number. */
  reference: z.optional(z.string()),
  /** The provider's answer, quoted or summarised. */
  answer: z.optional(z.string()),
  /** When the current answer was recorded. */
  answeredAt: z.optional(wire.time),
  at: wire.time,
  updatedAt: wire.time,
})
export type Attempt = z.output<typeof Attempt>

/** A case about removing one threat, with its steps and deadlines; `status` describes the process, `assetState` the target. */
export const Takedown = z.object({
  ...caseFields,
  status: z.enum(takedownStatuses),
  assetState: z.enum(assetStates),
  /** Whose action the case waits for; see `takedownWaitsFor`. */
  waitingFor: z.nullable(z.enum(takedownParties)),
  clocks: z.object({
    requestedAt: wire.time,
    authorisedAt: z.optional(wire.time),
    submittedAt: z.optional(wire.time),
    /** When the target was last found offline. */
    offlineAt: z.optional(wire.time),
    resolvedAt: z.optional(wire.time),
    /** For a target that is offline: the end of the watch, during which a return is detected. */
    watchedUntil: z.optional(wire.time),
    /** Target time from the request to removal, hours. */
    targetHours: z.int(),
  }),
  /** Always empty in a list. */
  attempts: z.array(Attempt),
  /** Statuses that a person set although nothing recorded in the case says so, with their reason; the latest time of each status. */
  setManually: z.array(z.object({ status: z.enum(takedownStatuses), by: z.string(), reason: z.string() })),
  reference: z.optional(z.string()),
})
export type Takedown = z.output<typeof Takedown>

const answer = {
  state: z.enum(assetStates),
  reason: z.enum(checkReasons),
  /** HTTP status of the last response of the web server; null when there was none. */
  status: z.nullable(z.int()),
  /** The host of the final redirect, if it differs from the target; otherwise null. */
  leadsTo: z.nullable(z.string()),
}

/** What one visitor saw in a check. */
export const CheckView = z.object({
  profile: z.enum(captureProfiles),
  /** The label of the exit; null if the visit left from this machine. */
  exit: z.nullable(z.string()),
  ...answer,
})
export type CheckView = z.output<typeof CheckView>

/** One check of the target of a takedown. A page only counts as offline if every visitor says so. */
export const AssetCheck = z.object({
  at: wire.time,
  ...answer,
  /** One per visitor and exit; empty if there was nothing to visit. */
  views: z.array(CheckView),
})
export type AssetCheck = z.output<typeof AssetCheck>

/** The period that the checks of a case cover, hours. */
export const reachHours = 48

/** What the product does next if no provider acts. */
export const NextStep = z.object({
  kind: z.enum(['reminder', 'escalation']),
  /** The notice it follows. */
  attemptId: z.string(),
  /** The recipient of that notice. */
  recipient: z.string(),
  dueAt: wire.time,
})
export type NextStep = z.output<typeof NextStep>

/** A takedown with its checks, history and files. */
export const TakedownDetail = z.extend(Takedown, {
  /** Whether the target could be reached in the last 48 hours. */
  reach: z.object({
    /** The checked host in lower case; null for a target without one, such as a profile. */
    host: z.nullable(z.string()),
    /** False if this server doesn't look anything up, so that nothing is checked. */
    isOn: z.boolean(),
    /** Oldest first, at most 300. */
    checks: z.array(AssetCheck),
    /** While its target is offline and watched: the checks since then that had a result, and those of them that found it offline. */
    watch: z.nullable(z.object({ checks: z.int(), offline: z.int() })),
    /** When it is checked next; null if it is not. */
    nextAt: z.nullable(wire.time),
  }),
  events: z.array(HistoryEvent),
  files: z.array(wire.File),
  /** Everything stored for the case as one ZIP archive; valid for minutes, like the addresses of files. */
  packHref: z.string(),
  timing: TakedownTiming,
  /** The block lists that were queried for the target, by name. */
  blockLists: z.array(
    z.object({
      /** The zone of the list, e.g. `dbl.spamhaus.org`. */
      list: z.string(),
      isListed: z.boolean(),
      /** When a query found the target on the list for the first time. */
      firstListedAt: z.nullable(wire.time),
      /** Of the last answer. */
      checkedAt: wire.time,
    }),
  ),
  nextStep: z.nullable(NextStep),
  /** How often the target came back online after it was offline. */
  relapses: z.int(),
})
export type TakedownDetail = z.output<typeof TakedownDetail>

/** `dueAt` is when the target should be offline: ascending order lists late cases first. */
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
