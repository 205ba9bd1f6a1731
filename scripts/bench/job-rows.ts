import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PgBoss } from 'pg-boss'
import { worker, type JobParts, type Queue } from '../../apps/server/src/app/jobs.ts'
import { openDatabase, type Database } from '../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { sendMailJob } from '../../apps/server/src/features/mail/mail.jobs.ts'
import { queueDepths } from '../../apps/server/src/features/system-health/health.queries.ts'
import { openQueue } from '../../apps/server/src/jobs/queue.ts'
import { openLog } from '../../apps/server/src/log.ts'
import { median, type Row } from './measure.ts'
import { treeCostOf } from './tree-cpu.ts'

const drainedCount = 5_000
const readings = 21
const goals = { jobsPerSecond: 500, firstMs: 2_000, readMs: 20 }

/**
 * Jobs without work of their own: how many two workers process, next to pg-boss alone; how long the first job of a company waits behind
 * those of another; and how long reading the state of all queues takes.
 *
 * @param queued jobs that the other company has added before
 */
export async function jobRows(queued: number, say: (line: string) => void): Promise<Row[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-bench-'))
  await chmod(directory, 0o711)
  const embedded = await openEmbeddedPostgres({ dataDir: directory })
  const database = openDatabase(embedded.connection)
  const queues: Queue[] = []
  try {
    await migrate(database)
    queues.push(await openQueue(database, openLog('silent')), await openQueue(database, openLog('silent')))
    const [adding] = queues
    if (!adding) throw new Error('no queue')

    say(`Processing ${drainedCount.toLocaleString('en')} jobs with pg-boss alone …`)
    await insertJobs(database, drainedCount)
    const bare = await treeCostOf(() => drainAlone(database))

    say(`Queueing ${queued.toLocaleString('en')} jobs …`)
    await insertJobs(database, queued)
    await database.pool.query('vacuum analyze pgboss.job_common')
    const depthMs = await medianMs(() => queueDepths(database.pool))
    const countMs = await medianMs(() =>
      database.pool.query(`select name, state, count(*) from pgboss.job group by name, state`),
    )

    say('Processing them with two workers …')
    let done = 0
    let firstAt = 0
    const small = worker(sendMailJob, async (_parts, { companyId }) => {
      done += 1
      if (companyId === 2) firstAt ||= performance.now()
    })
    for (const queue of queues) await queue.work([small], {} as JobParts)
    const drained = await treeCostOf(() => until(() => done >= Math.min(drainedCount, queued)))
    const perSecond = done / drained.wallSeconds
    const cpuMs = (drained.cpuSeconds * 1000) / done

    const addedAt = performance.now()
    await database.inCompanies([2], (tx) => adding.enqueue(tx, sendMailJob, { companyId: 2, mailId: 'first' }))
    await until(() => firstAt > 0)
    const firstMs = firstAt - addedAt
    return [
      {
        name: `small jobs with two workers, ${queued.toLocaleString('en')} queued`,
        unit: 'jobs',
        perSecond,
        reference: { name: 'pg-boss alone, one loop', perSecond: drainedCount / bare.wallSeconds },
        note: `goal at least ${goals.jobsPerSecond} a second; ${cpuMs.toFixed(2)} ms of CPU a job, pg-boss alone ${((bare.cpuSeconds * 1000) / drainedCount).toFixed(2)}`,
      },
      {
        name: 'first job of another company behind them',
        unit: 'times',
        perSecond: 1000 / firstMs,
        reference: { name: 'goal', perSecond: 1000 / goals.firstMs },
        note: `${firstMs.toFixed(0)} ms after it was added`,
      },
      {
        name: 'state of all queues',
        unit: 'readings',
        perSecond: 1000 / depthMs,
        reference: { name: 'counting the table', perSecond: 1000 / countMs },
        note: `${depthMs.toFixed(1)} ms, goal at most ${goals.readMs} ms; counting takes ${countMs.toFixed(0)} ms`,
      },
    ]
  } finally {
    await Promise.all(queues.map((queue) => queue.stop()))
    await database.close()
    await embedded.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** The jobs of one company, each behind the one before, as adding them one by one results in. */
async function insertJobs({ pool }: Database, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(
      `insert into pgboss.job (name, data, priority, group_id, policy)
       select $1, jsonb_build_object('companyId', 1, 'mailId', n), -n, '1', 'standard' from generate_series(1, $2::int) n`,
      [sendMailJob.name, count],
    )
  } finally {
    client.release(true)
  }
}

/** Fetches and completes all jobs one by one, without a worker. */
async function drainAlone({ connection }: Database): Promise<void> {
  const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false })
  await boss.start()
  try {
    for (;;) {
      const [job] = await boss.fetch(sendMailJob.name)
      if (!job) return
      await boss.complete(sendMailJob.name, job.id)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function medianMs(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let reading = 0; reading < readings; reading += 1) {
    const startedAt = performance.now()
    await read()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 5))
}
