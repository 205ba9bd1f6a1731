import { CompiledQuery } from 'kysely'
import { PgBoss, type JobWithMetadata } from 'pg-boss'
import { causeOf } from '@signet/contract/errors/program-errors'
import { isRecord } from '@signet/contract/narrow'
import type { JobParts, Queue, Worker } from '../app/jobs.ts'
import { clockFactorOf } from '../db/clock-factor.ts'
import type { Database, Tx } from '../db/database.ts'
import { causedBy, causingRequest, type Logger } from '../log.ts'
import { currentTraceParent, traced } from '../telemetry/tracing.ts'
import { jobs } from './jobs.generated.ts'
import { addEverySecond, wakeWhenDue } from './queue-loops.ts'
import { grantJobs, placeOf, prepareOrder } from './queue.queries.ts'
import { runBatch } from './run-batch.ts'

// Seconds after which a killed worker's job runs again.
const heartbeatSeconds = 10

/** Opens the queue, which is in the same database as the tables (schema `pgboss`). */
export async function openQueue(database: Database, log: Logger): Promise<Queue> {
  const stopping = new AbortController()
  const boss = new PgBoss({
    ...database.connection,
    max: 3,
    useListenNotify: true,
    application_name: 'signet-queue',
    // How often jobs of killed workers are searched, in addition to their heartbeat.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  })
  boss.on('error', (error) => {
    // A connection that ends with the program, or with its embedded server, isn't an error.
    const level = stopping.signal.aborted ? 'debug' : 'error'
    log[level]({ code: causeOf(error).code }, `queue error: ${error.message}`)
  })
  await boss.start()
  try {
    await prepareQueues(boss, database)
  } catch (error) {
    // Its connections would keep a failed program running.
    await boss.stop({ graceful: false })
    throw error
  }

  const workerIds = new Map<string, string[]>()
  let loops: Promise<void>[] = []

  return {
    async enqueue(tx, { name }, data, { at, isUrgent = false } = {}) {
      const companyId = companyOfJob(data)
      const id = await boss.send(name, withCause(data), {
        ...(companyId === null ? {} : await turnOf(tx, name, String(companyId), isUrgent)),
        ...(at ? { startAfter: at } : {}),
        db: { executeSql: (text, values) => run(tx, text, values) },
      })
      if (!id) throw new Error(`The queue refused the job ${name}`)
      return id
    },
    async work(workers, parts) {
      for (const each of workers)
        for (let place = 0; place < (each.job.atOnce ?? 1); place += 1) {
          const id = await addWorker({ boss, database, log, stopping: stopping.signal }, each, parts)
          workerIds.set(each.job.name, [...(workerIds.get(each.job.name) ?? []), id])
        }
      loops = [wakeWhenDue({ boss, database, log, workerIds, signal: stopping.signal })]
      for (const { job } of workers) if (job.schedule) await boss.schedule(job.name, job.schedule)
      if ((await database.inCompanies([], clockFactorOf)) > 1) {
        const names = workers.flatMap(({ job }) => (job.isAccelerated ? job.name : []))
        loops.push(addEverySecond({ boss, database, log, signal: stopping.signal }, names))
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      await boss.stop({ graceful: true, timeout: 15_000, close: true })
    },
  }
}

/** The company that a job is for. */
function companyOfJob(data: unknown): number | null {
  const companyId = isRecord(data) ? data['companyId'] : undefined
  return typeof companyId === 'number' ? companyId : null
}

/** Adds a worker that processes a queue, one job or batch after the other. Returns its id. */
async function addWorker(
  { boss, database, log, stopping }: { boss: PgBoss; database: Database; log: Logger; stopping: AbortSignal },
  { job: { name, retryLimit, together = 1, perCompany }, work }: Worker,
  parts: JobParts,
): Promise<string> {
  let workerId = ''
  const runOne = async (job: JobWithMetadata) => {
    const { data, requestId, traceParent } = withoutCause(job.data)
    const [jobId, attempt] = [job.id, attemptOf(job, retryLimit)]
    const perform = async () => {
      log.info({ job: name, jobId, attempt }, 'job started')
      const companyId = companyOfJob(data)
      if (companyId !== null) await database.afterCommits([companyId])
      await work(parts, data, { id: jobId, attempt, signal: job.signal, stopping })
      log.info({ job: name, jobId }, 'job done')
    }
    const attributes = { 'signet.job_id': jobId, 'signet.attempt': attempt }
    const performTraced = () => traced(`job ${name}`, 'consumer', perform, { attributes, parent: traceParent })
    await (requestId === null ? performTraced() : causedBy(requestId, performTraced))
  }
  workerId = await boss.work(
    name,
    {
      includeMetadata: true,
      // Only while notifications can't be received.
      pollingIntervalSeconds: 2,
      batchSize: together,
      perJobResults: true,
      ...(perCompany ? { groupConcurrency: perCompany } : {}),
    },
    async (batch: JobWithMetadata[]) => {
      try {
        return await runBatch(batch, runOne)
      } finally {
        // The next job may already be waiting: a worker waits for the next poll only if it finds none.
        boss.notifyWorker(workerId)
      }
    },
  )
  return workerId
}

/**
 * Which attempt a run is, from 1: greater than the limit of retries only for the last one. Killed runs that are excused raise the limit of
 * the job (`resumeKilled`), so they aren't counted.
 */
const attemptOf = (job: JobWithMetadata, retryLimit: number) =>
  Math.max(1, job.retryCount + 1 - (job.retryLimit - retryLimit))

/** The key of a job's data that names the request it was added by. */
const causeKey = 'causingRequest'
/** The key of a job's data that names the span it was added in. */
const spanKey = 'causingSpan'

function withCause(data: object): object {
  const requestId = causingRequest()
  const traceParent = currentTraceParent()
  return {
    ...data,
    ...(requestId === null ? {} : { [causeKey]: requestId }),
    ...(traceParent === null ? {} : { [spanKey]: traceParent }),
  }
}

function withoutCause(stored: object): { data: object; requestId: string | null; traceParent: string | null } {
  if (!isRecord(stored)) return { data: stored, requestId: null, traceParent: null }
  const { [causeKey]: requestId, [spanKey]: traceParent, ...data } = stored
  return { data, requestId: textOr(requestId), traceParent: textOr(traceParent) }
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : null)

/** Companies take turns, so that nobody waits for all jobs of somebody else. */
async function turnOf(tx: Tx, name: string, company: string, isUrgent: boolean) {
  const { text, values } = placeOf(name, company, isUrgent)
  const [row] = (await run(tx, text, values)).rows
  const place = isRecord(row) ? row['place'] : undefined
  if (typeof place !== 'number') throw new Error(`No place in the queue ${name}`)
  return { group: { id: company }, priority: place }
}

async function run(tx: Tx, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
  return { rows }
}

/** Creates missing queues and grants the product's role permission to add jobs. */
async function prepareQueues(boss: PgBoss, database: Database): Promise<void> {
  for (const { name, retryLimit, expireInSeconds, retryDelay = 1 } of jobs) {
    if (await boss.getQueue(name)) continue
    await boss.createQueue(name, {
      notify: true,
      retryBackoff: true,
      retryDelay,
      heartbeatSeconds,
      retryLimit,
      expireInSeconds,
    })
  }
  await prepareOrder(database.pool)
  await grantJobs(database.pool)
}
