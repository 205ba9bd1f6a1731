import { SMTPServer } from 'smtp-server'
import { beforeAll, expect, test } from 'vitest'
import {
  getSystemHealth,
  listFeeds,
  probeMail,
  probeQueue,
  probeStorage,
} from '@signet/contract/operation/system-health'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { queueDepths } from './health.queries.ts'
import { healthOf } from './health.ts'

const world = useWorld({ works: true })
const superAdmin = async () => newUser('superAdmin', await newCompany())

beforeAll(async () => {
  await world().database.pool.query(
    `insert into processes (id, host, pid, services, version) values (gen_random_uuid(), 'here', 1, '{api,worker}', '1')`,
  )
})

test('every part of the installation says how it is, and no secret of it', async () => {
  const { status, body } = await send(await superAdmin(), getSystemHealth)
  expect(status).toBe(200)
  expect(body.map(({ name, ok }) => [name, ok])).toEqual([
    ['database', true],
    ['storage', true],
    ['mail', true],
    ['queue', true],
    ['workers', true],
    ['deliveries', true],
    ['mailboxes', true],
    ['disk', true],
    ['diskGrowth', true],
    ['partitions', true],
    ['backFills', true],
    ['feeds', true],
    ['certificateLogs', true],
    ['certificates', true],
    ['connectors', true],
    ['reviews', true],
    ['takedowns', true],
    ['analyses', true],
    ['requests', true],
    ['backups', true],
  ])
  // What a mail server would have sent is kept, so the test has none.
  expect(body[5]).toEqual({
    name: 'deliveries',
    ok: true,
    isOff: true,
    detail: expect.objectContaining({ reason: 'NOTHING_DELIVERED' }) as unknown,
  })
  expect(body[0]?.detail.message).toMatch(/^PostgreSQL \d+.*; all migrations up to \d{4} applied;/)
  expect(body[0]?.detail.message).toMatch(/; \d+(\.\d)? GB/)
  expect(body[3]?.detail.message).toMatch(
    /^(No job waits for more than a minute|\d+ waiting, the oldest for \d+ minutes?); 0 failed/,
  )
})

test('a feed whose last reading failed and a job that failed are named', async () => {
  const { pool } = world().database
  await pool.query(
    `insert into scans (id, feed, state, created_at) values (gen_random_uuid(), 'names.txt', 'done', now() - interval '1 hour'),
       (gen_random_uuid(), 'names.txt', 'failed', now()), (gen_random_uuid(), 'other.txt', 'failed', now() - interval '1 hour'),
       (gen_random_uuid(), 'other.txt', 'done', now())`,
  )
  await pool.query(
    `insert into pgboss.job (name, state, completed_on) values ('probe', 'failed', now()), ('probe', 'failed', now() - interval '2 days')`,
  )
  const { body } = await send(await superAdmin(), getSystemHealth)
  const of = (name: string) => body.find((one) => one.name === name)
  expect(of('feeds')).toMatchObject({ ok: false, detail: { message: 'Failed in the last run: names.txt.' } })
  expect(of('queue')).toMatchObject({
    ok: false,
    detail: { message: 'No job waits for more than a minute; 1 failed in the last 24 hours.' },
  })
  const readings = (await send(await superAdmin(), listFeeds)).body.map(({ feed, state }) => [feed, state])
  expect(readings).toEqual([
    ['names.txt', 'failed'],
    ['other.txt', 'done'],
  ])
  await pool.query(`delete from pgboss.job where state = 'failed'`)
  await pool.query('delete from scans')
})

test('jobs that are due for seconds are not said to wait, since they run before the page lists them', async () => {
  const { pool } = world().database
  await pool.query(
    `insert into pgboss.queue select (jsonb_populate_record(queue, '{"name": "seldom"}')).* from pgboss.queue where name = 'probe'`,
  )
  await pool.query(
    `insert into pgboss.job (name, state, start_after) select 'seldom', 'created', now() - interval '10 seconds' from generate_series(1, 11)`,
  )
  const { body } = await send(await superAdmin(), getSystemHealth)
  expect(body.find(({ name }) => name === 'queue')?.detail.message).toMatch(/^No job waits for more than a minute;/)
  await pool.query(`delete from pgboss.job where name = 'seldom'`)
  await pool.query(`delete from pgboss.queue where name = 'seldom'`)
})

test('the jobs of a long queue are those that the queue itself has counted', async () => {
  const { pool } = world().database
  await pool.query(
    `insert into pgboss.queue
     select (jsonb_populate_record(queue, '{"name": "seldom", "queued_count": 1490, "ready_count": 1490}')).*
     from pgboss.queue where name = 'probe'`,
  )
  await pool.query(
    `insert into pgboss.job (name, state, start_after) select 'seldom', 'created', now() - interval '20 minutes' from generate_series(1, 1500)`,
  )
  const depths = new Map((await queueDepths(pool)).map((depth) => [depth.queue, depth]))
  // What the queue counted before, or has counted again by now.
  for (const counted of [depths.get('seldom')?.due, depths.get('seldom')?.created])
    expect([1490, 1500]).toContain(counted)
  expect(depths.get('seldom')).toMatchObject({ retry: 0, failed: 0 })
  const { body } = await send(await superAdmin(), getSystemHealth)
  expect(body.find(({ name }) => name === 'queue')).toMatchObject({
    ok: false,
    detail: { message: expect.stringMatching(/^1,?(490|500) waiting, the oldest for \d+ minutes;/) as string },
  })
  await pool.query(`delete from pgboss.job where name = 'seldom'`)
  await pool.query(`delete from pgboss.queue where name = 'seldom'`)
})

test('a test job, file and email succeed end to end, and each test is recorded', async () => {
  const user = await superAdmin()
  const tries = [await send(user, probeQueue), await send(user, probeStorage), await send(user, probeMail)]
  expect(tries.map(({ body }) => body.map(({ name, ok }) => [name, ok]))).toEqual([
    [['queue', true]],
    [['storage', true]],
    [['mail', true]],
  ])
  // Without a mail server nobody got it.
  expect(tries[2]?.body).toMatchObject([
    { isOff: true, detail: { message: expect.stringContaining('it reached nobody') as string } },
  ])
  const { rows } = await world().database.pool.query('select subject from caught_mails where to_text like $1', [
    `%${user.email}%`,
  ])
  expect(rows).toEqual([{ subject: 'A test email from Signet' }])
  const trail = await send(user, listAudit, { query: { company: user.company.key } })
  expect(trail.body.items.filter(({ action }) => action === 'systemHealth.checked')).toHaveLength(3)
})

test('a test email that the mail server did not confirm is reported neither as sent nor as failed', async () => {
  const { database, queue, files } = world()
  const user = await superAdmin()
  // Instead of the job, which would send it.
  const enqueue: typeof queue.enqueue = async (tx) => {
    await tx.updateTable('mails').set({ state: 'unknown' }).where('company_id', '=', user.company.id).execute()
    return ''
  }
  const health = healthOf({ database, queue: { ...queue, enqueue }, files, mailServer: null, dataDir: null })
  const reader = { companyId: user.company.id, name: 'Ada', email: user.email }
  expect(await health.tryMail(reader)).toMatchObject({ ok: false, detail: { reason: 'MAIL_UNCONFIRMED' } })
})

test('a store that loses what it is given, a disk that is not there and a mail server that refuses us are not well', async () => {
  const { database, queue, files } = world()
  const refusing = new SMTPServer({ onAuth: (_auth, _session, done) => done(new Error('no')), allowInsecureAuth: true })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const { port } = refusing.server.address() as { port: number }
  const health = healthOf({
    database,
    queue,
    files: { ...files, open: async () => null },
    mailServer: { host: '127.0.0.1', port, isSecure: false, user: 'someone', password: 'planted-password' },
    dataDir: '/no/such/folder',
  })
  const found = await health.checkAll()
  await new Promise<void>((resolve) => refusing.close(resolve))
  expect(found.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['storage', 'mail', 'disk'])
  expect(JSON.stringify(found)).not.toContain('planted-password')
})
