import type { RetentionDays } from '@signet/contract/companies/retention'
import type { Database, Tx } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Logger } from '../log.ts'
import type { FollowCheck } from './follow-check.ts'
import type { AbuseReportNotice, Delivery, Mailer, MailRefusal, MailSettled, PrepareMail } from './mailer.ts'
import type { Secrets } from './secrets.ts'
import type { CtSettings, LookUpSettings, RecentCtSettings } from './settings.ts'

/** A kind of job: its name in the queue, its retry settings and, as a type, its payload. Payloads name the company they belong to. */
export interface Job<Data extends object = object> {
  name: string
  /** Retries after the first attempt. */
  retryLimit: number
  /** Seconds after which a run has timed out. */
  expireInSeconds: number
  /** Seconds before the first retry, 1 by default; the delay doubles with each retry. */
  retryDelay?: number
  /** Concurrent runs in one process, 1 by default. */
  atOnce?: number
  /** Short jobs that are fetched and completed together, 1 by default: the queue then takes a part of the time for each. */
  together?: number
  /** Concurrent runs of one company. */
  perCompany?: number
  /** For a scheduled job: when it runs, as a cron expression in UTC. */
  schedule?: string
  /** Whether an accelerated clock (`clockFactorOf`) also runs it every second. */
  isAccelerated?: boolean
  /** Never set: it only carries the type. */
  readonly '~data'?: Data
}

/** Declares a job in a file `*.jobs.ts`. The file must not import large modules, because every command that opens the queue loads it. */
export function defineJob<Data extends object = Record<string, never>>(job: Omit<Job, '~data'>): Job<Data> {
  return job
}

/** When a job runs. */
export interface JobTurn {
  /** The earliest time; now by default. */
  at?: Date
  /** Whether somebody waits for it: it runs before all jobs of its kind that aren't urgent. */
  isUrgent?: boolean
}

/**
 * Adds a job inside a transaction: it exists only if the transaction commits. Companies take turns: a job of one never waits for all those
 * that another has added before.
 */
export type Enqueue = <Data extends object>(
  tx: Tx,
  job: Job<Data>,
  data: NoInfer<Data>,
  turn?: JobTurn,
) => Promise<string>

/** One run of a job. */
export interface JobRun {
  id: string
  /** From 1; greater than `retryLimit` only if no other follows. Killed runs aren't counted. */
  attempt: number
  /** Aborted when the program stops or the job has timed out: work that continues would overlap with the next run. */
  signal: AbortSignal
  /** Aborted as soon as the program begins to stop: work without a natural end stops then; all other work has time to finish. */
  stopping: AbortSignal
}

/** What jobs work with. */
export interface JobParts {
  database: Database
  files: FileStore
  secrets: Secrets
  enqueue: Enqueue
  dataDir: string
  /** Days that logged requests are kept. */
  logDays: number
  /** Days that rows of companies are kept, where they differ from the defaults. */
  retention?: RetentionDays
  feedAllow: readonly string[]
  /** The feeds of the installation; empty if there are none. */
  feeds?: string
  /** What texts in pictures are read with, see `readText`; null or left out if they aren't read. */
  textModel?: string | null
  /** Stands in for all services that take reports; for tests. */
  abuseReportServicesUrl?: string | null
  /** Stands in for all providers that connectors collect from; for tests and the local internet. */
  connectorsUrl?: string | null
  ct: CtSettings & RecentCtSettings
  /** The services used to look up domains; null disables look-ups. */
  lookUps: LookUpSettings | null
  mailer: Mailer
  /** How cases react to the check of a domain. */
  follow: FollowCheck
  /** How cases react to what became of an email. */
  mailSettled: MailSettled
  /** Whether an email may still be sent. */
  mailRefusal: MailRefusal
  /** Makes the files of an email that are made on sending, and lets it be sent. */
  prepareMail: PrepareMail
  /** Hands a report to the API of a service. */
  submitAbuseReport: (notice: AbuseReportNotice) => Promise<Delivery>
  log: Logger
}

/** What a run works with that queues further work. */
export type QueueingRun = Pick<JobParts, 'database' | 'enqueue'> & Pick<JobRun, 'signal'>

/** A job and the function that runs it. */
export interface Worker {
  job: Job
  /** A method, so that a worker of any job is one: the queue stores what `enqueue` accepted for that job. */
  work(parts: JobParts, data: object, run: JobRun): Promise<void>
}

/** Connects a job with the function that runs it. */
export function worker<Data extends object>(
  job: Job<Data>,
  work: (parts: JobParts, data: Data, run: JobRun) => Promise<void>,
): Worker {
  return { job, work }
}

export interface Queue {
  enqueue: Enqueue
  /** Starts processing the jobs of these workers; call it once per process. */
  work(workers: readonly Worker[], parts: JobParts): Promise<void>
  stop(): Promise<void>
}
