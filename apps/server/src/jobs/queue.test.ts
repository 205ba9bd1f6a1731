import { expect, test } from 'vitest'
import { probeJob } from '../features/system-health/system-health.jobs.ts'
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
