import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { tipProgresses, type TipProgress } from '../collection/tips.ts'
import { keysIn, recordFrom } from '../narrow.ts'
import { dueFilters, Step, stepsUpTo } from '../takedowns/cases.ts'
import { caseFileUpload } from '../threats/files.ts'
import { route } from '../route.ts'
import { assignedField, assignedFilter } from '../threats/assignees.ts'
import { severities } from '../threats/severities.ts'
import { isFixed } from '../threats/case-words.ts'
import { everySourceName, type AnySource } from '../threats/sources.ts'
import { threatStatuses } from '../threats/records.ts'
import { hourMs } from '../time.ts'
import * as wire from '../wire.ts'
import { DueChange, DueDate, DueFigures } from './due-dates.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'request.added': 'Request submitted',
  'request.answered': 'Request answered',
  'request.moved': 'Request status changed',
  'request.dueChanged': 'Due date changed',
}

/**
 * The statuses of a request, each with its possible successors; a status without a successor is final.
 *
 * A client's message answers a `waiting` request and reopens a `done` one: both become `inProgress`.
 */
export const requestFlow = {
  open: ['inProgress', 'waiting', 'done', 'declined'],
  inProgress: ['waiting', 'done', 'declined'],
  waiting: ['inProgress', 'done', 'declined'],
  done: ['inProgress'],
  declined: ['inProgress'],
} as const satisfies Record<string, readonly string[]>
/** A status of a request: a key of `requestFlow`. */
export type RequestStatus = keyof typeof requestFlow
/** Every status, in the order of `requestFlow`. */
export const requestStatuses = keysIn(requestFlow)

/** Statuses of a request that is still to be done. */
export const openRequestStatuses = ['open', 'inProgress', 'waiting'] as const satisfies readonly RequestStatus[]

/** English label of each status, from the client's point of view. */
export const requestStatusLabels: Record<RequestStatus, string> = {
  open: 'Sent',
  inProgress: 'In progress',
  waiting: 'Waiting for you',
  done: 'Done',
  declined: 'Declined',
}

/** What a client can request from the provider. */
export const requestKinds = ['threat', 'takedown', 'analysis', 'report', 'question', 'other'] as const
/** One of `requestKinds`. */
export type RequestKind = (typeof requestKinds)[number]
/** English label of each kind of request. */
export const requestKindLabels: Record<RequestKind, string> = {
  threat: 'Report a threat',
  takedown: 'Takedown support',
  analysis: 'Analysis',
  report: 'Report',
  question: 'Question',
  other: 'Other',
}

/** Hours until the day on which a request is due, by its kind. */
export type RequestDueHours = Record<RequestKind, number>

/** Those of a company that has set none. */
export const usualRequestDueHours: RequestDueHours = {
  threat: 24,
  takedown: 24,
  analysis: 72,
  report: 120,
  question: 48,
  other: 72,
}

/** An instant on the day on which a request is due that was sent, or resumed, at this instant. */
export const requestDueFrom = (from: Date, kind: RequestKind, dueHours = usualRequestDueHours): Date =>
  new Date(from.getTime() + dueHours[kind] * hourMs)

/** Statuses of a request that the team works on: only these can be overdue. */
export const dueRequestStatuses = ['open', 'inProgress'] as const satisfies readonly RequestStatus[]

/** When each status was last reached, ISO 8601. */
export type RequestReached = Partial<Record<RequestStatus, string>>

/**
 * The four steps of a request as the stepper shows them. It is accepted once someone works on it. A declined one ends at its current step.
 *
 * | status              | Sent      | Accepted  | In progress       | Done      |
 * | open                | completed | active    | todo              | todo      |
 * | inProgress, waiting | completed | completed | active, has begun | todo      |
 * | done                | completed | completed | completed         | completed |
 * | declined            | the completed steps remain, the next one is aborted, the rest todo |
 *
 * @param reachedAt when each status was last reached; always contains `open`
 */
export function requestSteps(status: RequestStatus, reachedAt: RequestReached): Step[] {
  const begunAt = [reachedAt.inProgress, reachedAt.waiting].filter((at) => at !== undefined).toSorted()[0]
  const isBegun = status === 'declined' ? begunAt !== undefined : status !== 'open'
  const stages = [
    { key: 'sent', label: 'Sent', at: reachedAt.open },
    { key: 'accepted', label: 'Accepted', at: begunAt },
    { key: 'working', label: 'In progress', at: begunAt },
    { key: 'done', label: 'Done', at: reachedAt.done },
  ]
  const stopped = { note: requestStatusLabels.declined, at: reachedAt.declined }
  return stepsUpTo(stages, status === 'done' ? 3 : isBegun ? 1 : 0, status === 'declined' ? stopped : undefined)
}

/** A submitted address: only http or https, so that it can be shown as a link. */
const link = z.url().check(
  z.maxLength(2000),
  z.refine((address) => /^https?:\/\//i.test(address), problem('NOT_A_WEB_ADDRESS')),
)
/** Up to 20 addresses; a form repeats the field. */
const links = z.codec(z.union([z.string(), z.array(z.string())]), z.array(link).check(z.maxLength(20)), {
  decode: (value) => [value].flat().filter((address) => address !== ''),
  encode: (addresses) => addresses,
})

/**
 * What became of a reported threat, as of a report on the public page; `fix` and `fixed` are a takedown and its end for an exposure of the
 * company's own, which it fixes itself.
 */
export const reportOutcomes = [...tipProgresses, 'fix', 'fixed'] as const
/** One of `reportOutcomes`. */
export type ReportOutcome = (typeof reportOutcomes)[number]

/** What became of a threat of this source. */
export const outcomeOf = (progress: TipProgress, source: AnySource): ReportOutcome => {
  if (!isFixed(source)) return progress
  return progress === 'takedown' ? 'fix' : progress === 'takenDown' ? 'fixed' : progress
}

/** A client's request to the provider; `severity` is the client's own estimate. */
export const Request = z.object({
  id: z.string(),
  company: z.string(),
  kind: z.enum(requestKinds),
  kindLabel: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Where it was seen, if the requester knows. */
  source: z.optional(z.enum(everySourceName)),
  /** The severity in the requester's opinion. */
  severity: z.optional(z.enum(severities)),
  links: z.array(z.string()),
  files: z.array(wire.File),
  status: z.enum(requestStatuses),
  statusLabel: z.string(),
  /** How many of the threats that it reports became what; missing if it reports none. The status is set by people and doesn't follow it. */
  outcomes: z.optional(z.strictObject(recordFrom(reportOutcomes, () => z.int()))),
  steps: z.array(Step),
  createdBy: z.string(),
  createdAt: wire.time,
  updatedAt: wire.time,
  due: DueDate,
  ...assignedField,
  messageCount: z.int(),
  isDemo: z.boolean(),
  version: z.int(),
})
export type Request = z.output<typeof Request>

/** One message in the conversation about a request. */
export const RequestMessage = z.object({
  id: z.string(),
  at: wire.time,
  by: z.string(),
  /** Whether a staff user wrote it. */
  isStaff: z.boolean(),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  text: z.string(),
  /** The files that were sent with it, which are among those of the request; missing without any. */
  files: z.optional(z.array(wire.File)),
})
export type RequestMessage = z.output<typeof RequestMessage>

/** What became of a threat that was reported. It can be opened once it is published. */
export const ReportedThreat = z.object({
  id: z.string(),
  /** As in the list of threats, e.g. `T-58035`. */
  number: z.string(),
  source: z.enum(everySourceName),
  title: z.string(),
  progress: z.enum(tipProgresses),
  isPublished: z.boolean(),
  /** The newest takedown of it, once it is published; missing without one, and for readers who can't see takedowns. */
  takedownId: z.optional(z.string()),
})
export type ReportedThreat = z.output<typeof ReportedThreat>

/** What a request of the kind `threat` reports. */
export const RequestReport = z.object({
  /** Whether it was read already; that takes seconds. */
  isRead: z.boolean(),
  /** The threats that it names, by their numbers, at most 60. */
  threats: z.array(ReportedThreat),
  /** What it names and is not reported, because the company owns it, allows it or suppresses it by a rule. */
  suppressed: z.array(z.string()),
})
export type RequestReport = z.output<typeof RequestReport>

/** A request with its messages, oldest first; `report` only with the kind `threat`. */
export const RequestDetail = z.extend(Request, {
  messages: z.array(RequestMessage),
  report: z.optional(RequestReport),
})
export type RequestDetail = z.output<typeof RequestDetail>

/** The fields the list of requests can be sorted by; the first is the default. */
export const requestSortFields = ['updatedAt', 'createdAt', 'dueAt', 'subject', 'status', 'kind'] as const

/** Paging, sorting and filters of the list of requests; the range refers to the day of creation. */
export const RequestListQuery = z.object({
  company: wire.company,
  ...wire.paging(requestSortFields),
  ...wire.range,
  status: z.optional(wire.csvOf(requestStatuses)),
  kind: z.optional(wire.csvOf(requestKinds)),
  due: z.optional(wire.csvOf(dueFilters)),
  ...assignedFilter,
})
export type RequestListQuery = z.output<typeof RequestListQuery>

/** Requests of all users of the company, without their messages. */
export const listRequests = route({
  method: 'GET',
  path: '/requests',
  summary: "List the company's requests, last changed first",
  access: 'requests:read',
  query: RequestListQuery,
  response: wire.page(Request),
})

/** The upload rule of a request; emails as mail programs save them are among its files. */
export const requestUpload = {
  ...caseFileUpload,
  types: [...caseFileUpload.types, 'message/rfc822', 'application/vnd.ms-outlook'],
  minFiles: 0,
  maxFiles: 5,
} as const

/**
 * Sent as multipart when there are files, otherwise as JSON. The provider's team is notified; 413 and 415 by `requestUpload`. The
 * addresses, accounts and phone numbers in a request of the kind `threat` and in its pictures (QR codes; text if it is read in pictures),
 * and those in its emails that the detector takes for threats, enter the review queue; `source` says where accounts like `@name` are. 400
 * for such a request without a text, link or file (`REPORT_EMPTY`).
 */
export const addRequest = route({
  method: 'POST',
  path: '/requests',
  summary: 'Submit a request to the provider, with links and up to five files',
  access: 'requests:use',
  status: 201,
  upload: requestUpload,
  query: wire.ofCompany,
  body: z
    .strictObject({
      company: wire.company,
      kind: z.enum(requestKinds),
      subject: wire.oneLine(200, 1),
      /** Can be empty in a request of the kind `threat` with links or files. */
      text: z._default(wire.text(5000), ''),
      links: z.optional(links),
      source: z.optional(z.enum(everySourceName)),
      severity: z.optional(z.enum(severities)),
    })
    .check(
      z.refine(({ kind, text }) => kind === 'threat' || text !== '', { error: problem('REQUIRED'), path: ['text'] }),
    ),
  response: Request,
})

/** How many of the things in a report are looked for: as many as one is read for. */
export const knownWordsMax = 30
/** How many of the known threats are listed for each of them. */
export const knownThreatsMax = 20

/** What is known already of a thing that is about to be reported. */
export const KnownThing = z.object({
  /** As asked. */
  word: z.string(),
  /** The published threats that contain it, last seen first, at most `knownThreatsMax`. */
  threats: z.array(
    z.object({
      id: z.string(),
      /** As in the list of threats, e.g. `T-58035`. */
      number: z.string(),
      source: z.enum(everySourceName),
      title: z.string(),
      status: z.enum(threatStatuses),
    }),
  ),
  /** Whether there are more. */
  hasMore: z.boolean(),
  /** Set for an official domain of the company and a host below one; no threats are listed for these. */
  isOfficial: z.optional(z.boolean()),
})
export type KnownThing = z.output<typeof KnownThing>

/** Asked before a report is sent. A word is a host, the name of an account or the digits of a number. */
export const findKnownThreats = route({
  method: 'GET',
  path: '/requests/knownThreats',
  summary: `List which of up to ${knownWordsMax} hosts, accounts and numbers are in published threats, or are the company's, in the order asked`,
  access: 'threats:read',
  query: z.object({ company: wire.company, words: z.optional(wire.csv.check(z.maxLength(knownWordsMax))) }),
  response: z.array(KnownThing),
})

const oneRequest = {
  params: z.object({ requestId: wire.id }),
  query: wire.ofCompany,
}

/** 404 for a request of another company. */
export const getRequest = route({
  method: 'GET',
  path: '/requests/{requestId}',
  summary: 'Get a request with its messages',
  access: 'requests:read',
  ...oneRequest,
  response: RequestDetail,
})

/** For a link to a request while another company is selected. 404 if the caller can read it in no company. */
export const findRequestCompany = route({
  method: 'GET',
  path: '/requests/{requestId}/company',
  summary: 'Get the company of a request, among those that the caller can select',
  access: 'requests:read',
  companies: 'many',
  params: z.object({ requestId: wire.id }),
  query: z.object({ company: z.optional(wire.csv) }),
  response: z.object({ company: z.string(), name: z.string() }),
})

/**
 * Sent as multipart when there are files, otherwise as JSON; 413 and 415 by `requestUpload`. 409 when a client writes on a declined request
 * (staff can still do so), and when the request has `caseFilesMax` files. What is in the files doesn't enter the review queue.
 */
export const answerRequest = route({
  method: 'POST',
  path: '/requests/{requestId}/messages',
  summary: "Add a message to a request, with up to five files; a client's message resumes a waiting or completed one",
  access: 'requests:use',
  upload: requestUpload,
  ...oneRequest,
  body: z.strictObject({ text: wire.text(5000, 1) }),
  response: RequestDetail,
})

/**
 * 409 when `version` is stale or the status is not a possible successor (`requestFlow`). The new assignee is notified: 404 for a user who
 * doesn't work for the company (`ASSIGNEE_NOT_FOUND`), 409 for one who doesn't work on its requests (`ASSIGNEE_READ_ONLY`).
 */
export const moveRequest = route({
  method: 'PATCH',
  path: '/requests/{requestId}',
  summary: 'Change the status or assignee of a request (null: unassigned)',
  access: 'requests:move',
  ...oneRequest,
  body: z.strictObject({
    status: z.enum(requestStatuses),
    assignee: z.optional(z.nullable(wire.id)),
    version: wire.version,
  }),
  response: RequestDetail,
})

/**
 * The reason is added as a message that the client can read. 409 when `version` is stale, or when the request is completed or declined
 * (`REQUEST_CLOSED`).
 */
export const changeRequestDue = route({
  method: 'PUT',
  path: '/requests/{requestId}/due',
  summary: 'Change the due date of a request; the client gets the reason as a message',
  access: 'requests:move',
  ...oneRequest,
  body: DueChange,
  response: RequestDetail,
})

/** How well due dates were kept, and within how many hours requests that are sent now are due. */
export const RequestDueFigures = z.extend(DueFigures, {
  dueHours: z.strictObject(recordFrom(requestKinds, () => z.int())),
})
export type RequestDueFigures = z.output<typeof RequestDueFigures>

/** How well due dates were kept in the requests completed within `daysBack` days, and how many are open now. */
export const getRequestDueFigures = route({
  method: 'GET',
  path: '/requests/getDueDatesForRequests',
  summary: 'Count the requests that were completed in time or late, and those that are overdue',
  access: 'requests:read',
  query: z.object({ company: wire.company, daysBack: wire.daysBack }),
  response: RequestDueFigures,
})
