import * as z from 'zod/mini'
import { AssetCheck, assetStates } from './asset-checks.ts'
import { Attempt } from './attempts.ts'
import { caseFields, caseFilters, caseOptionRoutes, caseSortFields } from './cases.ts'
import { route } from '../route.ts'
import { ReportingRequests } from '../threats/records.ts'
import { HistoryEvent } from '../threats/threats.ts'
import { takedownParties, TakedownTiming } from './takedown-clocks.ts'
import { takedownStatuses } from './takedown-status.ts'
import * as wire from '../wire.ts'

/** A case about removing one threat, with its steps and deadlines; `status` describes the process, `assetState` the target. */
export const Takedown = z.object({
  ...caseFields,
  status: z.enum(takedownStatuses),
  assetState: z.enum(assetStates),
  /** Whose action the case waits for; see `takedownWaitsFor`. It is `team` while an escalation is due that has no further contact. */
  waitingFor: z.nullable(z.enum(takedownParties)),
  /** Since when an escalation is due for which no further contact is known. */
  escalationDueAt: z.optional(wire.time),
  clocks: z.object({
    requestedAt: wire.time,
    authorisedAt: z.optional(wire.time),
    submittedAt: z.optional(wire.time),
    /** When the target was last found offline. */
    offlineAt: z.optional(wire.time),
    resolvedAt: z.optional(wire.time),
    /** For a target that is offline: the end of the watch, during which a return is detected. */
    watchedUntil: z.optional(wire.time),
    /** Target time from the request to removal, hours: for its severity, as it was set when the takedown was requested. */
    targetHours: z.int(),
  }),
  /** Always empty in a list. */
  attempts: z.array(Attempt),
  /** Statuses that a person set although nothing recorded in the case says so, with their reason; the latest time of each status. */
  setManually: z.array(z.object({ status: z.enum(takedownStatuses), by: z.string(), reason: z.string() })),
  reference: z.optional(z.string()),
})
export type Takedown = z.output<typeof Takedown>

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
  /** The requests that reported its threat, newest first, at most ten; empty for readers who can't read requests. */
  requests: ReportingRequests,
})
export type TakedownDetail = z.output<typeof TakedownDetail>

/** `dueAt` is when the target should be offline: ascending order lists overdue cases first. */
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
