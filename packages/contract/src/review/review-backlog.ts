import * as z from 'zod/mini'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import { everySourceName, kinds } from '../threats/sources.ts'
import * as wire from '../wire.ts'
import { queueOrders } from './queue-orders.ts'

/** What waits for a reviewer in one company. */
export const ReviewBacklog = z.object({
  company: z.string(),
  name: z.string(),
  /** How many wait, and how many of them are critical. */
  waiting: z.int(),
  critical: z.int(),
  /** When the oldest one was found; null if none waits. */
  oldest: z.nullable(wire.time),
  /** How many of them are past the time promised for their review, and how many have a quarter of it left or less. */
  overdue: z.int(),
  dueSoon: z.int(),
  /** The next promised time that isn't over; null if there is none. */
  nextDue: z.nullable(wire.time),
})
export type ReviewBacklog = z.output<typeof ReviewBacklog>

/** Companies with the most overdue records first, then with the most critical ones, then those whose oldest record has waited longest. */
export const getReviewBacklog = route({
  method: 'GET',
  path: '/qa/backlog',
  summary: 'Count what waits for review in each company of the caller, most urgent first',
  access: 'qa:review',
  companies: 'many',
  query: z.object({ company: z.optional(wire.csv), kind: z._default(z.enum(kinds), 'threat') }),
  response: z.array(ReviewBacklog),
})

/** A record in the queue of one of several companies. */
export const QueuedAnywhere = z.object({
  company: z.string(),
  companyName: z.string(),
  id: z.string(),
  source: z.enum(everySourceName),
  title: z.string(),
  threatType: z.string(),
  severity: z.enum(severities),
  score: z.int(),
  firstSeen: wire.time,
  /** When it entered the queue, and by when its review is promised. */
  queuedAt: wire.time,
  promisedAt: wire.time,
  /** The reviewer who claimed or opened it. */
  assignee: z.optional(z.string()),
})
export type QueuedAnywhere = z.output<typeof QueuedAnywhere>

/** At most 200, without those that were filtered automatically. */
export const listQueuedAnywhere = route({
  method: 'GET',
  path: '/qa/queueOfCompanies',
  summary: 'List what waits for review in all companies of the caller',
  access: 'qa:review',
  companies: 'many',
  query: z.object({
    company: z.optional(wire.csv),
    kind: z._default(z.enum(kinds), 'threat'),
    order: z._default(z.enum(queueOrders), 'mostSevere'),
    threatSeverity: z.optional(wire.csvOf(severities)),
    /** Only records whose promised time is over. */
    overdue: z.optional(wire.bool),
  }),
  response: z.array(QueuedAnywhere),
})
