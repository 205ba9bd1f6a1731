import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** Every kind of background job, by its name in the queue. */
export const jobNames = [
  'alert-of-troubles',
  'announce',
  'announcement-of-published',
  'asset-hunt',
  'automatic-decisions',
  'back-fill',
  'block-lists',
  'capture',
  'captureNew',
  'captureOfficialPages',
  'clean-up',
  'collect',
  'collect-due',
  'compareCapture',
  'decide-selection',
  'digests',
  'enrich',
  'export',
  'fetch-app',
  'foldCounts',
  'follow-ct',
  'follow-mailboxes',
  'forgot-password',
  'import',
  'joinThreats',
  'judge-tip',
  'look-up',
  'look-up-tickets',
  'measure-disk-use',
  'observe',
  'prepare-mail',
  'preserve-evidence',
  'probe',
  'read-app-file',
  'read-request',
  'reseal',
  'rule-hunt',
  'scan',
  'scheduled-reports',
  'search-own-sites',
  'send-emails',
  'send-mail',
  'sortMail',
  'subscribed-views',
  'take-next-steps',
  'test-connector',
  'test-report-account',
  'undo-import',
  'watch-installation',
] as const
export type JobName = (typeof jobNames)[number]

/** The jobs of one kind. `oldestSeconds` is how long the oldest of those that are due has waited; null if none is. */
export const JobKind = z.object({
  name: z.enum(jobNames),
  waiting: z.int(),
  running: z.int(),
  /** Those that failed for good and are still kept: for a week, unless they are discarded. */
  failed: z.int(),
  oldestSeconds: z.nullable(z.int()),
})
export type JobKind = z.output<typeof JobKind>

/** The counts are up to a few seconds old. */
export const listJobKinds = route({
  method: 'GET',
  path: '/diagnostics/jobs',
  summary: 'List every kind of background job with the number of jobs that wait, run and failed',
  access: 'systemHealth:check',
  response: z.array(JobKind),
})

/** A job that failed in its last attempt. What it worked with isn't returned. */
export const FailedJob = z.object({
  id: z.string(),
  name: z.enum(jobNames),
  /** Null if it concerns no single company. */
  company: z.nullable(z.string()),
  attempts: z.int(),
  queuedAt: wire.time,
  failedAt: wire.time,
  /** The first line of the error, at most 500 characters; empty if it left none. */
  error: z.string(),
})
export type FailedJob = z.output<typeof FailedJob>

export const listFailedJobs = route({
  method: 'GET',
  path: '/diagnostics/jobs/failed',
  summary: 'List the failed background jobs, newest first',
  access: 'systemHealth:check',
  query: z.object({ name: z.optional(z.enum(jobNames)), ...wire.paging(['failedAt']) }),
  response: wire.page(FailedJob),
})

const ofFailedJob = {
  access: 'systemHealth:check',
  status: 204,
  params: z.object({ name: z.enum(jobNames), jobId: wire.id }),
  response: wire.nothing,
} as const

/** 404 for a job that is unknown or hasn't failed, e.g. because somebody else retried it. */
export const retryFailedJob = route({
  method: 'POST',
  ...ofFailedJob,
  path: '/diagnostics/jobs/{name}/{jobId}/retry',
  summary: 'Run a failed job again',
})

/** 404 for a job that is unknown or hasn't failed. */
export const discardFailedJob = route({
  method: 'DELETE',
  ...ofFailedJob,
  path: '/diagnostics/jobs/{name}/{jobId}',
  summary: 'Delete a failed job without running it again',
})

/** What a process of the installation can do. */
export const services = ['api', 'worker'] as const
/** One of `services`. */
export type Service = (typeof services)[number]

/** A running process that uses this database. */
export const RunningProcess = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  services: z.array(z.enum(services)),
  version: z.string(),
  startedAt: wire.time,
  /** The last sign of life; one every ten seconds is expected. */
  beatAt: wire.time,
  /** Whether the sign of life is missing for so long that the process is taken for dead. */
  isSilent: z.boolean(),
})
export type RunningProcess = z.output<typeof RunningProcess>

/** A process that stopped properly isn't listed; one that died is, for a day. */
export const listProcesses = route({
  method: 'GET',
  path: '/diagnostics/processes',
  summary: 'List the processes of the installation with their last sign of life',
  access: 'systemHealth:check',
  response: z.array(RunningProcess),
})
