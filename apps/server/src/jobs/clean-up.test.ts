import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addBookmark } from '@signet/contract/threats/threats'
import { changeCompany } from '@signet/contract/companies/onboarding'
import { dayMs, hourMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany, type TestUser } from '../../test/harness.ts'
import { whileRefused } from '../../test/refuse-rows.ts'
import { features } from '../http/features.generated.ts'
import { cleanUp } from './clean-up.job.ts'
import { cleanUpJob } from './clean-up.jobs.ts'

const world = useWorld({ works: true })
const kept = features.flatMap((feature) => feature.kept)

async function count(query: string, values: unknown[]): Promise<number> {
  return (await world().database.pool.query(query, values)).rowCount ?? 0
}
const keysOf = (user: TestUser) => count('select from idempotency_keys where user_id = $1', [user.id])

test('answers for retries go after two days, in every company, and what they did stays', async () => {
  const users = await Promise.all(
    [1, 2].map(async () => {
      const company = await newCompany()
      const user = await newUser('client', company)
      const { id, source } = await newThreat(company)
      const params = { source, threatId: id }
      expect((await send(user, addBookmark, { params, headers: { 'idempotency-key': randomUUID() } })).status).toBe(204)
      return user
    }),
  )
  await cleanUp(world(), kept, new Date(Date.now() + 47 * hourMs))
  for (const user of users) expect(await keysOf(user)).toBe(1)
  await cleanUp(world(), kept, new Date(Date.now() + 49 * hourMs))
  for (const user of users) {
    expect(await keysOf(user)).toBe(0)
    expect(await count('select from bookmarks where user_id = $1', [user.id])).toBe(1)
  }
})

test('a worker cleans up every night', async () => {
  const { rows } = await world().database.pool.query('select name, cron from pgboss.schedule')
  expect(rows).toContainEqual({ name: 'clean-up', cron: '17 3 * * *' })
})

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

/** Notifications of a company, one for each number of days ago. */
async function notify(companyId: number, days: readonly number[]): Promise<void> {
  await world().database.pool.query(
    `insert into notifications (company_id, id, user_id, type, title, at)
     select $1, gen_random_uuid(), gen_random_uuid(), 'alert', 'Hello', at from unnest($2::timestamptz[]) at`,
    [companyId, days.map(daysAgo)],
  )
}
const notificationsOf = (companyId: number) => count('select from notifications where company_id = $1', [companyId])

test('rows are kept as long as the company has set, otherwise the installation, otherwise 400 days', async () => {
  const [own, other] = [await newCompany(), await newCompany()]
  const { status } = await send(await newUser('superAdmin', own), changeCompany, {
    params: { company: own.key },
    body: { config: { retention: { notifications: 30 } }, version: 1 },
  })
  expect(status).toBe(200)
  for (const { id } of [own, other]) await notify(id, [29, 31, 199, 201, 399, 401])
  const left = async () => [await notificationsOf(own.id), await notificationsOf(other.id)]
  await cleanUp(world(), kept, now)
  expect(await left()).toEqual([1, 5])
  await cleanUp(world(), kept, now, { retention: { notifications: 200 } })
  expect(await left()).toEqual([1, 3])
})

test('a company cannot keep who saw leaked passwords for less than a year', async () => {
  const company = await newCompany()
  const { status } = await send(await newUser('superAdmin', company), changeCompany, {
    params: { company: company.key },
    body: { config: { retention: { leakDisclosures: 364 } }, version: 1 },
  })
  expect(status).toBe(400)
})

test('a run that is out of time stops after a batch, the companies take turns, and later runs delete the rest', async () => {
  const [large, small] = [await newCompany(), await newCompany()]
  await notify(
    large.id,
    Array.from({ length: 50 }, () => 500),
  )
  await notify(small.id, [500, 500])
  const only = kept.filter(({ table }) => table === 'notifications')
  // Without time, a run makes one step: one table of one company.
  const steps = only.length * 2 * (await count('select from companies', []))
  let from: number | undefined
  async function runOnce(): Promise<void> {
    const next = await cleanUp(world(), only, now, { ms: 0, rows: 10, from })
    expect(next).not.toBeNull()
    from = next ?? undefined
  }
  for (let step = 0; step < steps; step += 1) await runOnce()
  expect([await notificationsOf(large.id), await notificationsOf(small.id)]).toEqual([40, 0])
  expect(await cleanUp(world(), only, now, { rows: 10, from })).toBeNull()
  expect(await notificationsOf(large.id)).toBe(0)
})

test('rows in use are left for the next run, and do not hold up other tables and companies', async () => {
  const [company, other] = [await newCompany(), await newCompany()]
  for (const { id } of [company, other]) await notify(id, [500, 500])
  const holder = await world().database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from notifications where company_id = $1 for update', [company.id])
    expect(await cleanUp(world(), kept, now)).toBeNull()
    expect([await notificationsOf(company.id), await notificationsOf(other.id)]).toEqual([2, 0])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await cleanUp(world(), kept, now)
  expect(await notificationsOf(company.id)).toBe(0)
})

test('the job itself deletes rows beyond their period, more than one batch of them', async () => {
  const { database, queue } = world()
  const company = await newCompany()
  await notify(company.id, [399, ...Array.from({ length: 4500 }, () => 401)])
  await database.inCompanies([], (tx) => queue.enqueue(tx, cleanUpJob, { from: 0 }))
  await expect.poll(() => notificationsOf(company.id), { timeout: 30_000 }).toBe(1)
})

test('nightly work that fails for one company is done for all others and by all other features', async () => {
  const [broken, sound] = [await newCompany(), await newCompany()]
  const { database, queue } = world()
  const { pool } = database
  await pool.query(
    `insert into mails (company_id, id, template, to_name, to_address, subject, text, state, waiting_since)
     select company_id, gen_random_uuid(), 'test', '', 'a@b.example', 'A subject', 'A text', 'queued', now() - interval '3 days'
     from unnest($1::int[]) company_id`,
    [[broken.id, sound.id]],
  )
  const stateOf = async ({ id }: TestCompany) =>
    (await pool.query<{ state: string }>('select state from mails where company_id = $1', [id])).rows[0]?.state
  // The features work in the order of their names: sessions after mail.
  const { id: userId, sessionId } = await newUser('client', sound)
  await pool.query(`update sessions set expires_at = now() - interval '400 days' where user_id = $1`, [userId])
  await whileRefused({ table: 'mails', change: 'update', companyId: broken.id }, async () => {
    const jobId = await database.inCompanies([], (tx) => queue.enqueue(tx, cleanUpJob, {}))
    const problem = async () =>
      (await pool.query<{ output: unknown }>('select output from pgboss.job where id = $1', [jobId])).rows[0]?.output
    await expect
      .poll(async () => JSON.stringify(await problem()), { timeout: 60_000 })
      .toMatch(new RegExp(`failed for 1 of \\d+: .*failed for 1 of \\d+: ${broken.id}: refused`))
    // Its retry would hold up the next run.
    await pool.query('delete from pgboss.job where id = $1', [jobId])
  })
  expect([await stateOf(broken), await stateOf(sound)]).toEqual(['queued', 'failed'])
  expect(await count('select from sessions where id = $1', [sessionId])).toBe(0)
})

test('rows of a company that cannot be deleted stop neither the clean-up of others nor the nightly work, and the job fails', async () => {
  const [broken, sound] = [await newCompany(), await newCompany()]
  const { database, queue } = world()
  const { pool } = database
  for (const { id } of [broken, sound]) await notify(id, [500])
  const { id: userId, sessionId } = await newUser('client', sound)
  await pool.query(`update sessions set expires_at = now() - interval '400 days' where user_id = $1`, [userId])
  await whileRefused({ table: 'notifications', change: 'delete', companyId: broken.id }, async () => {
    const jobId = await database.inCompanies([], (tx) => queue.enqueue(tx, cleanUpJob, {}))
    const problem = async () =>
      (await pool.query<{ output: unknown }>('select output from pgboss.job where id = $1', [jobId])).rows[0]?.output
    await expect
      .poll(async () => JSON.stringify(await problem()), { timeout: 60_000 })
      .toContain(`${broken.id} notifications: refused`)
    await pool.query('delete from pgboss.job where id = $1', [jobId])
  })
  expect([await notificationsOf(broken.id), await notificationsOf(sound.id)]).toEqual([1, 0])
  expect(await count('select from sessions where id = $1', [sessionId])).toBe(0)
})
