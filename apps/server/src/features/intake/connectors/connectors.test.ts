import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  deleteConnector,
  pauseConnector,
  putConnector,
  runConnector,
  testConnector,
} from '@signet/contract/collection/connectors'
import type { Indicator } from '@signet/contract/threats/findings'
import { appOf, ofAppStore, post, signals, connectorWorld } from '../../../../test/connected-company.ts'
import { send } from '../../../../test/harness.ts'
import { collect, collectDue } from './collect.job.ts'
import type { CollectParts } from './reach-provider.ts'
import { testConnectorAccount } from './test-connector.job.ts'

const { world, providers, run, parts, createFixture } = connectorWorld()

test('what a connector finds waits for review with its reasons, and comes in once', async () => {
  const { turnOn, collectNow, threats, work, makeDue } = await createFixture('x')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [post(1), post(2)] : [])
  await turnOn({ token: 'AAAA' })
  await collectNow()
  const found = await threats()
  expect(found.map(({ source, title, threatType }) => [source, title, threatType])).toEqual([
    ['Twitter', 'Quayside Bank Support', 'Fake support account'],
    ['Twitter', 'Quayside Bank Support', 'Fake support account'],
  ])
  const { rows } = await run('select indicators, brand_id from threats where id = $1', found[0]?.id)
  const [{ indicators, brand_id: brandId }] = rows
  expect(indicators.map(({ name }: Indicator) => name)).toEqual(
    expect.arrayContaining(['Brand in its name', 'Asks for secrets', 'Unverified account']),
  )
  expect(brandId).not.toBeNull()
  expect(await work()).toMatchObject({ state: 'collecting', observed: 2, found: 2, suppressed: 0, problem: null })
  await makeDue()
  await collectNow()
  expect(await threats()).toHaveLength(2)
  expect(await work()).toMatchObject({ found: 2 })
})

test('the numbers and groups of WhatsApp that a threat leads to are threats of their own, once', async () => {
  const { turnOn, collectNow, threats } = await createFixture('x')
  const text = 'Your Quayside Bank account will be blocked. Send your PIN to https://wa.me/442079460199'
  const mention = post(3, { text: 'Quayside Bank is on WhatsApp: +44 20 7946 0101', name: 'News', handle: 'news' })
  providers().world.listings = (term) =>
    term === 'Quayside Bank' ? [post(1, { text }), post(2, { text }), mention] : []
  await turnOn({ token: 'AAAA' })
  await collectNow()
  const found = await threats()
  expect(found.map(({ source, title }) => `${source} ${title}`).toSorted()).toEqual([
    'Twitter Quayside Bank Support',
    'Twitter Quayside Bank Support',
    'WhatsApp Quayside Bank Support',
  ])
  const pivot = found.find(({ source }) => source === 'WhatsApp')
  const { rows } = await run('select fields, url from threats where id = $1', pivot?.id)
  expect(rows).toMatchObject([
    { url: 'https://wa.me/442079460199', fields: { Profile: '+442079460199', seenIn: 'Twitter' } },
  ])
})

test('what the company says itself is counted and not reported', async () => {
  const { turnOn, collectNow, threats, work } = await createFixture('x')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [post(1, { handle: 'QuaysideBank' })] : [])
  await turnOn({ token: 'AAAA' })
  await collectNow()
  expect(await threats()).toEqual([])
  expect(await work()).toMatchObject({ observed: 1, found: 0, suppressed: 1 })
})

test('an account without its credentials can’t be switched on, and stored ones are never sent back', async () => {
  const { turnOn, work, superAdmin, query } = await createFixture('x')
  expect(await turnOn()).toMatchObject({
    status: 400,
    body: { details: [{ path: 'body.credentials.token', reason: 'REQUIRED' }] },
  })
  expect(await turnOn({ key: 'of another provider' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'body.credentials.key', reason: 'NOT_AN_OPTION' }] },
  })
  const { body } = await turnOn({ token: 'a secret token' })
  expect(JSON.stringify(body)).not.toContain('a secret token')
  expect(await work()).toMatchObject({ state: 'waiting', credentials: ['token'] })
  // Left out, the stored one stays.
  const off = { params: { connector: 'x' as const }, query, body: { isOn: false } }
  await send(superAdmin, putConnector, off)
  expect(await work()).toMatchObject({ state: 'off', credentials: ['token'], nextRunAt: null })
  expect((await turnOn()).status).toBe(200)
  const { rows } = await run(`select secret::text from connectors where connector = 'x'`)
  for (const { secret } of rows) expect(Buffer.from(secret.slice(2), 'hex').toString('latin1')).not.toContain('secret')
})

test('credentials open in their own company only', async () => {
  const [one, other] = [await createFixture('x'), await createFixture('x')]
  await one.turnOn({ token: 'AAAA-of-one' })
  await other.turnOn({ token: 'BBBB-of-other' })
  // As somebody with access to the database alone could try it.
  const { rows } = await run(`select secret from connectors where company_id = $1`, one.company.id)
  await run(`update connectors set secret = $1 where company_id = $2`, rows[0]?.secret, other.company.id)
  providers().server.requests.length = 0
  await expect(other.collectNow()).rejects.toThrow()
  expect(providers().server.requests).toEqual([])
  await one.collectNow()
  const sent = providers().server.requests.map(({ headers }) => headers.authorization)
  expect(sent.length).toBeGreaterThan(0)
  expect(new Set(sent)).toEqual(new Set(['Bearer AAAA-of-one']))
})

test('a credential is readable in no table, audit and request logs included, also after the provider refused it', async () => {
  const token = 'CCCC-readable-nowhere'
  const { company, turnOn, collectNow, work } = await createFixture('x')
  await turnOn({ token })
  providers().world.manner = 'expired'
  await collectNow()
  await testConnectorAccount(parts(), { companyId: company.id, connector: 'x' }, signals())
  expect(await work()).toMatchObject({ state: 'needsAccount' })
  const { rows } = await run(`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  expect(rows.length).toBeGreaterThan(100)
  const forms = [token, Buffer.from(token).toString('hex'), Buffer.from(token).toString('base64').replace(/=+$/, '')]
  const holding: string[] = []
  for (const { name } of rows) {
    const found = await run(
      `select 1 from ${name} t where exists (select from unnest($1::text[]) form where position(form in t::text) > 0) limit 1`,
      forms,
    )
    if (found.rows.length > 0) holding.push(name)
  }
  expect(holding).toEqual([])
})

test('stored credentials that aren’t as the contract describes them are not sent to a provider', async () => {
  const { company, turnOn, collectNow } = await createFixture('x')
  await turnOn({ token: 'AAAA' })
  const { rows } = await run('select id from connectors where company_id = $1', company.id)
  const sealer = await world().database.inCompanies([company.id], (tx) => world().secrets.sealer(tx, company.id))
  const secret = sealer.seal({ recordId: rows[0].id, field: 'credentials' }, JSON.stringify({ token: 5 }))
  await run('update connectors set secret = $2 where company_id = $1', company.id, secret)
  providers().server.requests.length = 0
  await expect(collectNow()).rejects.toThrow('token')
  expect(providers().server.requests).toEqual([])
})

test('a quota that is used up waits until the provider counts anew', async () => {
  const { company, turnOn, collectNow, work, makeDue } = await createFixture('x')
  await turnOn({ token: 'AAAA' })
  await collectNow()
  expect((await work())?.quota).toMatchObject({ left: 298, of: 300 })
  await run('update connectors set quota_used = 300 where company_id = $1', company.id)
  providers().server.requests.length = 0
  await makeDue()
  await collectNow()
  expect(providers().server.requests).toEqual([])
  const used = await work()
  expect(used).toMatchObject({ state: 'throttled', problem: { reason: 'API_QUOTA_USED' }, quota: { left: 0 } })
  expect(used?.nextRunAt).toBe(used?.quota?.until)
  await run('update connectors set quota_ends_at = now() where company_id = $1', company.id)
  await makeDue()
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting', quota: { left: 298 } })
})

test('a connector without an account keeps its quota by the spacing of all companies, and names none', async () => {
  const first = await createFixture()
  const second = await createFixture()
  for (const { turnOn, collectNow, work } of [first, second]) {
    await turnOn()
    await collectNow()
    expect(await work()).toMatchObject({ state: 'collecting', quota: null })
  }
  const { rows } = await run(`select server from answer_gates where server like 'connector appStore%'`)
  expect(rows).toEqual([{ server: 'connector appStore' }])
})

/** A claim of a group; its threats have the name of the group as their title. */
const claim = (id: number, victim: string) =>
  appOf(id, { name: victim, publisher: `group${id}`, text: `Passwords and customers of ${victim}` })
const inThreats = async ({ threats }: Awaited<ReturnType<typeof createFixture>>) =>
  (await threats()).map(({ title }) => title)

test('a list that needs no account is read once for all companies, and judged for each', async () => {
  const quayside = await createFixture('ransomLook')
  const harbour = await createFixture('ransomLook', 'Harbour Credit Union')
  const without = await createFixture('ransomLook')
  providers().world.listings = () => [
    claim(1, 'Quayside Bank'),
    claim(2, 'Harbour Credit Union'),
    claim(3, 'Other Shop'),
  ]
  await quayside.turnOn()
  await harbour.turnOn()
  providers().server.requests.length = 0
  const queued: unknown[] = []
  const enqueue: CollectParts['enqueue'] = (_tx, _job, data) => {
    queued.push(data)
    return Promise.resolve('')
  }
  await collectDue({ database: world().database, enqueue })
  expect(queued.filter((data) => JSON.stringify(data).includes('ransomLook'))).toHaveLength(1)
  await Promise.all([quayside.collectNow(), harbour.collectNow()])
  expect(providers().server.requests).toHaveLength(1)
  expect(await inThreats(quayside)).toEqual(['group1'])
  expect(await inThreats(harbour)).toEqual(['group2'])
  expect(await inThreats(without)).toEqual([])
  const works = [await quayside.work(), await harbour.work()]
  expect(works).toMatchObject([
    { state: 'collecting', observed: 3, found: 1 },
    { state: 'collecting', observed: 3, found: 1 },
  ])
  expect(works[0]?.nextRunAt).toBe(works[1]?.nextRunAt)
  expect(await without.work()).toMatchObject({ state: 'off', observed: 0 })
})

test('a company that switches a list on later joins the runs of the others', async () => {
  const first = await createFixture('ransomLook')
  const later = await createFixture('ransomLook')
  await run(`update connectors set is_on = false where connector = 'ransomLook'`)
  await first.turnOn()
  await first.collectNow()
  await later.turnOn()
  providers().server.requests.length = 0
  await later.collectNow()
  // The other company is only due in an hour.
  expect(await first.work()).toMatchObject({ observed: 0 })
  providers().world.listings = () => [claim(1, 'Quayside Bank')]
  await first.makeDue()
  await run(`update connectors set next_run_at = now() + interval '20 minutes' where company_id = $1`, later.company.id)
  await first.collectNow()
  expect(providers().server.requests).toHaveLength(2)
  for (const each of [first, later]) {
    expect(await each.work()).toMatchObject({ state: 'collecting', observed: 1, found: 1 })
    expect(await inThreats(each)).toEqual(['group1'])
  }
})

test('a company that switches a list off while it is read gets nothing more, and the others do', async () => {
  const first = await createFixture('ransomLook')
  const second = await createFixture('ransomLook')
  await run(`update connectors set is_on = false where connector = 'ransomLook'`)
  await first.turnOn()
  await second.turnOn()
  providers().world.listings = () => [claim(1, 'Quayside Bank')]
  providers().server.requests.length = 0
  const inCompanies: CollectParts['database']['inCompanies'] = async (ids, job) => {
    if (providers().server.requests.length > 0) {
      await run('update connectors set is_on = false where company_id = $1', first.company.id)
    }
    return world().database.inCompanies(ids, job)
  }
  const database = { ...world().database, inCompanies }
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await collect({ ...parts(), database }, { companyId: first.company.id, connector: 'ransomLook' }, signals())
  expect(await inThreats(first)).toEqual([])
  expect(await inThreats(second)).toEqual(['group1'])
})

test('a list that fails is tried again for all its companies at the same time', async () => {
  const first = await createFixture('ransomLook')
  const second = await createFixture('ransomLook')
  await run(`update connectors set is_on = false where connector = 'ransomLook'`)
  await first.turnOn()
  await second.turnOn()
  providers().world.manner = 'fails'
  await second.collectNow()
  const works = [await first.work(), await second.work()]
  expect(works).toMatchObject([
    { state: 'failing', problem: { reason: 'SERVER_FAILS' } },
    { state: 'failing', problem: { reason: 'SERVER_FAILS' } },
  ])
  expect(works[0]?.nextRunAt).toBe(works[1]?.nextRunAt)
})

test('what is due at the same time is queued by company and connector', async () => {
  const first = await createFixture('x')
  const second = await createFixture('x')
  const expected = [first, second].flatMap(({ company }) =>
    ['appStore', 'x'].map((connector) => ({ companyId: company.id, connector })),
  )
  for (const { superAdmin, query, turnOn } of [second, first]) {
    await turnOn({ token: 'AAAA' })
    await send(superAdmin, putConnector, { ...ofAppStore, query, body: { isOn: true, credentials: {} } })
  }
  const ids = [first.company.id, second.company.id]
  await run('update connectors set next_run_at = null')
  await run('update connectors set next_run_at = now() where company_id = any($1)', ids)
  const queued: unknown[] = []
  const enqueue: CollectParts['enqueue'] = (_tx, _job, data) => {
    queued.push(data)
    return Promise.resolve('')
  }
  await collectDue({ database: world().database, enqueue })
  expect(queued).toEqual(expected)
})

test('a connector that is due runs, and none runs twice at the same time', async () => {
  const { company, turnOn, collectNow, work } = await createFixture()
  providers().world.listings = () => [appOf(1)]
  await turnOn()
  const queued: unknown[] = []
  const enqueue: CollectParts['enqueue'] = (_tx, _job, data) => {
    queued.push(data)
    return Promise.resolve('')
  }
  await collectDue({ database: world().database, enqueue })
  expect(queued).toContainEqual({ companyId: company.id, connector: 'appStore' })
  providers().server.requests.length = 0
  await Promise.all([collectNow(), collectNow()])
  expect(providers().server.requests).toHaveLength(1)
  expect(await work()).toMatchObject({ observed: 1 })
  queued.length = 0
  await collectDue({ database: world().database, enqueue })
  expect(queued).not.toContainEqual({ companyId: company.id, connector: 'appStore' })
})

test('a run that died is continued by another worker once it counts as dead', async () => {
  const { company, turnOn, collectNow, work } = await createFixture()
  providers().world.listings = () => [appOf(1)]
  await turnOn()
  await run(
    `update connectors set run = $2, run_until = now() + interval '1 minute' where company_id = $1`,
    company.id,
    randomUUID(),
  )
  await collectNow()
  expect(await work()).toMatchObject({ state: 'waiting', observed: 0 })
  await run('update connectors set run_until = now() where company_id = $1', company.id)
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting', observed: 1 })
})

test('a run that is interrupted continues after its last batch, and nothing comes in twice', async () => {
  const { company, turnOn, work, threats, makeDue } = await createFixture('x')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [1, 2, 3, 4].map((id) => post(id)) : [])
  await turnOn({ token: 'AAAA' })
  const stopping = new AbortController()
  const { database } = parts()
  const inCompanies: typeof database.inCompanies = async (ids, job) => {
    const result = await database.inCompanies(ids, job)
    // The program begins to stop after the first batch is stored.
    if (((await work())?.observed ?? 0) > 0) stopping.abort()
    return result
  }
  const stopped = { ...parts(), database: { ...database, inCompanies } }
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await collect(stopped, { companyId: company.id, connector: 'x' }, { ...signals(), stopping: stopping.signal })
  expect(await work()).toMatchObject({ state: 'waiting', observed: 2, found: 2 })
  providers().server.requests.length = 0
  await makeDue()
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await collect(parts(), { companyId: company.id, connector: 'x' }, signals())
  expect(providers().server.requests.length).toBe(2)
  expect(await work()).toMatchObject({ state: 'collecting', observed: 4, found: 4 })
  expect(await threats()).toHaveLength(4)
})

test('a connector that is switched off while it runs stores nothing more', async () => {
  const { company, turnOn, collectNow, threats, work } = await createFixture()
  await turnOn()
  providers().world.listings = () => [appOf(1)]
  // Switched off after the provider answered and before the answer is stored.
  const inCompanies: CollectParts['database']['inCompanies'] = async (ids, job) => {
    if (providers().server.requests.length > 0) {
      await run('update connectors set is_on = false where company_id = $1', company.id)
    }
    return world().database.inCompanies(ids, job)
  }
  const database = { ...world().database, inCompanies }
  providers().server.requests.length = 0
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await collect({ ...parts(), database }, { companyId: company.id, connector: 'appStore' }, signals())
  expect(providers().server.requests).toHaveLength(1)
  expect(await threats()).toEqual([])
  expect(await work()).toMatchObject({ state: 'off', observed: 0, nextRunAt: null })
  await collectNow()
  expect(await threats()).toEqual([])
})

test('a connector that is paused while it runs stores nothing more, and continues at its cursor once it is resumed', async () => {
  const { company, superAdmin, query, turnOn, work, threats, makeDue, collectNow } = await createFixture('x')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [1, 2, 3, 4].map((id) => post(id)) : [])
  await turnOn({ token: 'AAAA' })
  const params = { connector: 'x' as const }
  const pause = (isPaused: boolean) => send(superAdmin, pauseConnector, { params, query, body: { isPaused } })
  const { database } = parts()
  const inCompanies: typeof database.inCompanies = async (ids, job) => {
    const result = await database.inCompanies(ids, job)
    // Somebody pauses it after the first batch is stored.
    if (((await work())?.observed ?? 0) > 0) await pause(true)
    return result
  }
  await run(`update answer_gates set next_at = '2020-01-01'`)
  const paused = { ...parts(), database: { ...database, inCompanies } }
  await collect(paused, { companyId: company.id, connector: 'x' }, signals())
  const state = { state: 'paused', nextRunAt: null, pausedBy: expect.any(String), pausedAt: expect.any(String) }
  expect(await work()).toMatchObject({ ...state, observed: 2, found: 2, problem: null })
  await makeDue()
  const queued: unknown[] = []
  await collectDue({
    database: world().database,
    enqueue: (_tx, _job, data) => {
      queued.push(data)
      return Promise.resolve('')
    },
  })
  expect(queued).not.toContainEqual({ companyId: company.id, connector: 'x' })
  providers().server.requests.length = 0
  await collectNow()
  expect(providers().server.requests).toEqual([])
  expect(await send(superAdmin, runConnector, { params, query })).toMatchObject({
    status: 409,
    body: { reason: 'CONNECTOR_PAUSED' },
  })

  expect((await pause(false)).status).toBe(200)
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting', observed: 4, found: 4, pausedAt: null, pausedBy: null })
  expect(await threats()).toHaveLength(4)
})

test('a pause is on record once however often it is sent, and one of a connector that is off is refused', async () => {
  const { company, superAdmin, query, turnOn, work } = await createFixture()
  const pause = (isPaused: boolean) => send(superAdmin, pauseConnector, { ...ofAppStore, query, body: { isPaused } })
  expect((await pause(true)).status).toBe(404)
  await turnOn()
  await pause(true)
  const before = await work()
  await pause(true)
  expect(await work()).toEqual(before)
  // An account can be changed in the meantime.
  await turnOn()
  expect(await work()).toMatchObject({ state: 'paused' })
  await pause(false)
  await pause(false)
  const { rows } = await run(
    `select action, after from audit where company_id = $1 and after ? 'isPaused' order by at`,
    company.id,
  )
  expect(rows).toEqual([
    { action: 'settings.connectorPaused', after: { connector: 'appStore', isPaused: true } },
    { action: 'settings.connectorResumed', after: { connector: 'appStore', isPaused: false } },
  ])
  await pause(true)
  await send(superAdmin, putConnector, { ...ofAppStore, query, body: { isOn: false } })
  await turnOn()
  expect(await work()).toMatchObject({ state: 'waiting', pausedAt: null })
})

test('malformed records are counted and named, and the others come in', async () => {
  const { turnOn, collectNow, work } = await createFixture()
  Object.assign(providers().world, { manner: 'malformed', listings: () => [appOf(1), appOf(2)] })
  await turnOn()
  await collectNow()
  expect(await work()).toMatchObject({ observed: 1, skipped: 1, skips: [{ at: '1', field: 'trackId' }] })
})

test('the test of an account says what the provider says, and changes nothing else', async () => {
  const { company, superAdmin, query, turnOn, work } = await createFixture()
  expect((await send(superAdmin, testConnector, { ...ofAppStore, query })).status).toBe(404)
  await turnOn()
  const tryAccount = () => testConnectorAccount(parts(), { companyId: company.id, connector: 'appStore' }, signals())
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await tryAccount()
  expect(await work()).toMatchObject({ test: { problem: null, reply: 'OK' }, state: 'waiting' })
  providers().world.manner = 'fails'
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await tryAccount()
  expect(await work()).toMatchObject({
    test: { problem: { reason: 'SERVER_FAILS' }, reply: null },
    state: 'waiting',
  })
})

test('what is deleted or off can’t run', async () => {
  const { superAdmin, query, turnOn, work } = await createFixture()
  expect((await send(superAdmin, runConnector, { ...ofAppStore, query })).status).toBe(404)
  await turnOn()
  expect((await send(superAdmin, deleteConnector, { ...ofAppStore, query })).status).toBe(200)
  expect(await work()).toMatchObject({ state: 'off', nextRunAt: null, test: null })
  expect((await send(superAdmin, deleteConnector, { ...ofAppStore, query })).status).toBe(404)
})
