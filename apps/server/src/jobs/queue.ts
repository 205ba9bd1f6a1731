import { CompiledQuery } from 'kysely'
import { PgBoss, type JobWithMetadata } from 'pg-boss'
import type { Kind } from '@signet/contract/sources'
import type { Database, Tx } from '../db/database.ts'
import type { Logger } from '../log.ts'

/** Every job of the program and what it carries. Payloads name the company they belong to. */
export interface Jobs {
  /** Reads a feed through the detector for all companies, or one. */
  scan: { scanId: string; feed: string; companyId?: number }
  /** Freezes what is known of a threat when its takedown is asked for. */
  'preserve-evidence': { companyId: number; threatId: string; takedownId: string }
  /** One decision on more threats than one request handles. */
  'triage-selection': TriageSelection
  /** Makes the file somebody asked for with what a list holds. */
  export: { companyId: number; exportId: string; userId: string }
  /** Asks for the files of the scheduled reports that are due; every hour, because each company has its own morning. */
  'scheduled-reports': Record<string, never>
  /** Hands one mail of the outbox to the mail server. */
  'send-mail': { companyId: number; mailId: string }
  /** Writes the daily and weekly summaries, once a day to each reader; every hour. */
  digests: Record<string, never>
  /** Tells people the announcements that are due; every minute, and when one is made. */
  announce: Record<string, never>
  /** Writes one mail to many. */
  'send-emails': { sendingId: string }
  /** Sends the link to a new password, if there is such a user; `once` tells one request from the next. */
  'forgot-password': { email: string; origin: string; once: string }
  /** Closes the secrets of a company again with the key now in use. */
  reseal: { companyId: number }
  /** Follows the certificate transparency logs for an hour, and hands on to the next. */
  'follow-ct': Record<string, never>
  /** Deletes what has outlived its purpose; once a day. */
  'clean-up': Record<string, never>
  /** Looks at the domains of a company's threats that are due. */
  enrich: { companyId: number }
  /** Finds domains that are due to be looked at; every minute. */
  observe: Record<string, never>
  /** Does nothing: that it was done shows that jobs are. */
  probe: Record<string, never>
}
export interface TriageSelection {
  companyId: number
  userId: string
  sessionId: string
  requestId: string
  ip: string | null
  /** Left out in jobs of before touts could be chosen. */
  kind?: Kind | undefined
  filter: Record<string, unknown>
  except: string[]
  action: string
  remark?: { kind: string; text?: string | undefined } | undefined
  /** When what is whitelisted stops passing; for ever when left out. */
  until?: string | undefined
}
export type JobName = keyof Jobs

/** Adds a job inside a transaction: it exists only if the transaction commits. */
export type Enqueue = <N extends JobName>(tx: Tx, name: N, data: Jobs[N]) => Promise<string>

/** The run of a job a handler is called for. */
export interface JobRun {
  id: string
  attempt: number
  /** Aborted when the program stops or the job has lost its time: whoever goes on works beside the next run. */
  signal: AbortSignal
  /** Given as soon as the program begins to stop: work without an end of its own ends then; all else has time to finish. */
  stopping: AbortSignal
}
export type JobHandlers = { [N in JobName]: (data: Jobs[N], run: JobRun) => Promise<void> }

export interface Queue {
  enqueue: Enqueue
  /** Starts working on every job; call once a process. */
  work(handlers: JobHandlers): Promise<void>
  stop(): Promise<void>
}

/** Jobs that nobody asks for, UTC. */
const schedules: Partial<Record<JobName, string>> = {
  'clean-up': '17 3 * * *',
  // Hourly: each company's morning is another.
  'scheduled-reports': '5 * * * *',
  digests: '40 * * * *',
  announce: '* * * * *',
  // Whoever comes while the logs are followed goes at once; this is for when nobody does.
  'follow-ct': '* * * * *',
  observe: '* * * * *',
}
/** How often an export is tried again; whoever asked is told after the last. */
export const exportRetries = 3
// A job of a worker that was killed runs again after this long.
const heartbeatSeconds = 10
const options: Record<
  JobName,
  { retryLimit: number; expireInSeconds: number; retryDelay?: number; atOnce?: number; perCompany?: number }
> = {
  scan: { retryLimit: 5, expireInSeconds: 3600 },
  'preserve-evidence': { retryLimit: 10, expireInSeconds: 120 },
  'triage-selection': { retryLimit: 3, expireInSeconds: 1800 },
  // A mail server that says "later" is asked again after 30 s, a minute, two … for some two hours.
  'send-mail': { retryLimit: 12, expireInSeconds: 120, retryDelay: 30, atOnce: 4 },
  export: { retryLimit: exportRetries, expireInSeconds: 1800, atOnce: 3, perCompany: 2 },
  'scheduled-reports': { retryLimit: 5, expireInSeconds: 1800 },
  announce: { retryLimit: 5, expireInSeconds: 900 },
  'send-emails': { retryLimit: 10, expireInSeconds: 900 },
  digests: { retryLimit: 5, expireInSeconds: 1800 },
  'forgot-password': { retryLimit: 5, expireInSeconds: 60 },
  reseal: { retryLimit: 5, expireInSeconds: 7200 },
  // Two, so that the one of the schedule is not kept waiting by the one that works.
  'follow-ct': { retryLimit: 3, expireInSeconds: 4_500, atOnce: 2 },
  'clean-up': { retryLimit: 3, expireInSeconds: 900 },
  enrich: { retryLimit: 5, expireInSeconds: 1800, atOnce: 4, perCompany: 2 },
  observe: { retryLimit: 0, expireInSeconds: 300 },
  probe: { retryLimit: 0, expireInSeconds: 60 },
}

/** Opens the queue that lives beside the tables in the same database (schema `pgboss`). */
export async function openQueue(database: Database, log: Logger): Promise<Queue> {
  const boss = new PgBoss({
    ...database.connection,
    max: 3,
    useListenNotify: true,
    application_name: 'signet-queue',
    // How soon the job of a killed worker is noticed, beside its heartbeat.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  })
  boss.on('error', (error) => log.error({ code: (error as { code?: string }).code }, `queue error: ${error.message}`))
  await boss.start()
  try {
    await prepareQueues(boss, database)
  } catch (error) {
    // Its connections would keep a failed program alive.
    await boss.stop({ graceful: false })
    throw error
  }

  const stopping = new AbortController()

  /** One that works on a queue, job after job. */
  async function addWorker<N extends JobName>(name: N, handle: JobHandlers[N]): Promise<void> {
    const { perCompany } = options[name]
    let workerId = ''
    workerId = await boss.work(
      name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: 2,
        // A retry sends no notification; without this it would wait for the slow poll of 30 s.
        notifyPollingIntervalSeconds: 2,
        batchSize: 1,
        ...(perCompany ? { groupConcurrency: perCompany } : {}),
      },
      async (jobs: JobWithMetadata[]) => {
        for (const job of jobs) {
          log.info({ job: name, jobId: job.id, attempt: job.retryCount + 1 }, 'job started')
          try {
            await handle(job.data as Jobs[N], {
              id: job.id,
              attempt: job.retryCount + 1,
              signal: job.signal,
              stopping: stopping.signal,
            })
          } finally {
            // The next one may be waiting already: only who finds none waits for the next poll.
            boss.notifyWorker(workerId)
          }
          log.info({ job: name, jobId: job.id }, 'job done')
        }
      },
    )
  }

  return {
    async enqueue(tx, name, data) {
      // A job with a limit a company is counted under its company.
      const group = options[name].perCompany
        ? { group: { id: String((data as { companyId?: number }).companyId) } }
        : {}
      const id = await boss.send(name, data, { ...group, db: { executeSql: (text, values) => run(tx, text, values) } })
      if (!id) throw new Error(`The queue refused the job ${name}`)
      return id
    },
    async work(handlers) {
      for (const name of Object.keys(handlers) as JobName[])
        for (let place = 0; place < (options[name].atOnce ?? 1); place += 1)
          await addWorker(name, handlers[name] as never)
      for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron)
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 15_000, close: true })
    },
  }
}

async function run(tx: Tx, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
  return { rows }
}

/** Makes the queues that are missing and lets the product's role add jobs. */
async function prepareQueues(boss: PgBoss, database: Database): Promise<void> {
  for (const name of Object.keys(options) as JobName[]) {
    const existing = await boss.getQueue(name)
    const { atOnce: _, perCompany: __, ...kept } = options[name]
    if (!existing)
      await boss.createQueue(name, {
        notify: true,
        retryBackoff: true,
        retryDelay: 1,
        heartbeatSeconds,
        ...kept,
      })
  }
  // What adding a job needs and no more: payloads of other companies cannot be read back.
  const roles = 'signet_app, signet_identity'
  await database.pool.query(
    `revoke all on all tables in schema pgboss from ${roles};
     grant usage on schema pgboss to ${roles};
     grant select on pgboss.queue to ${roles};
     grant insert, select (id, start_after) on pgboss.job, ${await jobTables(database)} to ${roles};
     grant execute on all functions in schema pgboss to ${roles}`,
  )
}

/** The tables that jobs lie in, for a statement; the queue names them itself. */
async function jobTables(database: Database): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct format('pgboss.%I', table_name) as name from pgboss.queue`,
  )
  return rows.map(({ name }) => name).join(', ')
}
