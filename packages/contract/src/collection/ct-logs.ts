import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/* The certificate transparency logs that new names are read from: how far each has been read, and the coverage for a company. */

/** How a log is read: by RFC 6962, by the static-ct-api of C2SP, or through a stream that a server aggregates from many logs. */
export const ctLogKinds = ['rfc6962', 'static-ct', 'certstream'] as const
/** One of `ctLogKinds`. */
export type CtLogKind = (typeof ctLogKinds)[number]

/**
 * - `waiting`: listed, not read yet
 * - `reading`: followed as it grows
 * - `stopped`: its current data contradicts its earlier data; a person has to investigate
 * - `ended`: retired or rejected, or closed and read to its end
 */
export const ctLogStates = ['waiting', 'reading', 'stopped', 'ended'] as const
/** One of `ctLogStates`. */
export type CtLogState = (typeof ctLogStates)[number]

/** Seconds a log may lag before it counts as behind: several polling rounds, so that one slow response doesn't count. */
export const ctBehindAfterSeconds = 120

/** How far one log has been read, and its errors. */
export const CtLogReading = z.object({
  id: z.string(),
  operator: z.string(),
  /** As in the list of logs, e.g. `Example 'Rome2026h1'`. */
  description: z.string(),
  url: z.string(),
  kind: z.enum(ctLogKinds),
  state: z.enum(ctLogStates),
  /** Number of entries in the log, by the newest accepted tree head; for a stream, the number of received messages. */
  treeSize: z.int(),
  /** All entries before this one have been processed. */
  position: z.int(),
  /** Number of logged entries that have not been read yet. */
  backlog: z.int(),
  /** Seconds since the instant up to which the log is covered; null before the first reading and when the log has ended. */
  lagSeconds: z.nullable(z.int()),
  isBehind: z.boolean(),
  /** Invented for the demo: it is never read, and its figures don't change. */
  isDemo: z.boolean(),
  entriesRead: z.int(),
  namesRead: z.int(),
  /** Entries whose certificate could not be read. */
  unreadable: z.int(),
  /** Number of entries that the log no longer serves and that were skipped. */
  gaps: z.int(),
  /** When the log last gave a valid response. */
  checkedAt: z.nullable(wire.time),
  /** When it is read again after a failure. */
  retryAt: z.nullable(wire.time),
  /** The error of the last attempt. */
  error: z.nullable(wire.Sentence),
})
export type CtLogReading = z.output<typeof CtLogReading>

/** For the whole installation, not for one company; empty while `isOn` is false. */
export const listCtLogs = route({
  method: 'GET',
  path: '/diagnostics/ctLogs',
  summary: 'List every certificate transparency log that is or was read: progress, time of the last read, and errors',
  access: 'systemHealth:check',
  response: z.object({ isOn: z.boolean(), logs: z.array(CtLogReading) }),
})

/** The coverage for a company in a few figures: "3 of 41 logs behind by 4 min". */
export const CtCoverage = z.object({
  /** False if no list of logs is configured. */
  isOn: z.boolean(),
  /** Number of the company's brands that names are compared with. */
  brands: z.int(),
  /** Number of followed logs, including stopped ones. */
  logs: z.int(),
  behind: z.int(),
  /** The largest lag of those behind; null when none is behind or the lag isn't known. */
  behindSeconds: z.nullable(z.int()),
  /** How many of `logs` contradict themselves and are no longer read. */
  stopped: z.int(),
  /** The time of the latest response from any log. */
  checkedAt: z.nullable(wire.time),
})
export type CtCoverage = z.output<typeof CtCoverage>

/** The logs are the same for every company; only `brands` differs. */
export const getCtCoverage = route({
  method: 'GET',
  path: '/coverage/ctLogs',
  summary: "Get how much of certificate transparency has been compared with the company's brands so far",
  access: 'company:read',
  query: wire.ofCompany,
  response: CtCoverage,
})
