import * as z from 'zod/mini'
import { route } from '../route.ts'
import { runStates } from '../run-states.ts'
import * as wire from '../wire.ts'

/**
 * The parts that are watched, each by one rule: operators are notified once when it fails and once when it works again, and
 * `signet_part_troubled` exports it. `deploy/prometheus-rules.yaml` has an alert for each.
 */
export const watchedParts = [
  'queue',
  'workers',
  'deliveries',
  'mailboxes',
  'disk',
  'diskGrowth',
  'partitions',
  'backFills',
  'feeds',
  'certificateLogs',
  'certificates',
  'connectors',
  'reviews',
  'takedowns',
  'analyses',
  'requests',
  'backups',
] as const
const partNames = ['database', 'storage', 'mail', ...watchedParts] as const

/** One part of the installation and its state. */
export const PartHealth = z.object({
  name: z.enum(partNames),
  ok: z.boolean(),
  /** Nothing is set up, so nothing works or fails; left out otherwise. */
  isOff: z.optional(z.boolean()),
  /** The result, or what is wrong. It contains no secrets. */
  detail: wire.Sentence,
  /** How many are overdue in the demo companies, which `ok` and `detail` leave out; left out if none are. */
  overdueInDemo: z.optional(z.int()),
  /** Since when the watch has seen it fail; left out while it works. */
  since: z.optional(wire.time),
})
export type PartHealth = z.output<typeof PartHealth>

/** A broken part doesn't make the call fail: `ok` and `detail` describe the problem. */
export const getSystemHealth = route({
  method: 'GET',
  path: '/diagnostics',
  summary: 'Get the state of the installation: database, queue, processes, files, email, disk, feeds, certificates',
  access: 'systemHealth:check',
  response: z.array(PartHealth),
})

const probe = { access: 'systemHealth:check', response: z.array(PartHealth) } as const

/** The result is returned as `ok` and `detail`, not as an error, and is recorded in the audit log. */
export const probeMail = route({
  method: 'POST',
  ...probe,
  path: '/diagnostics/mail',
  summary: 'Send a test email to the caller and wait a few seconds for the result',
})
/** The result is returned as `ok` and `detail`, not as an error, and is recorded in the audit log. */
export const probeQueue = route({
  method: 'POST',
  ...probe,
  path: '/diagnostics/queue',
  summary: 'Queue a test job and wait a few seconds until a worker has completed it',
})
/** The result is returned as `ok` and `detail`, not as an error, and is recorded in the audit log. */
export const probeStorage = route({
  method: 'POST',
  ...probe,
  path: '/diagnostics/storage',
  summary: 'Write a test file to the store, read it back and delete it',
})

/** The last reading of one data source. */
export const FeedReading = z.object({
  feed: z.string(),
  state: z.enum(runStates),
  startedAt: wire.time,
  finishedAt: z.nullable(wire.time),
  namesRead: z.int(),
  threatsAdded: z.int(),
  error: z.nullable(wire.Sentence),
})
export type FeedReading = z.output<typeof FeedReading>

/** For the whole installation, not for one company. */
export const listFeeds = route({
  method: 'GET',
  path: '/diagnostics/feeds',
  summary: 'List every data source with its last run: time, size and result',
  access: 'systemHealth:check',
  response: z.array(FeedReading),
})
