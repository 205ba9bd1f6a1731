import { expect, test } from 'vitest'
import { sendMailJob } from '../features/mail/mail.jobs.ts'
import { lookUpJob } from '../features/intake/look-ups/look-ups.jobs.ts'
import { probeJob } from '../features/system-health/system-health.jobs.ts'
import { worker, type Job, type JobParts, type JobTurn } from '../app/jobs.ts'
import { openDatabase } from '../db/database.ts'
import { openLog } from '../log.ts'
import { useWorld } from '../../test/harness.ts'
import { openQueue } from './queue.ts'

const world = useWorld()

interface Named {
  companyId: number
  mailId: string
}

async function add(companyId: number, names: readonly string[], turn?: JobTurn): Promise<void> {
  const { database, queue } = world()
  await database.inCompanies([companyId], async (tx) => {
    for (const mailId of names) await queue.enqueue(tx, sendMailJob, { companyId, mailId }, turn)
  })
}

/** The jobs in the order in which a process runs them. */
async function runAll(count: number): Promise<string[]> {
  const own = openDatabase(world().connection, 2)
  const queue = await openQueue(own, openLog('silent'))
  const order: string[] = []
  // One after another, so that the order is exact: what is left of a batch after a tenth of a second starts together.
  const oneByOne: Job<Named> = { ...sendMailJob, atOnce: 1, together: 1 }
  const running = worker(oneByOne, async (_parts, { mailId }) => {
    order.push(mailId)
  })
  await queue.work([running], {} as JobParts)
  await expect.poll(() => order.length, { timeout: 20_000 }).toBe(count)
  await queue.stop()
  await own.close()
  return order
}

const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`)

test('a job of one company is not behind all jobs that another has added before', async () => {
  await add(1, named('large', 300))
  await add(2, named('small', 3))
  const order = await runAll(303)
  expect(order.slice(0, 6).filter((name) => name.startsWith('small'))).toEqual(named('small', 3))
  // Each company keeps its own order, and nobody is passed forever.
  expect(order.filter((name) => name.startsWith('large'))).toEqual(named('large', 300))
})

test('what a company adds later goes behind what it added before, and no company gains by having waited', async () => {
  await add(1, named('first', 4))
  await add(2, named('other', 2))
  await add(1, ['last'])
  const order = await runAll(7)
  expect(order.at(-1)).toBe('last')
  expect(order.indexOf('other1')).toBeLessThan(order.indexOf('first3'))
})

test('an urgent job runs before all others of its kind, also those of its own company', async () => {
  await add(1, named('ordinary', 20))
  await add(1, named('urgent', 2), { isUrgent: true })
  expect((await runAll(22)).slice(0, 2)).toEqual(['urgent0', 'urgent1'])
})

test('adding jobs lets a company read nothing of the jobs of others', async () => {
  const { database, queue } = world()
  const jobId = await database.inCompanies([7], (tx) =>
    queue.enqueue(tx, lookUpJob, { companyId: 7, lookUpId: 'secret' }),
  )
  const reading = database.pool.connect()
  const client = await reading
  try {
    await client.query('begin; set local role signet_app')
    await expect(client.query('select group_id, priority from pgboss.job where id = $1', [jobId])).rejects.toThrow(
      'permission denied',
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a job that belongs to no company needs no turn', async () => {
  const { database, queue } = world()
  const jobId = await database.inCompanies([], (tx) => queue.enqueue(tx, probeJob, {}))
  const { rows } = await database.pool.query('select priority, group_id from pgboss.job where id = $1', [jobId])
  expect(rows).toEqual([{ priority: 0, group_id: null }])
})
