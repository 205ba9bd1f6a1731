import type { Database, Tx } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Logger } from '../log.ts'
import type { FollowLook } from './follow-look.ts'
import type { Mailer } from './mailer.ts'
import type { Secrets } from './secrets.ts'
import type { CtSettings, LookUpSettings, RecentCtSettings } from './settings.ts'

/** A kind of job: its name in the queue, how it is tried, and by its type what it carries. Payloads name the company they belong to. */
export interface Job<Data extends object = object> {
  name: string
  /** Further tries after the first. */
  retryLimit: number
  /** Seconds after which a run has lost its time. */
  expireInSeconds: number
  /** Seconds before the first further try, 1 when left out; each waits twice as long as the one before. */
  retryDelay?: number
  /** Runs at the same time in one process, 1 when left out. */
  atOnce?: number
  /** Runs of one company at the same time. */
  perCompany?: number
  /** For a scheduled job: when it runs, as a cron expression in UTC. */
  schedule?: string
  /** Never set: carries the type. */
  readonly '~data'?: Data
}

/** Declares a job, in a file `*.jobs.ts` that imports nothing heavy: every command that opens the queue loads it. */
export function defineJob<Data extends object = Record<string, never>>(job: Omit<Job, '~data'>): Job<Data> {
  return job
}

/** Adds a job inside a transaction: it exists only if the transaction commits. */
export type Enqueue = <Data extends object>(tx: Tx, job: Job<Data>, data: NoInfer<Data>) => Promise<string>

/** One run of a job. */
export interface JobRun {
  id: string
  attempt: number
  /** Aborted when the program stops or the job has lost its time: work that goes on would overlap with the next run. */
  signal: AbortSignal
  /** Given as soon as the program begins to stop: work without an end of its own ends then; all else has time to finish. */
  stopping: AbortSignal
}

/** What jobs work with. */
export interface JobParts {
  database: Database
  files: FileStore
  secrets: Secrets
  enqueue: Enqueue
  dataDir: string
  /** Days that requests are logged for. */
  logDays: number
  feedAllow: readonly string[]
  ct: CtSettings & RecentCtSettings
  /** What domains are looked up with; null looks none up. */
  lookUps: LookUpSettings | null
  mailer: Mailer
  /** What cases make of a look at a domain. */
  follow: FollowLook
  log: Logger
}

/** A job and what is done for it. */
export interface Worker {
  job: Job
  work: (parts: JobParts, data: never, run: JobRun) => Promise<void>
}

/** Ties a job to what is done for it. */
export function worker<Data extends object>(
  job: Job<Data>,
  work: (parts: JobParts, data: Data, run: JobRun) => Promise<void>,
): Worker {
  return { job, work }
}

export interface Queue {
  enqueue: Enqueue
  /** Starts working on the jobs of these workers; call once a process. */
  work(workers: readonly Worker[], parts: JobParts): Promise<void>
  stop(): Promise<void>
}
