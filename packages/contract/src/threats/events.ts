import * as z from 'zod/mini'
import { route } from '../route.ts'
import { currentFilters } from './activity.ts'
import { severities } from './severities.ts'
import { everySourceName, kinds } from './sources.ts'
import * as wire from '../wire.ts'

/** What an event is about. */
export const eventKinds = [
  'published',
  'decision',
  'takedown',
  'deeperAnalysis',
  'remark',
  'correction',
  'evidence',
] as const
/** One of `eventKinds`. */
export type EventKind = (typeof eventKinds)[number]

/** One event of a published record or its case. Events of the review before publication and bookmarks are not included. */
export const Event = z.object({
  id: z.string(),
  at: wire.time,
  /** `null` for the product itself. */
  by: z.nullable(z.string()),
  action: z.string(),
  /** The action in words. */
  text: z.string(),
  remark: z.optional(z.string()),
  /** The target of the event: the threat itself, or a case about it. */
  target: z.object({ type: z.enum(['threat', 'takedown', 'deeperAnalysis']), id: z.string() }),
  threatId: z.string(),
  kind: z.enum(kinds),
  source: z.enum(everySourceName),
  title: z.string(),
  severity: z.enum(severities),
})
export type Event = z.output<typeof Event>

/** Paging, sorting and filters of the event list; filters compare the current values of the threat. */
export const EventsQuery = z.object({
  company: wire.company,
  ...wire.paging(['at', 'severity', 'title', 'source']),
  ...wire.range,
  ...currentFilters,
  eventKind: z.optional(wire.csvOf(eventKinds)),
})
export type EventsQuery = z.output<typeof EventsQuery>

/** Actions of reviewers appear under the name of the review team. */
export const listEvents = route({
  method: 'GET',
  path: '/events',
  summary: "List what happened to the company's published threats, touts and cases, newest first",
  access: 'events:read',
  query: EventsQuery,
  response: wire.page(Event),
})
