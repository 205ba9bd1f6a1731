import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { getSystemHealth } from '@signet/contract/operation/system-health'
import { listNotifications } from '@signet/contract/messages/notifications'
import { addKey } from '../../../test/api-key.ts'
import { addCase } from '../../../test/case-records.ts'
import { newCompany, newThreat, newUser, send, useWorld, type TestUser } from '../../../test/harness.ts'
import { newSamlProvider } from '../../../test/outside/fake-saml.ts'
import { onCluster } from '../../../test/on-cluster.ts'
import { insertBackup } from './health.queries.ts'
import { watchInstallation } from './watch-installation.job.ts'

const world = useWorld()

const watch = () => watchInstallation({ database: world().database, enqueue: world().queue.enqueue, dataDir: '/' })
const run = (text: string) => world().database.pool.query(text)
const aMinuteLater = () => run(`update part_troubles set since = since - interval '1 minute' where notified_at is null`)
const failJob = () => run(`insert into pgboss.job (name, state, completed_on) values ('probe', 'failed', now())`)
const titles = async (user: TestUser) => (await send(user, listNotifications)).body.items.map(({ title }) => title)
const mailsTo = async ({ email }: TestUser) =>
  (await world().database.pool.query<{ subject: string }>('select subject from mails where to_address = $1', [email]))
    .rows

beforeEach(async () => {
  await run(`delete from pgboss.job where state = 'failed'`)
  await run('delete from part_troubles')
  await run('delete from processes')
  await run('delete from backups')
  await run(`delete from mails where state = 'failed'`)
  await run(
    `insert into processes (id, host, pid, services, version) values (gen_random_uuid(), 'here', 1, '{api,worker}', '1')`,
  )
})

test('operators are notified once of a failed job, in the portal and by email, and again only after it worked', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  const other = await newUser('admin', operator.company)
  await failJob()
  await watch()
  // A trouble that is over within a minute is no news.
  expect(await mailsTo(operator)).toEqual([])
  await aMinuteLater()
  await watch()
  await watch()
  expect(await titles(operator)).toEqual(['Job queue: needs attention'])
  expect(await mailsTo(operator)).toEqual([{ subject: 'Job queue: needs attention' }])
  expect(await mailsTo(other)).toEqual([])
  const queue = async () => (await send(operator, getSystemHealth)).body.find(({ name }) => name === 'queue')
  expect(await queue()).toMatchObject({ ok: false, since: expect.any(String) as string })
  await run(`delete from pgboss.job where state = 'failed'`)
  await watch()
  await watch()
  expect(await titles(operator)).toEqual(['Job queue: works again', 'Job queue: needs attention'])
  expect(await mailsTo(operator)).toHaveLength(2)
  expect((await queue())?.since).toBeUndefined()
  await failJob()
  await watch()
  await aMinuteLater()
  await watch()
  expect(await mailsTo(operator)).toHaveLength(3)
})

test('an operator whose address cannot be mailed keeps no other from being notified', async () => {
  const odd = await newUser('superAdmin', await newCompany())
  const operator = await newUser('superAdmin', odd.company)
  await run(`update users set email = 'admin@localhost' where id = '${odd.id}'`)
  try {
    await failJob()
    await watch()
    await aMinuteLater()
    await watch()
  } finally {
    await run(`update users set email = '${odd.email}' where id = '${odd.id}'`)
  }
  expect(await mailsTo(operator)).toHaveLength(1)
  expect(await titles(odd)).toEqual(['Job queue: needs attention'])
})

test('two workers that look at the same time notify once', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  await failJob()
  await watch()
  await aMinuteLater()
  await Promise.all([watch(), watch()])
  expect(await mailsTo(operator)).toHaveLength(1)
})

test('a process without a sign of life, and an installation without a worker, need attention', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  const workers = async () => (await send(operator, getSystemHealth)).body.find(({ name }) => name === 'workers')
  expect(await workers()).toMatchObject({ ok: true, detail: { message: '1 API process, 1 worker.' } })
  await run(`update processes set beat_at = now() - interval '1 minute'`)
  expect(await workers()).toMatchObject({
    ok: false,
    detail: { message: '0 API processes, 0 workers; 1 process shows no sign of life.' },
  })
})

test('an email that failed, and a key that expires within a month, are named', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  const of = async (part: string) => (await send(operator, getSystemHealth)).body.find(({ name }) => name === part)
  expect(await of('certificates')).toMatchObject({ ok: true })
  const expiresAt = new Date(Date.now() + 5 * dayMs)
  const name = `feed ${randomUUID()}`
  await addKey(operator.company, { name, expiresAt })
  expect(await of('certificates')).toMatchObject({
    ok: false,
    detail: {
      message: expect.stringMatching(`${name} \\(.+\\): ${expiresAt.toISOString().slice(0, 10)}`) as string,
    },
  })
  expect(await of('deliveries')).toMatchObject({ ok: true })
  await run(
    `insert into mails (company_id, id, template, to_name, to_address, subject, text, state, is_essential, follows, attachments)
     values (${operator.company.id}, gen_random_uuid(), 'test', 'Ada', 'ada@example.com', 'Hello', 'Hello', 'failed', true, '{}', '[]')`,
  )
  expect(await of('deliveries')).toMatchObject({
    ok: false,
    detail: { message: expect.stringMatching(/1 failed/) as string },
  })
})

test('a certificate of a sign-in provider that expires within a month is named with its company and day, a later one is not', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  const [soon, later] = [await newCompany(), await newCompany()]
  const expiresAt = new Date(Date.now() + 4 * dayMs)
  const settings = [
    [soon.id, newSamlProvider(expiresAt).cert],
    [later.id, newSamlProvider(new Date(Date.now() + 31 * dayMs)).cert],
  ]
  for (const values of settings)
    await world().database.pool.query(
      `insert into sso_settings (company_id, id, protocol, entry_point, idp_cert, enforced)
       values ($1, gen_random_uuid(), 'saml', 'https://idp.example/', $2, false)`,
      values,
    )
  const names = await world().database.pool.query<{ id: number; name: string }>(
    'select id, name from companies where id = any ($1)',
    [[soon.id, later.id]],
  )
  const nameOf = ({ id }: { id: number }) => names.rows.find((row) => row.id === id)?.name ?? ''
  try {
    const { body } = await send(operator, getSystemHealth)
    const part = body.find(({ name }) => name === 'certificates')
    expect(part?.ok).toBe(false)
    expect(part?.detail.message).toContain(`${nameOf(soon)} (SSO): ${expiresAt.toISOString().slice(0, 10)}`)
    expect(part?.detail.message).not.toContain(`${nameOf(later)} (SSO)`)
  } finally {
    await run(`delete from sso_settings where company_id in (${soon.id}, ${later.id})`)
  }
})

test('a trouble that was over before anybody was notified of it is not reported as over either', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  await failJob()
  await watch()
  await run(`delete from pgboss.job where state = 'failed'`)
  await watch()
  expect(await titles(operator)).toEqual([])
})

test('what is overdue in demo companies is said, and needs no attention', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  const demo = await newCompany()
  await run(`update companies set is_demo = true where id = ${demo.id}`)
  const watched = ['reviews', 'takedowns', 'analyses', 'requests']
  const parts = async () => (await send(operator, getSystemHealth)).body.filter(({ name }) => watched.includes(name))
  const before = await parts()
  expect(before.map(({ ok, overdueInDemo }) => ({ ok, overdueInDemo }))).toEqual(watched.map(() => ({ ok: true })))

  await newThreat(demo, { stage: 'queued', severity: 4 })
  await run(`update threats set staged_at = now() - interval '9 days' where company_id = ${demo.id}`)
  await addCase(demo, 'takedowns', 'late')
  await run(`update takedowns set requested_at = now() - interval '90 days' where company_id = ${demo.id}`)
  await addCase(demo, 'deeper_analyses', 'late')
  await run(`update deeper_analyses set due_at = now() - interval '1 minute' where company_id = ${demo.id}`)
  await run(`insert into requests (company_id, id, kind, subject, text, created_by_name, due_at, first_due_at)
    values (${demo.id}, gen_random_uuid(), 'question', 'When?', 'When?', 'Ada', now(), now())`)
  expect(await parts()).toEqual(before.map((part) => ({ ...part, overdueInDemo: 1 })))
})

test('a late review, takedown, analysis and request, a silent connector, a bounced notice and an old backup need attention', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  const client = await newCompany()
  const of = async (part: string) => (await send(operator, getSystemHealth)).body.find(({ name }) => name === part)
  for (const part of ['reviews', 'takedowns', 'analyses', 'requests', 'deliveries', 'backups'])
    expect(await of(part)).toMatchObject({ ok: true })
  expect(await of('backups')).toMatchObject({ isOff: true })

  await newThreat(client, { stage: 'queued', severity: 4 })
  await run(`update threats set staged_at = now() - interval '9 days' where company_id = ${client.id}`)
  expect(await of('reviews')).toMatchObject({
    ok: false,
    detail: { message: '1 review is past its promised time.' },
  })

  const takedownId = await addCase(client, 'takedowns', 'late')
  await run(`update takedowns set requested_at = now() - interval '90 days' where company_id = ${client.id}`)
  expect(await of('takedowns')).toMatchObject({
    ok: false,
    detail: { message: '1 takedown is past its target time.' },
  })

  await addCase(client, 'deeper_analyses', 'late')
  await run(`update deeper_analyses set due_at = now() - interval '1 minute' where company_id = ${client.id}`)
  expect(await of('analyses')).toMatchObject({ ok: false, detail: { message: '1 deeper analysis is overdue.' } })

  await run(`insert into requests (company_id, id, kind, subject, text, created_by_name, due_at, first_due_at)
    values (${client.id}, gen_random_uuid(), 'question', 'When?', 'When?', 'Ada', now(), now())`)
  expect(await of('requests')).toMatchObject({ ok: false, detail: { message: '1 request is overdue.' } })
  // It is the client's turn.
  await run(`update requests set status = 'waiting' where company_id = ${client.id}`)
  expect(await of('requests')).toMatchObject({ ok: true })

  await run(`insert into takedown_attempts (company_id, id, takedown_id, channel, way, recipient, status, sent_at)
    values (${client.id}, gen_random_uuid(), '${takedownId}', 'hosting', 'email', 'abuse@host.example', 'bounced', now())`)
  expect(await of('deliveries')).toMatchObject({
    ok: false,
    detail: { message: expect.stringContaining('1 notice bounced') as string },
  })

  await run(`insert into connectors (company_id, id, connector, is_on, alerted_at)
    values (${client.id}, gen_random_uuid(), 'urlhaus', true, now())`)
  expect(await of('connectors')).toMatchObject({ ok: false })

  // A cluster is backed up otherwise.
  if (onCluster) return
  await insertBackup(world().database.pool, 'today')
  expect(await of('backups')).toMatchObject({ ok: true })
  await run(`update backups set finished_at = now() - interval '40 hours'`)
  expect(await of('backups')).toMatchObject({
    ok: false,
    detail: { message: 'The last backup was finished 40 hours ago.' },
  })
})

test('a distributed database, which signet backup refuses, needs no backup by it, even if the last one is old', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  await insertBackup(world().database.pool, 'before')
  await run(`update backups set finished_at = now() - interval '40 hours'`)
  const seemsDistributed = onCluster ? null : await seemDistributed()
  const backups = (await send(operator, getSystemHealth)).body.find(({ name }) => name === 'backups')
  await seemsDistributed?.undo()
  expect(backups).toMatchObject({
    ok: true,
    isOff: true,
    detail: { message: expect.stringContaining('citus_create_restore_point') as string },
  })
})

/** Writes to the catalog of a single server what that of a coordinator contains. */
async function seemDistributed() {
  await run(`set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (4000000000, 'citus', 10, 'public'::regnamespace, false, '0');
    reset allow_system_table_mods;
    create table public.pg_dist_partition (logicalrelid regclass);
    insert into public.pg_dist_partition values ('companies')`)
  return {
    undo: () =>
      run(`set allow_system_table_mods = on; delete from pg_extension where extname = 'citus';
        reset allow_system_table_mods; drop table public.pg_dist_partition`),
  }
}
