import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeDns, type FakeDns } from '@signet/connectors/test/fake-dns'
import { startFakeServer, type FakeServer } from '@signet/connectors/test/fake-server'
import { startFakeWhois, type FakeWhois } from '@signet/connectors/test/fake-whois'
import { listAllowEntries } from '@signet/contract/allow-list'
import { getObservations } from '@signet/contract/observations'
import { listNotifications } from '@signet/contract/notifications'
import { getThreat, triageThreat } from '@signet/contract/threats'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { scanFeed } from '../intake/scan-feed.ts'
import { enqueueDue, enrichCompany } from './enrich.job.ts'
import type { LookUpSettings } from './look-up-domain.ts'
import { takeTurn } from './lookups.queries.ts'

const world = useWorld()
const minuteMs = 60_000
let [dns, register, web, whois] = [null, null, null, null] as unknown as [FakeDns, FakeServer, FakeServer, FakeWhois]
let closedPort = 0
beforeAll(async () => {
  ;[dns, register, web, whois] = await Promise.all([
    startFakeDns(),
    startFakeServer(),
    startFakeServer(),
    startFakeWhois(),
  ])
  const gone = await startFakeServer()
  closedPort = Number(gone.address.split(':')[1])
  await gone.close()
  register.on('/dns.json', (_, response) =>
    response.end(JSON.stringify({ services: [[['example'], [register.url('/')]]] })),
  )
})
afterAll(async () => {
  await Promise.all([dns.close(), register.close(), web.close(), whois.close()])
})

const whoisServers = ['whois.root.test', 'whois.register.test']
let counter = 0
let host = ''
let now = new Date('2026-11-01T10:00:00Z')
const later = (ms: number) => (now = new Date(now.getTime() + ms))

beforeEach(async () => {
  counter += 1
  host = `login-brand-${counter}.example`
  // Registers are asked once a second; a test has no time for that.
  await world().database.pool.query(`update lookup_gates set next_at = '2020-01-01'`)
  dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
  registered('Example Registrar')
  page('<title>Nothing here</title><p>This domain is for sale today, buy this domain from us while it lasts.</p>')
})

function registered(registrar: string): void {
  register.on(`/domain/${host}`, (_, response) =>
    response.end(
      JSON.stringify({
        objectClassName: 'domain',
        ldhName: host,
        events: [{ eventAction: 'registration', eventDate: '2026-10-30T00:00:00Z' }],
        entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', registrar]]] }],
      }),
    ),
  )
}
const page = (html: string) =>
  web.on('/', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html))
const signIn =
  '<title>Sign in</title><form>Enter the name and the secret word that the bank gave you <input type="password"></form>'

const settings = (): LookUpSettings => ({
  dnsServers: [dns.address],
  rdapBootstrap: register.url('/dns.json'),
  whoisRoot: 'whois.root.test',
  allow: [
    register.address,
    `${host}:${web.address.split(':')[1]}`,
    `${host}:${closedPort}`,
    ...whoisServers.map((server) => `${server}:${whois.port}`),
  ],
  ports: { http: Number(web.address.split(':')[1]), https: closedPort, whois: whois.port },
})
const parts = () => ({
  database: world().database,
  settings: settings(),
  signal: new AbortController().signal,
  now: () => now,
})
const look = (company: TestCompany) => enrichCompany(parts(), company.id)
/** A look for which everything is asked for anew. */
async function lookAgain(company: TestCompany): Promise<void> {
  later(13 * 3_600_000)
  await world().database.pool.query(`update domain_watches set next_at = $2 where company_id = $1`, [company.id, now])
  await world().database.pool.query(`update lookup_gates set next_at = '2020-01-01'`)
  await look(company)
}
async function watched(more: Parameters<typeof newThreat>[1] = {}) {
  const company = await newCompany()
  const threat = await newThreat(company, { name: host, ...more })
  await world().database.pool.query(
    `insert into domain_watches (company_id, threat_id, host, next_at) values ($1, $2, $3, $4)`,
    [company.id, threat.id, host, now],
  )
  return { company, threat, params: { source: threat.source, threatId: threat.id } }
}
const watchOf = async (threatId: string) =>
  (await world().database.pool.query('select * from domain_watches where threat_id = $1', [threatId])).rows[0] as {
    next_at: Date
    failures: number
    looked_at: Date | null
    claimed_until: Date | null
  }

describe('a look at a domain', () => {
  test('fills its fields, adds reasons, scores it anew and stands in its history', async () => {
    const { company, threat, params } = await watched()
    expect(await look(company)).toBe(1)
    const client = await newUser('client', company)
    const { body } = await send(client, getThreat, { params })
    expect(body).toMatchObject({
      registrar: 'Example Registrar',
      address: '127.0.0.1',
      registeredOn: '2026-10-30T00:00:00.000Z',
      // 80 of its name; registered 2 days ago, no mail, a placeholder.
      score: 80 + 10 - 3 - 8,
      version: 2,
    })
    const traits = 'select kind, value from threat_traits where threat_id = $1 order by 1'
    expect((await world().database.pool.query(traits, [threat.id])).rows).toEqual([
      { kind: 'address', value: '127.0.0.1' },
      { kind: 'nameServers', value: 'ns1.host.example' },
    ])
    expect(body.indicators.map(({ name, contribution }) => [name, contribution])).toEqual([
      ['Brand between separators', 80],
      ['Registered recently', 10],
      ['No mail records', -3],
      ['Parked page', -8],
    ])
    expect(body.indicators.every(({ name, description }) => name.startsWith('Brand') || description)).toBe(true)
    expect(body.history.at(-1)).toMatchObject({ action: 'threat.enriched', text: 'Looked up', by: null })
    const seen = (await send(client, getObservations, { params })).body
    expect(seen.latest).toMatchObject({
      registration: { registrar: 'Example Registrar', via: 'rdap' },
      dns: { ns: ['ns1.host.example'], a: ['127.0.0.1'] },
      tls: { certificate: null, problem: 'the connection is refused' },
      http: { status: 200, isParked: true, title: 'Nothing here' },
    })
    expect(new Date(seen.nextAt as string).getTime()).toBeGreaterThan(now.getTime())
    expect(await watchOf(threat.id)).toMatchObject({ failures: 0, looked_at: now, claimed_until: null })
  })

  test('that finds the same again only counts', async () => {
    const { company, params } = await watched()
    await look(company)
    await lookAgain(company)
    const client = await newUser('client', company)
    const { body } = await send(client, getThreat, { params })
    expect(body.version).toBe(2)
    const seen = (await send(client, getObservations, { params })).body
    expect(Object.fromEntries(seen.items.map(({ kind, seenCount }) => [kind, seenCount]))).toEqual({
      registration: 2,
      dns: 2,
      tls: 2,
      http: 2,
    })
  })

  test('moves the severity of what waits for review, and of nothing else', async () => {
    const queued = await watched({ stage: 'queued', severity: 3 })
    const corrected = await newThreat(queued.company, { name: host, source: 'URL', stage: 'queued', severity: 1 })
    page(`${signIn}<title>`)
    dns.set(host, { a: ['127.0.0.1'], mx: [[10, 'mx.example']] })
    await world().database.pool.query(
      `insert into domain_watches (company_id, threat_id, host, next_at) values ($1, $2, $3, $4)`,
      [queued.company.id, corrected.id, host, now],
    )
    expect(await look(queued.company)).toBe(2)
    const { rows } = await world().database.pool.query<{ id: string; score: number; severity: number }>(
      `select id, score, severity from threats where company_id = $1`,
      [queued.company.id],
    )
    // 80, registered 2 days ago, mail, a password: beyond the top.
    expect(rows.find(({ id }) => id === queued.threat.id)).toMatchObject({ score: 100, severity: 4 })
    expect(rows.find(({ id }) => id === corrected.id)).toMatchObject({ score: 100, severity: 1 })
  })

  test('asks WHOIS where RDAP has no answer', async () => {
    register.on(`/domain/${host}`, (_, response) => response.writeHead(500).end())
    for (const server of whoisServers) dns.set(server, { a: ['127.0.0.1'] })
    whois.queue(
      'whois: whois.register.test\n',
      `Domain Name: ${host}\nRegistrar: Old Registrar\nCreation Date: 2010-01-02\n`,
    )
    const { company, params } = await watched()
    await look(company)
    const { body } = await send(await newUser('client', company), getThreat, { params })
    expect(body).toMatchObject({ registrar: 'Old Registrar', registeredOn: '2010-01-02T00:00:00.000Z' })
    expect(body.indicators).toContainEqual(expect.objectContaining({ name: 'Registered years ago', contribution: -10 }))
    expect(whois.questions).toEqual([host, host])
  })

  test('tries again soon when nobody knows the registration', async () => {
    register.on(`/domain/${host}`, (_, response) => response.writeHead(500).end())
    for (const server of whoisServers) dns.set(server, { a: ['127.0.0.1'] })
    whois.queue('% nothing known\n')
    const { company, threat } = await watched()
    await look(company)
    const { failures, next_at: nextAt } = await watchOf(threat.id)
    expect([failures, nextAt.getTime() - now.getTime()]).toEqual([1, 10 * minuteMs])
  })

  test('is shared by all companies', async () => {
    const [one, other] = [await watched(), await watched()]
    await look(one.company)
    const asked = dns.questions.length
    await look(other.company)
    expect(dns.questions.length).toBe(asked)
    expect(register.requests.filter(({ url }) => url === `/domain/${host}`)).toHaveLength(1)
  })

  test('leaves a register alone that asks for it, and keeps what the others say', async () => {
    register.on(`/domain/${host}`, (_, response) => response.writeHead(429, { 'retry-after': '1800' }).end())
    const { company, threat, params } = await watched()
    await look(company)
    const seen = (await send(await newUser('client', company), getObservations, { params })).body
    expect(Object.keys(seen.latest).toSorted()).toEqual(['dns', 'http', 'tls'])
    expect((await watchOf(threat.id)).failures).toBe(1)
    const { rows } = await world().database.pool.query<{ next_at: Date }>(
      'select next_at from lookup_gates where server = $1',
      [register.address],
    )
    expect(rows[0]?.next_at.getTime()).toBeGreaterThan(Date.now() + 20 * minuteMs)
    const asked = register.requests.length
    later(20 * minuteMs)
    await world().database.pool.query(`update domain_watches set next_at = $2 where company_id = $1`, [company.id, now])
    await look(company)
    expect(register.requests.length).toBe(asked)
  })

  test('that gets no answer from the DNS changes nothing, and is tried again soon', async () => {
    const { company, threat, params } = await watched()
    await look(company)
    dns.set(host, { trouble: 'servfail' })
    await lookAgain(company)
    const watch = await watchOf(threat.id)
    expect(watch.failures).toBe(1)
    expect(watch.next_at.getTime() - now.getTime()).toBeLessThanOrEqual(20 * minuteMs)
    const seen = (await send(await newUser('client', company), getObservations, { params })).body
    expect(seen.latest.dns).toMatchObject({ state: 'found', a: ['127.0.0.1'] })
  })

  test('of somebody who died is done by somebody else after its claim', async () => {
    const { company, threat } = await watched()
    await world().database.pool.query(`update domain_watches set claimed_until = $2 where company_id = $1`, [
      company.id,
      new Date(now.getTime() + 5 * minuteMs),
    ])
    expect(await look(company)).toBe(0)
    later(6 * minuteMs)
    expect(await look(company)).toBe(1)
    expect((await watchOf(threat.id)).looked_at).toEqual(now)
  })

  test('is for one of two processes', async () => {
    const { company } = await watched()
    const done = await Promise.all([look(company), look(company), look(company)])
    expect(done.toSorted()).toEqual([0, 0, 1])
  })

  test('of what was deleted ends', async () => {
    const { company, threat } = await watched({ stage: 'deleted' })
    await look(company)
    expect(await watchOf(threat.id)).toBeUndefined()
  })
})

describe('a domain that changes', () => {
  test('does so when it is seen twice: answers that flap are no change', async () => {
    const { company, params } = await watched()
    const client = await newUser('client', company)
    const items = async () => (await send(client, getObservations, { params })).body.items
    await look(company)
    const before = (await items()).length
    dns.set(host, { a: ['127.0.0.1'], mx: [[10, 'mx.host.example']], ns: ['ns1.host.example'] })
    await lookAgain(company)
    dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
    await lookAgain(company)
    expect((await items()).length).toBe(before)
    dns.set(host, { a: ['127.0.0.1'], mx: [[10, 'mx.host.example']], ns: ['ns1.host.example'] })
    await lookAgain(company)
    expect((await items()).length).toBe(before)
    await lookAgain(company)
    expect((await items())[0]).toMatchObject({
      kind: 'dns',
      seenCount: 2,
      changes: [{ what: 'Mail servers', before: null, after: '10 mx.host.example', isMaterial: true }],
    })
    const { body } = await send(client, getThreat, { params })
    expect(body.indicators.map(({ name }) => name)).toContain('Mail records set')
    expect(body.history.at(-1)).toMatchObject({
      action: 'threat.observed',
      remark: 'Mail servers: none → 10 mx.host.example',
    })
  })

  test('is not seen twice in one answer that was kept', async () => {
    const { company, params, threat } = await watched()
    await look(company)
    page(signIn)
    await lookAgain(company)
    expect((await watchOf(threat.id)).next_at.getTime() - now.getTime()).toBeLessThanOrEqual(10 * minuteMs)
    later(minuteMs)
    await world().database.pool.query(`update domain_watches set next_at = $2 where company_id = $1`, [company.id, now])
    await look(company)
    const seen = (await send(await newUser('client', company), getObservations, { params })).body
    expect(seen.latest.http?.isParked).toBe(true)
  })

  test.each(['whitelist', 'falsePositive'] as const)(
    'reopens what was closed as %s, once for one change',
    async (action) => {
      const { company, params } = await watched()
      const client = await newUser('client', company)
      const close = async () => {
        const { version } = (await send(client, getThreat, { params })).body
        expect((await send(client, triageThreat, { params, body: { action, version } })).status).toBe(200)
      }
      await look(company)
      await close()
      page(signIn)
      await lookAgain(company)
      expect((await send(client, getThreat, { params })).body.status).toBe(action)
      await lookAgain(company)
      const reopened = (await send(client, getThreat, { params })).body
      expect(reopened.status).toBe('open')
      expect((await send(client, listAllowEntries)).body.items).toEqual([])
      expect(reopened.history.slice(-2).map((event) => [event.action, event.by])).toEqual(
        expect.arrayContaining([
          ['threat.observed', null],
          ['threat.reopened', null],
        ]),
      )
      expect(reopened.history.find((event) => event.action === 'threat.reopened')?.remark).toContain(
        'Page: Placeholder → Live',
      )
      const told = async () =>
        (await send(client, listNotifications, {})).body.items.filter(({ title }) => title.startsWith('Reopened'))
      expect(await told()).toHaveLength(1)

      // Closed again: back to the placeholder and to the very same page is no news.
      await close()
      page('<p>This domain is for sale today, buy this domain from us while it lasts.</p>')
      await lookAgain(company)
      await lookAgain(company)
      page(signIn)
      await lookAgain(company)
      await lookAgain(company)
      expect((await send(client, getThreat, { params })).body.status).toBe(action)
      expect(await told()).toHaveLength(1)
    },
  )

  test('leaves what is harmless now as it is', async () => {
    page(signIn)
    const { company, params } = await watched()
    const client = await newUser('client', company)
    await look(company)
    const { version } = (await send(client, getThreat, { params })).body
    await send(client, triageThreat, { params, body: { action: 'whitelist', version } })
    dns.remove(host)
    await lookAgain(company)
    await lookAgain(company)
    const { body } = await send(client, getThreat, { params })
    expect(body.status).toBe('whitelist')
    expect(body.history.at(-1)).toMatchObject({ action: 'threat.observed' })
  })

  test('comes back from the watchlist to the queue', async () => {
    const { company, threat } = await watched({ stage: 'watchlist' })
    await world().database.pool.query(
      `insert into qa_watches (company_id, threat_id, every_days, checked_at, checked_by_name, due_at)
       values ($1, $2, 7, now(), 'x', now())`,
      [company.id, threat.id],
    )
    await look(company)
    page(signIn)
    await lookAgain(company)
    await lookAgain(company)
    const { rows } = await world().database.pool.query(`select stage, stage_reason from threats where id = $1`, [
      threat.id,
    ])
    expect(rows[0]).toMatchObject({
      stage: 'queued',
      stage_reason: expect.stringContaining('Page: Placeholder → Live') as string,
    })
  })
})

const jobs = async (company: TestCompany) => {
  const { rows } = await world().database.pool.query(
    `select id from pgboss.job where name = 'enrich' and data ->> 'companyId' = $1`,
    [String(company.id)],
  )
  return rows.length
}
const due = (at = new Date()) =>
  enqueueDue({ database: world().database, enqueue: world().queue.enqueue, signal: new AbortController().signal }, at)

describe('what is looked at', () => {
  test('is what a scan finds, asked for with it', async () => {
    const company = await newCompany()
    const alias = (
      await world().database.pool.query<{ aliases: string[] }>('select aliases from brands where company_id = $1', [
        company.id,
      ])
    ).rows[0]?.aliases[0]
    web.on('/feed.txt', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`login-${alias}.com\nsecure-${alias}.net\n`),
    )
    const scan = { scanId: randomUUID(), feed: web.url('/feed.txt'), companyId: company.id }
    const { database, queue } = world()
    const found = await scanFeed({ database, feedAllow: [web.address], enqueue: queue.enqueue }, scan)
    expect(found.threatsAdded).toBe(2)
    expect(await jobs(company)).toBe(1)
    const { rows } = await database.pool.query(`select host from domain_watches where company_id = $1 order by host`, [
      company.id,
    ])
    expect(rows).toEqual([{ host: `login-${alias}.com` }, { host: `secure-${alias}.net` }])
    await scanFeed({ database, feedAllow: [web.address], enqueue: queue.enqueue }, { ...scan, scanId: randomUUID() })
    expect(await jobs(company)).toBe(1)
  })

  test('is also what came in by other ways, but for invented names and those without a host', async () => {
    const company = await newCompany()
    const threat = await newThreat(company, { name: host })
    const demo = await newThreat(company, { name: `demo-${host}` })
    await newThreat(company, { source: 'URL', name: 'http://203.0.113.7/x' })
    await newThreat(company, { source: 'Telegram', name: 'channel' })
    await world().database.pool.query(`update threats set is_demo = true where id = $1`, [demo.id])
    await due()
    const { rows } = await world().database.pool.query(`select threat_id from domain_watches where company_id = $1`, [
      company.id,
    ])
    expect(rows).toEqual([{ threat_id: threat.id }])
    expect(await jobs(company)).toBe(1)
  })

  test('is not asked for while a job is at it, or before it is due', async () => {
    const { company } = await watched()
    const set = (column: string, at: Date | null) =>
      world().database.pool.query(`update domain_watches set ${column} = $2 where company_id = $1`, [company.id, at])
    await set('claimed_until', new Date(now.getTime() + minuteMs))
    await due(now)
    expect(await jobs(company)).toBe(0)
    await set('claimed_until', null)
    await set('next_at', new Date(now.getTime() + minuteMs))
    await due(now)
    expect(await jobs(company)).toBe(0)
    await due(later(2 * minuteMs))
    expect(await jobs(company)).toBe(1)
  })
})

describe('the turn of a server', () => {
  test('is taken from one row by everybody, and none that is too far away', async () => {
    const server = `rdap-${randomUUID()}.example`
    const waits = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeTurn(world().database, server, 10_000, 45_000)),
    )
    const taken = waits.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).toSorted((a, b) => a - b)
    expect(taken).toHaveLength(5)
    for (const [index, wait] of taken.entries()) {
      expect(wait).toBeGreaterThan(index * 10_000 - 9_000)
      expect(wait).toBeLessThanOrEqual(index * 10_000)
    }
    expect(waits.filter(({ status }) => status === 'rejected').length).toBe(3)
    await expect(takeTurn(world().database, server, 10_000, 45_000)).rejects.toMatchObject({ kind: 'throttled' })
  })
})
