import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import type { Permission } from '../access/permissions.ts'
import { route, type PlainRoute } from '../route.ts'
import * as wire from '../wire.ts'

/** The subjects of notifications. */
export const notificationTypes = [
  'threat',
  'takedown',
  'analysis',
  'request',
  'job',
  'news',
  'announcement',
  'alert',
  'account',
] as const
/** One of `notificationTypes`. */
export type NotificationType = (typeof notificationTypes)[number]

/** One notification for one user, about one company. */
export const Notification = z.object({
  id: z.string(),
  company: z.string(),
  type: z.enum(notificationTypes),
  title: z.string(),
  body: z.string(),
  /** The data that title and body are built from in other languages; missing if a person wrote them. */
  words: z.optional(z.object({ title: z.optional(wire.Words), body: z.optional(wire.Words) })),
  /** A path in the portal. */
  href: z.nullable(z.string()),
  at: wire.time,
  read: z.boolean(),
})
export type Notification = z.output<typeof Notification>

/** Only the caller's own. `unread` counts all unread ones, regardless of the filter. */
export const listNotifications = route({
  method: 'GET',
  path: '/notifications',
  summary: "List the caller's notifications, newest first, and count the unread ones",
  access: 'notifications:own',
  companies: 'many',
  query: z.object({
    company: z.optional(wire.csv),
    ...wire.paging(['at']),
    unread: z.optional(wire.bool),
    type: z.optional(wire.csvOf(notificationTypes)),
  }),
  response: z.extend(wire.page(Notification), { unread: z.int() }),
})

/** Ids that are not the caller's are ignored. */
export const markNotificationsRead = route({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark the given notifications of the caller, or all of them, as read',
  access: 'notifications:own',
  companies: 'own',
  status: 204,
  query: z.object({ company: z.optional(wire.csv) }),
  body: z
    .strictObject({
      ids: z.optional(wire.ids),
      all: z.optional(z.literal(true)),
    })
    .check(z.refine(({ ids, all }) => (ids === undefined) !== (all === undefined), problem('INVALID_VALUE'))),
  response: wire.nothing,
})

/**
 * The events of the live channel and the permission required for each. `data` only contains ids and states: clients get the rest from calls
 * that check the permission.
 */
export const liveEvents = {
  /** A new notification: `{ notificationId, title }`. */
  notification: 'notifications:own',
  /** A message shown immediately: `{ title, body }`. */
  toast: 'notifications:own',
  /** New threats or touts: `{ kind, threatIds, sources, severities }`. */
  'threat.published': 'threats:read',
  /** Decisions: `{ threatIds, status }`. Assignments: `{ threatIds }`. */
  'threat.changed': 'threats:read',
  /** `{ takedownId, threatId, status }` */
  'takedown.changed': 'takedowns:read',
  /** `{ analysisId, threatId, status }` */
  'analysis.changed': 'analyses:read',
  /** `{ requestId, status }` */
  'request.changed': 'requests:read',
  /** Changes of the review stage, and new captures of records under review: `{ threatIds, stage }`. */
  'review.changed': 'qa:review',
  /** Sent to the user who started it: `{ jobId, job, state }`. */
  'job.changed': 'notifications:own',
  /** News or What's New: `{ newsId }`. */
  'news.published': 'whatsNew:read',
} as const satisfies Record<string, Permission>
/** The name of a live event: a key of `liveEvents`. */
export type LiveEventType = keyof typeof liveEvents

/** One event as sent in `data:` of the stream. */
export interface LiveEvent {
  id: string
  /** `reset`: too many events were missed; everything on the screen must be loaded again. */
  type: LiveEventType | 'reset'
  company?: string
  at: string
  data: Record<string, unknown>
}

/** Server-sent events (HTML Living Standard, section 9.2). 429 when one user has too many streams open. */
export const streamNotifications = {
  method: 'GET',
  path: '/notifications/stream',
  summary:
    'Stream server-sent events of the companies the caller can see: each has an id to resume from (Last-Event-ID), with a ping every 25 s; ends with the session',
  access: 'notifications:own',
  type: 'text/event-stream',
} as const satisfies PlainRoute
