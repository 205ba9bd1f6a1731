import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAllowEntries } from '@signet/contract/threats/allow-list'
import { getObservations } from '@signet/contract/threats/observations'
import { getQueued } from '@signet/contract/review/qa'
import { listNotifications } from '@signet/contract/messages/notifications'
import { getThreat, decideThreat } from '@signet/contract/threats/threats'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { placeholder, signInPage, startOutside, type Outside } from '../../../test/outside/outside-world.ts'
import { AppError } from '../../errors.ts'
import { enrichCompany } from './enrich.job.ts'
import { registrationOf } from './look-ups.ts'

const world = useWorld()
let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
})
afterAll(() => outside.close())

let counter = 0
let host = ''
let now = new Date('2026-11-01T10:00:00Z')
const later = (ms: number) => (now = new Date(now.getTime() + ms))

beforeEach(async () => {
  counter += 1
  host = `login-brand-${counter}.example`
  // Registries are queried once a second; the test doesn't wait for that.
  await world().database.pool.query(`update answer_gates set next_at = '2020-01-01'`)
  // All hosts of these tests have the same address.
  await world().database.pool.query(`delete from domain_answers where key ~ '^(network|origin|system) '`)
  outside.dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
  outside.registered(host, 'Example Registrar')
  outside.page(placeholder)
})

const parts = () => ({
  database: world().database,
  log: world().log,
  settings: outside.settings(host),
  signal: new AbortController().signal,
  now: () => now,
})
const look = (company: TestCompany) => enrichCompany(parts(), company.id)
/** Runs a check in which every service is queried again. */
async function lookAgain(company: TestCompany): Promise<void> {
  later(13 * hourMs)
  await world().database.pool.query(`update domain_watches set next_at = $2 where company_id = $1`, [company.id, now])
  await world().database.pool.query(`update answer_gates set next_at = '2020-01-01'`)
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
/** Another domain without an address, that has been due for some time. */
async function watchedAlso(company: TestCompany, name: string, sinceMs = 0) {
  const threat = await newThreat(company, { name })
  outside.registered(name, 'Example Registrar')
  await world().database.pool.query(
    `insert into domain_watches (company_id, threat_id, host, next_at) values ($1, $2, $3, $4)`,
    [company.id, threat.id, name, new Date(now.getTime() - sinceMs)],
  )
  return threat
}
const watchOf = async (threatId: string) =>
  (await world().database.pool.query('select * from domain_watches where threat_id = $1', [threatId])).rows[0] as {
    next_at: Date
    failures: number
    checked_at: Date | null
    claimed_until: Date | null
  }

describe('domains that are due', () => {
  test('a check that fails is tried again later, and stops no other', async () => {
    const { company, threat } = await watched()
    const others = await Promise.all(['other', 'third'].map((name) => watchedAlso(company, `${name}-${host}`)))
    const follow = (_tx: unknown, { id }: { id: string }) =>
      id === threat.id ? Promise.reject(new Error('a lock was lost')) : Promise.resolve(null)
    await expect(enrichCompany({ ...parts(), follow }, company.id)).rejects.toThrow(/1 of 3/)
    expect(await watchOf(threat.id)).toMatchObject({ claimed_until: null, failures: 1, checked_at: null })
    expect((await watchOf(threat.id)).next_at).toEqual(new Date(now.getTime() + 10 * minuteMs))
    for (const { id } of others) expect(await watchOf(id)).toMatchObject({ claimed_until: null, checked_at: now })
    later(10 * minuteMs)
    expect(await look(company)).toBe(1)
    expect(await watchOf(threat.id)).toMatchObject({ claimed_until: null, checked_at: now })
  })

  test('what a check found is stored with the new state of a case that was changed meanwhile', async () => {
    const { company, threat } = await watched()
    let tries = 0
    const follow = () => {
      tries += 1
      if (tries === 1) return Promise.reject(new AppError('STALE_VERSION', { what: 'takedown' }))
      return Promise.resolve(hourMs)
    }
    await enrichCompany({ ...parts(), follow }, company.id)
    expect(tries).toBe(2)
    const checked = { claimed_until: null, failures: 0, checked_at: now, next_at: new Date(now.getTime() + hourMs) }
    expect(await watchOf(threat.id)).toMatchObject(checked)
  })

  test('targets of takedowns are checked before domains that have waited longer', async () => {
    const { company, threat, params } = await watched()
    const client = await newUser('client', company)
    const decision = { action: 'takedown', version: threat.version } as const
    expect((await send(client, decideThreat, { params, body: decision })).status).toBe(200)
    const order: string[] = []
    for (let other = 0; other < 7; other += 1) await watchedAlso(company, `n${other}-${host}`, hourMs)
    const follow = (_tx: unknown, { id }: { id: string }) => {
      order.push(id)
      return Promise.resolve(null)
    }
    expect(await enrichCompany({ ...parts(), follow }, company.id)).toBe(8)
    expect(order.slice(0, 6)).toContain(threat.id)
  })
})

describe('a look at a domain', () => {
  test('fills its fields, adds indicators, updates the score and appears in its history', async () => {
    const { company, threat, params } = await watched()
    expect(await look(company)).toBe(1)
    const client = await newUser('client', company)
    const { body } = await send(client, getThreat, { params })
    expect(body).toMatchObject({
      registrar: 'Example Registrar',
      address: '127.0.0.1',
      registeredOn: '2026-10-30T00:00:00.000Z',
      // 80 for its name; registered 2 days ago, no mail server, a placeholder page.
      score: 80 + 10 - 3 - 8,
      version: 2,
    })
    const traits = 'select kind, value from threat_traits where threat_id = $1 order by 1'
    expect((await world().database.pool.query(traits, [threat.id])).rows).toEqual([
      { kind: 'address', value: '127.0.0.1' },
      { kind: 'nameServers', value: 'ns1.host.example' },
    ])
    expect(body.indicators.map(({ name, contribution }) => [name, contribution])).toEqual([
      ['Brand as a separate word', 80],
      ['Registered recently', 10],
      ['No mail records', -3],
      ['Parked page', -8],
    ])
    expect(body.indicators.every(({ name, description }) => name.startsWith('Brand') || description)).toBe(true)
    expect(body.history.at(-1)).toMatchObject({ action: 'threat.enriched', text: 'Domain checked', by: null })
    const seen = (await send(client, getObservations, { params })).body
    expect(seen.latest).toMatchObject({
      registration: { registrar: 'Example Registrar', via: 'rdap' },
      dns: { ns: ['ns1.host.example'], a: ['127.0.0.1'] },
      tls: { certificate: null, problem: 'refused' },
      http: { status: 200, isParked: true, title: 'Nothing here' },
    })
    expect(new Date(seen.nextAt as string).getTime()).toBeGreaterThan(now.getTime())
    expect(await watchOf(threat.id)).toMatchObject({ failures: 0, checked_at: now, claimed_until: null })
  })

  test('records the networks of its addresses, and where its redirects lead', async () => {
    const { company, params } = await watched()
    outside.hosted()
    const port = new URL(outside.web.url('/')).port
    outside.dns.set('elsewhere.example', { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
    outside.registered('elsewhere.example', 'Other Registrar')
    outside.web.on('/', (_, response) =>
      response.writeHead(302, { location: `http://elsewhere.example:${port}/x` }).end(),
    )
    await look(company)
    const { latest } = (await send(await newUser('client', company), getObservations, { params })).body
    const address = {
      address: '127.0.0.1',
      asn: 64500,
      network: { name: 'EXAMPLE-NET', holder: 'Example Hosting', abuse: { email: 'abuse@host.example' } },
      system: { name: 'EXAMPLE-AS', abuse: { email: 'abuse@upstream.example' } },
    }
    expect(latest.hosting).toMatchObject({
      addresses: [{ ...address, network: { record: outside.numbers.url('/ip/127.0.0.1') } }],
      cdn: null,
      siteContacts: null,
      hops: [{ host: 'elsewhere.example', registration: { registrar: 'Other Registrar' }, addresses: [address] }],
    })
    const { rows } = await world().database.pool.query(
      `select role, recipient, record from abuse_contacts where origin = 'rdap' and seen_at = $1 order by role`,
      [now],
    )
    expect(rows).toEqual([
      { role: 'host', recipient: 'abuse@host.example', record: outside.numbers.url('/ip/127.0.0.1') },
      { role: 'network', recipient: 'abuse@upstream.example', record: outside.numbers.url('/autnum/64500') },
    ])
    // A registry that fails later doesn't make the domain look different.
    outside.numbers.on('/ip/127.0.0.1', (_, response) => response.writeHead(500).end())
    later(2 * dayMs)
    await lookAgain(company)
    const later2 = (await send(await newUser('client', company), getObservations, { params })).body
    expect(later2.latest.hosting?.addresses[0]).toMatchObject(address)
    expect(later2.items.filter(({ kind }) => kind === 'hosting')).toHaveLength(1)
  })

  test('ends when the program stops, although a server does not answer, and leaves the domain to another worker', async () => {
    const { company, threat } = await watched()
    const stop = new AbortController()
    outside.web.on('/', () => stop.abort())
    await enrichCompany({ ...parts(), signal: stop.signal }, company.id)
    expect(await watchOf(threat.id)).toMatchObject({ checked_at: null, claimed_until: null, next_at: now })
    outside.page(signInPage)
    expect(await look(company)).toBe(1)
    expect((await watchOf(threat.id)).checked_at).toEqual(now)
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
      hosting: 2,
      tls: 2,
      http: 2,
    })
  })

  test('moves the severity of what waits for review, and of nothing else', async () => {
    const queued = await watched({ stage: 'queued', severity: 3 })
    const corrected = await newThreat(queued.company, { name: host, source: 'URL', stage: 'queued', severity: 1 })
    outside.page(signInPage)
    outside.dns.set(host, { a: ['127.0.0.1'], mx: [[10, 'mx.example']] })
    await world().database.pool.query(
      `insert into domain_watches (company_id, threat_id, host, next_at) values ($1, $2, $3, $4)`,
      [queued.company.id, corrected.id, host, now],
    )
    expect(await look(queued.company)).toBe(2)
    const { rows } = await world().database.pool.query<{ id: string; score: number; severity: number }>(
      `select id, score, severity from threats where company_id = $1`,
      [queued.company.id],
    )
    // 80, registered 2 days ago, mail server, password field: the sum exceeds the maximum.
    expect(rows.find(({ id }) => id === queued.threat.id)).toMatchObject({ score: 100, severity: 4 })
    expect(rows.find(({ id }) => id === corrected.id)).toMatchObject({ score: 100, severity: 1 })
  })

  test('asks WHOIS where RDAP has no answer', async () => {
    outside.register.on(`/domain/${host}`, (_, response) => response.writeHead(500).end())
    outside.whois.queue(
      'whois: whois.register.test\n',
      `Domain Name: ${host}\nRegistrar: Old Registrar\nCreation Date: 2010-01-02\n`,
    )
    const { company, params } = await watched()
    await look(company)
    const { body } = await send(await newUser('client', company), getThreat, { params })
    expect(body).toMatchObject({ registrar: 'Old Registrar', registeredOn: '2010-01-02T00:00:00.000Z' })
    expect(body.indicators).toContainEqual(expect.objectContaining({ name: 'Registered years ago', contribution: -10 }))
    expect(outside.whois.questions).toEqual([host, host])
  })

  test('tries again soon when the registration is unknown', async () => {
    outside.register.on(`/domain/${host}`, (_, response) => response.writeHead(500).end())
    outside.whois.queue('% nothing known\n')
    const { company, threat } = await watched()
    await look(company)
    const { failures, next_at: nextAt } = await watchOf(threat.id)
    expect([failures, nextAt.getTime() - now.getTime()]).toEqual([1, 10 * minuteMs])
    outside.whois.queue('% nothing known\n')
    await expect(registrationOf({ ...parts(), now }, host)).rejects.toMatchObject({ reason: 'REGISTRY_UNKNOWN' })
  })

  test('is shared by all companies', async () => {
    const [one, other] = [await watched(), await watched()]
    await look(one.company)
    const questions = outside.dns.questions.length
    await look(other.company)
    expect(outside.dns.questions.length).toBe(questions)
    expect(outside.register.requests.filter(({ url }) => url === `/domain/${host}`)).toHaveLength(1)
  })

  test('waits for a throttling registry and keeps the other results', async () => {
    outside.register.on(`/domain/${host}`, (_, response) => response.writeHead(429, { 'retry-after': '1800' }).end())
    const { company, threat, params } = await watched()
    await look(company)
    const seen = (await send(await newUser('client', company), getObservations, { params })).body
    expect(Object.keys(seen.latest).toSorted()).toEqual(['dns', 'hosting', 'http', 'tls'])
    expect((await watchOf(threat.id)).failures).toBe(1)
    const { rows } = await world().database.pool.query<{ next_at: Date }>(
      'select next_at from answer_gates where server = $1',
      [outside.register.address],
    )
    expect(rows[0]?.next_at.getTime()).toBeGreaterThan(Date.now() + 20 * minuteMs)
    const questions = outside.register.requests.length
    later(20 * minuteMs)
    await world().database.pool.query(`update domain_watches set next_at = $2 where company_id = $1`, [company.id, now])
    await look(company)
    expect(outside.register.requests.length).toBe(questions)
  })

  test('that gets no answer from the DNS changes nothing, and is tried again soon', async () => {
    const { company, threat, params } = await watched()
    await look(company)
    outside.dns.set(host, { trouble: 'servfail' })
    await lookAgain(company)
    const watch = await watchOf(threat.id)
    expect(watch.failures).toBe(1)
    expect(watch.next_at.getTime() - now.getTime()).toBeLessThanOrEqual(20 * minuteMs)
    const seen = (await send(await newUser('client', company), getObservations, { params })).body
    expect(seen.latest.dns).toMatchObject({ state: 'found', a: ['127.0.0.1'] })
  })

  test('of a crashed worker is taken over after its claim expires', async () => {
    const { company, threat } = await watched()
    await world().database.pool.query(`update domain_watches set claimed_until = $2 where company_id = $1`, [
      company.id,
      new Date(now.getTime() + 5 * minuteMs),
    ])
    expect(await look(company)).toBe(0)
    later(6 * minuteMs)
    expect(await look(company)).toBe(1)
    expect((await watchOf(threat.id)).checked_at).toEqual(now)
  })

  test('is done by one of two processes only', async () => {
    const { company } = await watched()
    const done = await Promise.all([look(company), look(company), look(company)])
    expect(done.toSorted()).toEqual([0, 0, 1])
  })

  test('goes on once a week for a threat that was deleted, and ends after half a year', async () => {
    const { company, threat } = await watched({ stage: 'deleted' })
    await look(company)
    expect((await watchOf(threat.id)).next_at.getTime() - now.getTime()).toBe(7 * dayMs)
    await world().database.pool.query('update threats set staged_at = $2 where id = $1', [
      threat.id,
      new Date(now.getTime() - 180 * dayMs),
    ])
    await lookAgain(company)
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
    outside.dns.set(host, { a: ['127.0.0.1'], mx: [[10, 'mx.host.example']], ns: ['ns1.host.example'] })
    await lookAgain(company)
    outside.dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
    await lookAgain(company)
    expect((await items()).length).toBe(before)
    outside.dns.set(host, { a: ['127.0.0.1'], mx: [[10, 'mx.host.example']], ns: ['ns1.host.example'] })
    await lookAgain(company)
    expect((await items()).length).toBe(before)
    await lookAgain(company)
    expect((await items())[0]).toMatchObject({
      kind: 'dns',
      seenCount: 2,
      changes: [{ what: 'Mail servers', before: null, after: '10 mx.host.example', isMaterial: true }],
    })
    const { body } = await send(client, getThreat, { params })
    expect(body.indicators.map(({ name }) => name)).toContain('Mail records found')
    expect(body.history.at(-1)).toMatchObject({
      action: 'threat.observed',
      remark: 'Mail servers: none → 10 mx.host.example',
    })
  })

  test('is not seen twice in one answer that was kept', async () => {
    const { company, params, threat } = await watched()
    await look(company)
    outside.page(signInPage)
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
        expect((await send(client, decideThreat, { params, body: { action, version } })).status).toBe(200)
      }
      await look(company)
      await close()
      outside.page(signInPage)
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
      const alerts = async () =>
        (await send(client, listNotifications, {})).body.items.filter(({ title }) => title.startsWith('Reopened'))
      expect(await alerts()).toHaveLength(1)

      // Closed again: a return to the placeholder and to the same page as before isn't a new change.
      await close()
      outside.page(placeholder)
      await lookAgain(company)
      await lookAgain(company)
      outside.page(signInPage)
      await lookAgain(company)
      await lookAgain(company)
      expect((await send(client, getThreat, { params })).body.status).toBe(action)
      expect(await alerts()).toHaveLength(1)
    },
  )

  test('returns a deleted threat to the queue with what changed, once for one change', async () => {
    const { company, threat } = await watched({ stage: 'deleted' })
    const reviewer = await newUser('qa', company)
    const record = async () => (await send(reviewer, getQueued, { params: { threatId: threat.id } })).body
    await look(company)
    outside.page(signInPage)
    await lookAgain(company)
    expect(await record()).toMatchObject({ stage: 'deleted' })
    await lookAgain(company)
    const reopened = await record()
    expect(reopened).toMatchObject({ stage: 'queued', stagedBy: null })
    expect(reopened.stageReason).toContain('Page: Placeholder → Live')
    const event = reopened.history.find(({ action }) => action === 'qa.reopened')
    expect(event).toMatchObject({ by: null, remark: reopened.stageReason })

    await world().database.pool.query(`update threats set stage = 'deleted' where id = $1`, [threat.id])
    outside.page(placeholder)
    await lookAgain(company)
    await lookAgain(company)
    outside.page(signInPage)
    await lookAgain(company)
    await lookAgain(company)
    expect(await record()).toMatchObject({ stage: 'deleted' })
  })

  test('does not change a threat that is harmless now', async () => {
    outside.page(signInPage)
    const { company, params } = await watched()
    const client = await newUser('client', company)
    await look(company)
    const { version } = (await send(client, getThreat, { params })).body
    await send(client, decideThreat, { params, body: { action: 'whitelist', version } })
    outside.dns.remove(host)
    await lookAgain(company)
    await lookAgain(company)
    const { body } = await send(client, getThreat, { params })
    expect(body.status).toBe('whitelist')
    expect(body.history.at(-1)).toMatchObject({ action: 'threat.observed' })
  })

  test('returns from the watchlist to the queue', async () => {
    const { company, threat } = await watched({ stage: 'watchlist' })
    await world().database.pool.query(
      `insert into qa_watches (company_id, threat_id, every_days, checked_at, checked_by_name, due_at)
       values ($1, $2, 7, now(), 'x', now())`,
      [company.id, threat.id],
    )
    await look(company)
    outside.page(signInPage)
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
