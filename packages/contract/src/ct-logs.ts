import * as z from 'zod/mini'
import { route } from './route.ts'
import * as wire from './wire.ts'

/*
 * The certificate transparency logs that new names are read from: how far each is read, and what a company may rely on.
 */

/** How a log is read: by RFC 6962, by the static-ct-api of C2SP, or through a stream that others make of many logs. */
export const ctLogKinds = ['rfc6962', 'static-ct', 'certstream'] as const
/** One of `ctLogKinds`. */
export type CtLogKind = (typeof ctLogKinds)[number]

/**
 * - `waiting`: listed, not asked yet
 * - `reading`: followed as it grows
 * - `stopped`: what it shows now contradicts what it showed before; a person has to look
 * - `ended`: retired or rejected, or closed and read to its end
 */
export const ctLogStates = ['waiting', 'reading', 'stopped', 'ended'] as const
/** One of `ctLogStates`. */
export type CtLogState = (typeof ctLogStates)[number]

/** Seconds a log may lag before it counts as behind: several rounds of asking, so that one slow answer is no alarm. */
export const ctBehindAfterSeconds = 120

/** How far one log has been read, and how it went. */
export const CtLogReading = z.object({
  id: z.string(),
  operator: z.string(),
  /** As the list of logs calls it, e.g. `Example 'Rome2026h1'`. */
  description: z.string(),
  url: z.string(),
  kind: z.enum(ctLogKinds),
  state: z.enum(ctLogStates),
  /** Entries in the log, by the newest tree head that was accepted; messages received, for a stream. */
  treeSize: z.int(),
  /** Entries before this one are dealt with. */
  position: z.int(),
  /** Entries that are logged and not read yet. */
  backlog: z.int(),
  /** Age of what is not covered yet; null before the first reading and when the log has ended. */
  lagSeconds: z.nullable(z.int()),
  isBehind: z.boolean(),
  entriesRead: z.int(),
  namesRead: z.int(),
  /** Entries whose certificate could not be read. */
  unreadable: z.int(),
  /** Entries that the log no longer serves and that were passed over. */
  gaps: z.int(),
  /** When the log last answered as it should. */
  checkedAt: z.nullable(wire.time),
  /** When it is asked again after a failure. */
  retryAt: z.nullable(wire.time),
  /** What went wrong at the last try, for a person. */
  error: z.nullable(z.string()),
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

/** What a company may rely on, in a few figures: "3 of 41 logs behind by 4 min". */
export const CtCoverage = z.object({
  /** False where no list of logs is configured. */
  isOn: z.boolean(),
  /** Brands of the company that names are compared with. */
  brands: z.int(),
  /** Logs that are followed, those that are stopped included. */
  logs: z.int(),
  behind: z.int(),
  /** The largest lag of those behind; null when none is or it is not known. */
  behindSeconds: z.nullable(z.int()),
  /** Of `logs`, those that contradict themselves and are not read on. */
  stopped: z.int(),
  /** When the log that was asked last answered. */
  checkedAt: z.nullable(wire.time),
})
export type CtCoverage = z.output<typeof CtCoverage>

/** The same logs for every company; `brands` is what differs. */
export const getCtCoverage = route({
  method: 'GET',
  path: '/coverage/ctLogs',
  summary: "Get how much of certificate transparency has been compared with the company's brands so far",
  access: 'company:read',
  query: wire.ofCompany,
  response: CtCoverage,
})
