import { expect, test } from 'vitest'
import { dayMs, secondMs } from '@signet/contract/time'
import { probeJob } from '../features/system-health/system-health.jobs.ts'
import { sendMailJob } from '../features/mail/mail.jobs.ts'
import { captureJob } from '../features/captures/captures.jobs.ts'
import { worker, type JobParts } from '../app/jobs.ts'
import { openDatabase } from '../db/database.ts'
import { pause } from '../db/pause.ts'
import { openLog } from '../log.ts'
import { useWorld } from '../../test/harness.ts'
import { openQueue } from './queue.ts'

const world = useWorld()
const backlog = 30

test('a backlog is worked off without a pause between two jobs', async () => {
  const { database, connection } = world()
  await database.inCompanies([], async (tx) => {
    for (let n = 0; n < backlog; n += 1) await world().queue.enqueue(tx, probeJob, {})
  })
  const own = openDatabase(connection, 2)
  const queue = await openQueue(own, openLog('silent'))
  let done = 0
  const count = worker(probeJob, async () => {
    done += 1
  })
  await queue.work([count], {} as JobParts)
  // The worker polls every two seconds: with polling alone the jobs would take a minute.
  await expect.poll(() => done, { timeout: 20_000 }).toBe(backlog)
  await queue.stop()
  await own.close()
})

test('a job that failed is tried again soon, although nothing notifies its worker', async () => {
  const { database, connection } = world()
  const own = openDatabase(connection, 2)
  const queue = await openQueue(own, openLog('silent'))
  const attempts: number[] = []
  const failing = worker(captureJob, async (_parts, _data, { attempt }) => {
    attempts.push(attempt)
    if (attempt === 1) throw new Error('the first attempt fails')
  })
  await queue.work([failing], {} as JobParts)
  await database.inCompanies([], (tx) => world().queue.enqueue(tx, captureJob, { companyId: 0, captureId: '' }))
  // The queue itself would look for it after 30 seconds.
  await expect.poll(() => attempts, { timeout: 25_000 }).toEqual([1, 2])
  await queue.stop()
  await own.close()
})

test('a job that is due in a second starts then, next to one that is due tomorrow', async () => {
  const { database, connection } = world()
  const own = openDatabase(connection, 2)
  const queue = await openQueue(own, openLog('silent'))
  const started: string[] = []
  const later = worker(captureJob, async (_parts, { captureId }) => {
    started.push(captureId)
  })
  await queue.work([later], {} as JobParts)
  const add = (captureId: string, ms: number) =>
    database.inCompanies([], (tx) =>
      world().queue.enqueue(tx, captureJob, { companyId: 0, captureId }, { at: new Date(Date.now() + ms) }),
    )
  await add('tomorrow', dayMs)
  await add('soon', secondMs)
  // The queue itself would look for it after 30 seconds.
  await expect.poll(() => started, { timeout: 25_000 }).toEqual(['soon'])
  await queue.stop()
  await own.close()
})

test('a job that fails or is slow leaves those that were fetched with it alone', async () => {
  const { database, connection } = world()
  const names = ['fails', 'slow', ...Array.from({ length: 8 }, (_, at) => `job${at}`)]
  await database.inCompanies([1], async (tx) => {
    for (const mailId of names) await world().queue.enqueue(tx, sendMailJob, { companyId: 1, mailId })
  })
  const own = openDatabase(connection, 2)
  const queue = await openQueue(own, openLog('silent'))
  const runs: string[] = []
  const ended: string[] = []
  const rest = names.slice(2)
  const working = worker({ ...sendMailJob, atOnce: 1 }, async (_parts, { mailId }) => {
    runs.push(mailId)
    if (mailId === 'fails') throw new Error('this one fails')
    // Those fetched with it have ended before.
    if (mailId === 'slow') await expect.poll(() => ended.length).toBeGreaterThan(0)
    ended.push(mailId)
  })
  await queue.work([working], {} as JobParts)
  await expect.poll(() => ended.toSorted(), { timeout: 20_000 }).toEqual([...rest, 'slow'].toSorted())
  await queue.stop()
  await own.close()
  expect(runs.toSorted()).toEqual(names.toSorted())
  const { rows } = await database.pool.query(
    `select data ->> 'mailId' as name, state, output from pgboss.job where name = 'send-mail' order by 1`,
  )
  expect(rows).toMatchObject(
    names
      .toSorted()
      .map((name) =>
        name === 'fails'
          ? { name, state: 'retry', output: { message: 'this one fails' } }
          : { name, state: 'completed' },
      ),
  )
})

test('a long queue is counted less often, and the jobs of a killed process are found as soon as ever', async () => {
  const { database, connection } = world()
  const { pool } = database
  // A queue that isn't counted again before the next day.
  await pool.query(
    `insert into pgboss.queue select (jsonb_populate_record(queue, jsonb_build_object('name', 'long', 'total_count', 1000000,
       'monitor_on', now(), 'monitor_claim_on', now() + interval '1 day'))).* from pgboss.queue where name = 'probe'`,
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into pgboss.job (name, state, retry_limit, heartbeat_seconds, started_on, heartbeat_on)
     values ('capture', 'active', 2, 10, now() - interval '1 minute', now() - interval '1 minute') returning id`,
  )
  const own = openDatabase(connection, 2)
  const queue = await openQueue(own, openLog('silent'))
  const found: string[] = []
  const recovering = worker(captureJob, async (_parts, _data, { id }) => {
    found.push(id)
  })
  await queue.work([recovering], {} as JobParts)
  const restSeconds = async () =>
    (
      await pool.query<{ seconds: number | null }>(
        'select extract(epoch from monitor_backoff_on - now())::float8 as seconds from pgboss.version',
      )
    ).rows[0]?.seconds ?? 0
  await expect.poll(restSeconds).toBeGreaterThan(30)
  await expect.poll(() => found).toContain(rows[0]?.id)
  await queue.stop()
  await own.close()
})

test('a job whose process is killed again and again does not wait longer each time, and is not given up for that: its runs are one attempt', async () => {
  const { database, connection } = world()
  const own = openDatabase(connection, 2)
  const queue = await openQueue(own, openLog('silent'))
  const over = new AbortController()
  const kills = 4
  const attempts: number[] = []
  /** The process of this run sends no more heartbeats, and its work doesn't end. */
  const dieIn = async (id: string, retryCount: number) => {
    while (!over.signal.aborted) {
      await database.pool.query(
        `update pgboss.job set heartbeat_on = now() - interval '1 minute' where id = $1 and state = 'active' and retry_count = $2`,
        [id, retryCount],
      )
      await pause(100, over.signal)
    }
  }
  const dying = worker({ ...captureJob, atOnce: kills + 1 }, async (_parts, _data, { id, attempt }) => {
    attempts.push(attempt)
    if (attempts.length <= kills) await dieIn(id, attempts.length - 1)
  })
  // It may fail twice.
  await database.pool.query('update pgboss.queue set retry_limit = 2, retry_delay = 60 where name = $1', [
    captureJob.name,
  ])
  await queue.work([dying], {} as JobParts)
  await database.inCompanies([], (tx) => world().queue.enqueue(tx, captureJob, { companyId: 0, captureId: '' }))
  // With the pauses of the queue it would take a quarter of an hour.
  await expect.poll(() => attempts, { timeout: 120_000 }).toEqual([1, 1, 1, 1, 1])
  over.abort()
  await queue.stop()
  await own.close()
})

test('what an accelerated clock runs every second continues after the database was away, and the queue stops', async () => {
  const { database, connection } = world()
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => lines.push(line) })
  const own = openDatabase(connection, 2, 60)
  const queue = await openQueue(own, log)
  let done = 0
  const count = worker({ ...probeJob, isAccelerated: true }, async () => {
    done += 1
  })
  await queue.work([count], {} as JobParts)
  await expect.poll(() => done).toBeGreaterThan(0)
  await database.pool.query('alter table pgboss.job rename to job_away')
  try {
    await expect.poll(() => lines.filter((line) => line.includes('could not be added'))).not.toEqual([])
  } finally {
    await database.pool.query('alter table pgboss.job_away rename to job')
  }
  const before = done
  await expect.poll(() => done).toBeGreaterThan(before)
  await queue.stop()
  await own.close()
})
