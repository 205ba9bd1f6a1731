import { expect, test } from 'vitest'
import { probeJob } from '../features/system-health/system-health.jobs.ts'
import { captureJob } from '../features/captures/captures.jobs.ts'
import { worker, type JobParts } from '../app/jobs.ts'
import { openDatabase } from '../db/database.ts'
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
