import type { IncomingMessage } from 'node:http'
import type { Exit } from '@signet/connectors'
import { startFakeProxy } from '@signet/connectors/test/fake-proxy'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listNotifications } from '@signet/contract/messages/notifications'
import { moveTakedown } from '@signet/contract/takedowns/takedown-work'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { placeholder, signInPage, startOutside, type Outside } from '../../../../test/outside/outside-world.ts'
import { openDatabase, type Database } from '../../../db/database.ts'
import { cleanUp } from '../../../jobs/clean-up.job.ts'
import { feature } from '../feature.ts'
import { enrichCompany } from '../../enrichment/enrich.job.ts'
import { followTakedown } from './follow-takedown.ts'

const world = useWorld()
let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
})
afterAll(() => outside.close())

let counter = 0
let host = ''
let now = new Date()
beforeEach(() => {
  counter += 1
  host = `taken-brand-${counter}.example`
  now = new Date()
  outside.dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
  outside.registered(host, 'Example Registrar')
  outside.page(signInPage)
})

const run = (sql: string, ...values: unknown[]) => world().database.pool.query(sql, values)

/** A case of a watched domain, with its client and its team. */
async function createFixture({
  exits = [],
  database = world().database,
  ...more
}: { source?: 'Domain' | 'URL'; name?: string; exits?: Exit[]; database?: Database } = {}) {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const threat = await newThreat(company, { name: host, ...more })
  await run(
    `insert into domain_watches (company_id, threat_id, host, next_at) values ($1, $2, $3, '2020-01-01')`,
    company.id,
    threat.id,
    host,
  )
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const params = { takedownId: body.takedown?.id as string }
  const read = async () => (await send(client, getTakedown, { params })).body
  const move = async (status: TakedownStatus) => {
    const { version } = await read()
    const answer = await send(staff, moveTakedown, { params, body: { status, note: 'reported on the phone', version } })
    expect(answer.status).toBe(200)
  }
  /** Checks when the next check is due, or the given time later. */
  const look = async (laterMs?: number, follow = followTakedown(world().queue.enqueue)) => {
    const { rows } = await run('select next_at from domain_watches where threat_id = $1', threat.id)
    const due = (rows[0] as { next_at: Date }).next_at
    // Answers are cached for five minutes, so two checks at the same instant would be one.
    now = new Date(Math.max(due.getTime(), now.getTime() + 6 * minuteMs) + (laterMs ?? 0))
    // The rate limit uses the real clock, but the clock of this test does not advance.
    await run(`update answer_gates set next_at = '2020-01-01'`)
    const settings = outside.settings(host)
    const checked = await enrichCompany(
      {
        database,
        log: world().log,
        settings: { ...settings, capture: { ...settings.capture, exits } },
        signal: new AbortController().signal,
        follow,
        now: () => now,
      },
      company.id,
    )
    expect(checked).toBe(1)
  }
  /** Checks as often as needed to confirm a change. */
  const lookTwice = async () => {
    await look()
    const certainAt = now.getTime() + 30 * minuteMs
    while (now.getTime() < certainAt) await look()
  }
  const states = async () => {
    const { rows } = await run(
      'select state from takedown_checks where takedown_id = $1 order by at',
      params.takedownId,
    )
    return (rows as { state: string }[]).map(({ state }) => state)
  }
  const nextInMs = async () => {
    const { rows } = await run('select next_at from domain_watches where threat_id = $1', threat.id)
    return (rows[0] as { next_at: Date }).next_at.getTime() - now.getTime()
  }
  return { company, client, staff, threat, params, read, move, look, lookTwice, states, nextInMs }
}

const isPhone = ({ headers }: IncomingMessage) => /Mobile/.test(headers['user-agent'] ?? '')
const gone = () => outside.dns.remove(host)
const back = () => outside.dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })

describe('the target of an open takedown', () => {
  test('is checked every hour from the request on, and the case shows the results', async () => {
    const { read, look, states, nextInMs } = await createFixture()
    await look()
    expect(await read()).toMatchObject({
      assetState: 'active',
      reach: { host, checks: [{ state: 'active', reason: 'page', status: 200, leadsTo: null }] },
    })
    expect(await nextInMs()).toBe(hourMs)
    await look()
    expect(await states()).toEqual(['active', 'active'])
    const { events, reach, version } = await read()
    expect(reach.nextAt).toBe(new Date(now.getTime() + hourMs).toISOString())
    // A check with an unchanged result adds no event and doesn't change the version of the case.
    expect(events.filter(({ action }) => action === 'takedown.checked')).toMatchObject([
      { text: 'Check', remark: 'Still reachable', words: { parameters: { state: 'active' } }, by: null },
    ])
    expect(version).toBe(1)
  })

  test('is checked less often the longer the case has its status, even if it is updated otherwise', async () => {
    const { move, look, nextInMs } = await createFixture()
    await move('submitted')
    await look(3 * dayMs)
    expect(await nextInMs()).toBe(3 * hourMs)
    await run('update takedowns set updated_at = $1', now)
    await look()
    expect(await nextInMs()).toBe(3 * hourMs)
  })

  test('that goes away moves the case when a second look agrees, and the client hears of it', async () => {
    const { client, read, move, look, lookTwice, states, nextInMs } = await createFixture()
    await move('submitted')
    await look()
    gone()
    await look()
    expect(await read()).toMatchObject({ status: 'submitted', assetState: 'active' })
    expect(await nextInMs()).toBeLessThanOrEqual(30 * minuteMs)
    await lookTwice()
    const { events, ...after } = await read()
    expect(after).toMatchObject({ status: 'offline_monitoring', assetState: 'offline', relapses: 0 })
    const { offlineAt = '', watchedUntil } = after.clocks
    expect(watchedUntil).toBe(new Date(Date.parse(offlineAt) + 7 * dayMs).toISOString())
    expect(events.slice(-2)).toMatchObject([
      { text: 'Check', remark: 'Offline', by: null },
      { text: 'Offline, watched', remark: 'Offline in two checks, 30 minutes apart', by: null },
    ])
    expect([...new Set(await states())]).toEqual(['active', 'offline'])
    const { items } = (await send(client, listNotifications, {})).body
    expect(items[0]?.title).toBe(`Takedown of ${host}: Offline, watched`)
  })

  test('that is reachable again reopens its case, which is counted', async () => {
    const { read, move, look, lookTwice } = await createFixture()
    await move('submitted')
    await look()
    gone()
    await look()
    const goneAt = now.toISOString()
    await lookTwice()
    back()
    await look()
    const backAt = now.toISOString()
    expect(await read()).toMatchObject({ status: 'offline_monitoring', assetState: 'offline' })
    await lookTwice()
    const { events, ...after } = await read()
    expect(after).toMatchObject({ status: 'reopened', assetState: 'active', relapses: 1, waitingFor: 'team' })
    expect(events.at(-1)).toMatchObject({ text: 'Reopened', by: null })
    // After the case was submitted again, the target can go offline again.
    await move('submitted')
    gone()
    await look()
    const goneAgainAt = now.toISOString()
    await lookTwice()
    const { timing, ...again } = await read()
    expect(again).toMatchObject({ status: 'offline_monitoring', relapses: 1 })
    // The first and the last time are those of the first check that found it so, not of the one that confirmed it.
    expect(timing.moments).toEqual(
      expect.arrayContaining([
        { key: 'offline', first: goneAt, last: goneAgainAt, count: 2 },
        { key: 'backOnline', first: backAt, last: backAt, count: 1 },
        expect.objectContaining({ key: 'reopened', count: 1 }),
        expect.objectContaining({ key: 'noticeSent', count: 2 }),
      ]),
    )
    const { first: authorisedAt = '' } = timing.moments.find(({ key }) => key === 'authorised') ?? {}
    const since = (instant: string) => Date.parse(instant) - Date.parse(authorisedAt)
    expect(timing.spans).toEqual(
      expect.arrayContaining([
        { key: 'firstOutage', ms: since(goneAt), isRunning: false },
        { key: 'finalOutage', ms: since(goneAgainAt), isRunning: false },
      ]),
    )
  })

  test('is checked and watched so many times faster on an accelerated clock, whose times are called simulated', async () => {
    const database = openDatabase(world().connection, 2, 1000)
    const { read, move, look, nextInMs } = await createFixture({ database })
    await move('submitted')
    gone()
    await look()
    // Two days of this clock have passed since the case was submitted.
    expect(await nextInMs()).toBe((3 * hourMs) / 1000)
    await look()
    const { status, clocks, events } = await read()
    expect(status).toBe('offline_monitoring')
    expect(events.at(-1)?.remark).toBe('Offline in two checks, 30 simulated minutes apart')
    expect(Date.parse(clocks.watchedUntil ?? '') - Date.parse(clocks.offlineAt ?? '')).toBe((7 * dayMs) / 1000)
    await look()
    expect((await read()).status).toBe('offline_monitoring')
    await look()
    expect((await read()).events.at(-1)).toMatchObject({
      text: 'Resolved',
      remark: expect.stringMatching(/^Offline for 8 simulated days, in each of \d+ checks$/),
    })
    await database.close()
  })

  test('that stays offline is resolved at the end of the watch, and reopened if it comes back later', async () => {
    const { read, move, look, lookTwice, nextInMs } = await createFixture()
    await move('submitted')
    gone()
    await lookTwice()
    await lookTwice()
    expect((await read()).status).toBe('offline_monitoring')
    await look(6 * dayMs)
    expect((await read()).status).toBe('offline_monitoring')
    await look(dayMs)
    const { events, ...resolved } = await read()
    expect(resolved).toMatchObject({ status: 'resolved', assetState: 'offline' })
    expect(events.findLast(({ text }) => text === 'Resolved')?.remark).toMatch(
      /^Offline for 7 days, in each of \d+ checks$/,
    )
    expect(await nextInMs()).toBeGreaterThan(hourMs)
    back()
    await lookTwice()
    expect(await read()).toMatchObject({ status: 'reopened', relapses: 1 })
  })

  test('that flaps or cannot be checked changes no status', async () => {
    const { read, move, look, states } = await createFixture()
    await move('submitted')
    await look()
    gone()
    await look()
    back()
    await look()
    outside.dns.set(host, { trouble: 'servfail' })
    await look()
    gone()
    await look()
    expect(await states()).toEqual(['active', 'offline', 'active', 'unknown', 'offline'])
    expect(await read()).toMatchObject({ status: 'submitted', assetState: 'active', version: 2 })
  })

  test('stays offline if a person set it so, although checks always reached it', async () => {
    const { read, move, look } = await createFixture()
    await move('submitted')
    await look()
    await look()
    await move('offline_monitoring')
    await look()
    await look()
    await look()
    expect(await read()).toMatchObject({ status: 'offline_monitoring', assetState: 'active', relapses: 0 })
  })

  test('that turns to a placeholder, refuses us or sends visitors on says so and leaves the case to people', async () => {
    const { read, move, look, lookTwice } = await createFixture()
    await move('submitted')
    await look()
    outside.page(placeholder)
    await lookTwice()
    expect(await read()).toMatchObject({ status: 'submitted', assetState: 'parked' })
    outside.web.on('/', (_, response) => response.writeHead(403).end())
    await lookTwice()
    expect(await read()).toMatchObject({ status: 'submitted', assetState: 'cloaked' })
  })

  test('is not offline while one visitor still sees the page, or only our own name is refused', async () => {
    const { read, move, look, lookTwice } = await createFixture()
    await move('submitted')
    await look()
    outside.web.on('/', (request, response) =>
      isPhone(request) ? response.end(signInPage) : response.writeHead(404).end(),
    )
    await lookTwice()
    const views = [
      { profile: 'desktop', exit: null, state: 'offline', reason: 'gone', status: 404 },
      { profile: 'phone', exit: null, state: 'active', reason: 'page', status: 200 },
    ]
    expect(await read()).toMatchObject({ status: 'submitted', assetState: 'cloaked' })
    expect((await read()).reach.checks.at(-1)).toMatchObject({ state: 'cloaked', reason: 'differs', views })
    for (const refusal of [404, 503]) {
      outside.web.on('/', ({ headers }, response) =>
        headers['user-agent'] === 'Signet' ? response.writeHead(refusal).end() : response.end(signInPage),
      )
      await lookTwice()
      expect(await read()).toMatchObject({ status: 'submitted', assetState: 'active' })
    }
    outside.web.on('/', (_, response) => response.writeHead(404).end())
    await lookTwice()
    expect(await read()).toMatchObject({ status: 'offline_monitoring', assetState: 'offline' })
  })

  test('is visited from every exit, and not offline while one of them shows the page or does not work', async () => {
    const proxy = await startFakeProxy()
    const exits = [proxy.exit('DE'), proxy.exit('IN')]
    const { read, move, look, lookTwice } = await createFixture({ exits })
    await move('submitted')
    await look()
    expect((await read()).reach.checks[0]?.views.map(({ profile, exit }) => `${profile} ${exit}`)).toEqual([
      'desktop DE',
      'phone DE',
      'desktop IN',
      'phone IN',
    ])
    outside.web.on('/', (_, response) => response.writeHead(404).end())
    // This exit asks for a password.
    proxy.answer('IN', 407)
    await lookTwice()
    expect(await read()).toMatchObject({ status: 'submitted', assetState: 'active' })
    proxy.answer('IN', 200)
    await lookTwice()
    expect(await read()).toMatchObject({ status: 'offline_monitoring' })
    await proxy.close()
  })

  test('is the page of the address, where the case is about one page', async () => {
    const { read, look } = await createFixture({ source: 'URL', name: `http://${host}/in/pay?for=somebody` })
    outside.web.on('/in/pay', (_, response) => response.writeHead(404).end())
    await look()
    expect(await read()).toMatchObject({
      assetState: 'offline',
      reach: { checks: [{ state: 'offline', reason: 'gone', status: 404 }] },
    })
  })

  test('is not followed by a case that ended', async () => {
    const { move, look, states } = await createFixture()
    await move('withdrawn')
    await look()
    expect(await states()).toEqual([])
  })
})

test('a case without a host has nothing to look at', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  const threat = await newThreat(company, { source: 'Telegram', name: 'brand_help' })
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const takedownId = body.takedown?.id as string
  const { reach } = (await send(client, getTakedown, { params: { takedownId } })).body
  expect(reach).toEqual({ isOn: false, host: null, checks: [], nextAt: null, watch: null })
})

test('checks are kept for thirty days', async () => {
  const { look, states } = await createFixture()
  await look()
  await cleanUp(world(), feature.kept, new Date(now.getTime() + 29 * dayMs))
  expect(await states()).toHaveLength(1)
  await cleanUp(world(), feature.kept, new Date(now.getTime() + 31 * dayMs))
  expect(await states()).toEqual([])
})
