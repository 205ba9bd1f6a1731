import type { FakeProviders } from '@signet/connectors/test/providers/fake-provider'
import { expect, test } from 'vitest'
import {
  getSourceCoverage,
  listConnectors,
  pauseConnector,
  putConnector,
  silentAfterMs,
} from '@signet/contract/collection/connectors'
import { addNotificationRule } from '@signet/contract/messages/notification-rules'
import { listNotifications } from '@signet/contract/messages/notifications'
import { minuteMs } from '@signet/contract/time'
import { appOf, ofAppStore, connectorWorld } from '../../../../test/connected-company.ts'
import { newThreat, newUser, send } from '../../../../test/harness.ts'
import { whileRefused } from '../../../../test/refuse-rows.ts'
import { alertOfTroubles } from './alert-of-troubles.job.ts'
import { stateOf } from './connector-work.ts'

const { world, providers, run, parts, createFixture } = connectorWorld()

const alert = () => alertOfTroubles({ ...parts(), log: world().log })

test('coverage says when a provider throttles, fails, falls silent and comes back', async () => {
  const { company, turnOn, collectNow, work, coverage } = await createFixture()
  // Other connectors of the source stay off.
  const apk = async () => {
    const found = (await coverage()).find(({ source }) => source === 'APK')
    return found && { ...found, connectors: found.connectors.filter(({ connector }) => connector === 'appStore') }
  }
  expect(await apk()).toMatchObject({
    state: 'off',
    dataAt: null,
    connectors: [{ connector: 'appStore', state: 'off' }],
  })
  await turnOn()
  expect(await apk()).toMatchObject({ state: 'collecting', connectors: [{ state: 'waiting' }] })

  const again = async (manner: FakeProviders['world']['manner']) => {
    providers().world.manner = manner
    await run('update connectors set next_run_at = now() where company_id = $1', company.id)
    await collectNow()
  }
  await again('throttles')
  expect(await apk()).toMatchObject({ state: 'troubled', connectors: [{ state: 'throttled' }] })
  expect(Date.parse((await work())?.nextRunAt ?? '')).toBeLessThanOrEqual(Date.now() + minuteMs)
  await again('fails')
  expect(await work()).toMatchObject({ state: 'failing', problem: { reason: 'SERVER_FAILS' } })
  await again('changed')
  expect(await work()).toMatchObject({ state: 'failing', problem: { reason: 'API_ANSWER_CHANGED' } })
  await again('silent')
  expect(await apk()).toMatchObject({ state: 'collecting', connectors: [{ state: 'collecting' }] })
  await run(
    'update connectors set on_since = $2 where company_id = $1',
    company.id,
    new Date(Date.now() - silentAfterMs - 1000),
  )
  expect(await apk()).toMatchObject({ state: 'troubled', connectors: [{ state: 'silent' }] })
  providers().world.listings = () => [appOf(1)]
  await again('ok')
  expect(await apk()).toMatchObject({ state: 'collecting', connectors: [{ state: 'collecting', observed: 1 }] })
  expect((await apk())?.dataAt).not.toBeNull()
})

test('a connector that needs another account notifies people once until it works again', async () => {
  const { company, turnOn, collectNow, work, makeDue } = await createFixture('x')
  const client = await newUser('client', company)
  const reader = await newUser('clientPeeker', company)
  const titles = async (user = client) =>
    (await send(user, listNotifications, {})).body.items.map(({ title, href }) => `${title} ${href}`)
  const again = async (manner: FakeProviders['world']['manner']) => {
    providers().world.manner = manner
    await makeDue()
    await collectNow()
    await alert()
  }
  await turnOn({ token: 'AAAA' })
  await again('expired')
  expect(await work()).toMatchObject({ state: 'needsAccount', problem: { reason: 'API_KEY_REFUSED' } })
  const refused = 'Twitter: X no longer accepts the account /settings?part=sources'
  expect(await titles()).toEqual([refused])
  await again('expired')
  await again('fails')
  expect(await titles()).toEqual([refused])
  await again('ok')
  await again('expired')
  expect(await titles()).toEqual([refused, refused])
  expect(await titles(reader)).toEqual([])
})

test('a failing connector notifies people after the third failure in a row, a throttled one when nothing came for days', async () => {
  const { company, turnOn, collectNow, work, makeDue } = await createFixture()
  const client = await newUser('client', company)
  const titles = async () => (await send(client, listNotifications, {})).body.items.map(({ title }) => title)
  const again = async (manner: FakeProviders['world']['manner']) => {
    providers().world.manner = manner
    await makeDue()
    await collectNow()
    await alert()
  }
  await turnOn()
  await again('fails')
  await again('fails')
  expect(await titles()).toEqual([])
  await again('fails')
  const failing = "APK: App Store couldn't be read three times in a row"
  expect(await titles()).toEqual([failing])
  await again('ok')
  await again('throttles')
  expect(await titles()).toEqual([failing])
  const since = new Date(Date.now() - silentAfterMs - 1000)
  await run('update connectors set on_since = $2, data_at = $2 where company_id = $1', company.id, since)
  await alert()
  expect(await work()).toMatchObject({ state: 'throttled' })
  expect(await titles()).toEqual(['APK: App Store has sent nothing for 3 days', failing])
})

test('people of one company are notified even if those of another cannot be', async () => {
  const broken = await createFixture('x')
  const sound = await createFixture('x')
  for (const { turnOn, collectNow } of [broken, sound]) {
    await turnOn({ token: 'AAAA' })
    providers().world.manner = 'expired'
    await collectNow()
  }
  const client = await newUser('client', sound.company)
  const companyId = broken.company.id
  await newUser('client', broken.company)
  await whileRefused({ table: 'notifications', change: 'insert', companyId }, async () => {
    await expect(alert()).rejects.toThrow(`: ${companyId}: refused`)
  })
  expect((await send(client, listNotifications, {})).body.items.map(({ title }) => title)).toEqual([
    'Twitter: X no longer accepts the account',
  ])
})

test('connectors that bring in nothing at the same time are one notification, and an email by the rules of staff', async () => {
  const { company, superAdmin, query, turnOn, collectNow } = await createFixture('x')
  const settings = { severities: [], companies: [company.key], addresses: [], roles: ['superAdmin' as const] }
  const rule = { ...settings, name: 'Sources', event: 'connectorTroubled' as const, channels: ['mail' as const] }
  expect((await send(superAdmin, addNotificationRule, { body: rule })).status).toBe(201)
  await turnOn({ token: 'AAAA' })
  await send(superAdmin, putConnector, { ...ofAppStore, query, body: { isOn: true, credentials: {} } })
  providers().world.manner = 'ok'
  await collectNow()
  const since = new Date(Date.now() - silentAfterMs - 1000)
  await run('update connectors set on_since = $2, data_at = null where company_id = $1', company.id, since)
  await Promise.all([alert(), alert()])
  const { body } = await send(superAdmin, listNotifications, {})
  expect(body.items.map(({ title, body: names }) => [title, names])).toEqual([
    ["2 connectors aren't delivering data", 'App Store, X'],
  ])
  const { rows } = await run(
    `select subject from mails where company_id = $1 and template = 'notification-rule' and to_address = $2`,
    company.id,
    superAdmin.email,
  )
  expect(rows).toEqual([{ subject: "Sources: 2 connectors aren't delivering data" }])
})

test('a connector that was switched off for long is not silent when it is switched on again', async () => {
  const { company, superAdmin, query, turnOn, collectNow, work } = await createFixture()
  await turnOn()
  await send(superAdmin, putConnector, { ...ofAppStore, query, body: { isOn: false } })
  const since = new Date(Date.now() - 2 * silentAfterMs)
  await run('update connectors set data_at = $2 where company_id = $1', company.id, since)
  await turnOn()
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting' })
})

test('a paused connector makes its source paused, notifies of nothing, and is not silent once it is resumed', async () => {
  const { company, superAdmin, query, turnOn, collectNow, work, coverage, makeDue } = await createFixture()
  const client = await newUser('client', company)
  const ofApps = async () => (await coverage()).find(({ source }) => source === 'APK')
  await turnOn()
  await collectNow()
  await send(superAdmin, pauseConnector, { ...ofAppStore, query, body: { isPaused: true } })
  const since = new Date(Date.now() - 2 * silentAfterMs)
  await run('update connectors set on_since = $2, data_at = $2 where company_id = $1', company.id, since)
  expect(await ofApps()).toMatchObject({ state: 'paused' })
  await alert()
  expect((await send(client, listNotifications, {})).body.items).toEqual([])
  await send(superAdmin, pauseConnector, { ...ofAppStore, query, body: { isPaused: false } })
  await makeDue()
  await collectNow()
  await alert()
  expect(await work()).toMatchObject({ state: 'collecting' })
  expect((await send(client, listNotifications, {})).body.items).toEqual([])
})

test('sources without a connector are import only', async () => {
  const { coverage } = await createFixture()
  const linkedIn = (await coverage()).find(({ source }) => source === 'LinkedIn')
  expect(linkedIn).toEqual({ kind: 'threat', source: 'LinkedIn', state: 'importOnly', dataAt: null, connectors: [] })
})

test('coverage says when reports of the public and files last came in', async () => {
  const { company, coverage } = await createFixture()
  const dataAt = async (name: string) => (await coverage()).find(({ source }) => source === name)?.dataAt
  await run(
    `insert into tips (company_id, id, fingerprint, title, source, last_at)
      values ($1, gen_random_uuid(), 'a', 'umber_help', 'TikTok', '2026-11-02T08:00Z')`,
    company.id,
  )
  await run(
    `insert into imports (company_id, id, source, sha256, name, size, kind, columns, sample, mapping, state, rows_done, added, finished_at,
        created_by, created_by_name)
      values ($1, gen_random_uuid(), 'LinkedIn', repeat('a', 64), 'a.csv', 1, 'csv', '[]', '[]', '{}', 'done', 3, 3, '2026-11-03T08:00Z',
        gen_random_uuid(), 'Ada')`,
    company.id,
  )
  expect(await dataAt('TikTok')).toBe('2026-11-02T08:00:00.000Z')
  expect(await dataAt('LinkedIn')).toBe('2026-11-03T08:00:00.000Z')
})

test('coverage is as recent as the newest published threat of a source', async () => {
  const { company, coverage } = await createFixture()
  const dataAt = async () => (await coverage()).find(({ source }) => source === 'LinkedIn')?.dataAt
  const add = async (firstSeen: string, stage: 'published' | 'queued') => {
    const { id } = await newThreat(company, { source: 'LinkedIn', stage })
    await run('update threats set first_seen = $2 where id = $1', id, firstSeen)
  }
  await add('2026-11-01T08:00Z', 'published')
  await add('2026-11-03T08:00Z', 'published')
  // The client doesn't know of it yet.
  await add('2026-11-04T08:00Z', 'queued')
  expect(await dataAt()).toBe('2026-11-03T08:00:00.000Z')
  await run(
    `insert into tips (company_id, id, fingerprint, title, source, last_at)
      values ($1, gen_random_uuid(), 'b', 'umber_help', 'LinkedIn', '2026-11-02T08:00Z')`,
    company.id,
  )
  expect(await dataAt()).toBe('2026-11-03T08:00:00.000Z')
})

test('a faster clock shortens the time without data after which a connector is silent, but not below two of its runs', () => {
  const now = new Date('2026-11-27T12:00Z')
  const ranAt = new Date(now.getTime() - 5 * minuteMs)
  const work = { is_on: true, paused_at: null, problem: null, on_since: ranAt, ran_at: ranAt, data_at: ranAt }
  const stateWith = (factor: number) => stateOf({ ...work, connector: 'appStore' }, { now, factor })
  expect([1, 60, 7200].map(stateWith)).toEqual(['collecting', 'collecting', 'silent'])
  const fresh = { ...work, connector: 'appStore' as const, data_at: new Date(now.getTime() - minuteMs) }
  expect(stateOf(fresh, { now, factor: 7200 })).toBe('collecting')
})

test('what brings in touts is told apart from what brings in threats', async () => {
  const { turnOn, collectNow, coverage } = await createFixture('x', 'Quayside Rail', {
    modules: { touts: true },
    toutSources: ['Twitter', 'URL', 'Domain', 'Extension'],
  })
  await turnOn({ token: 'AAAA' })
  await collectNow()
  const touts = (await coverage()).filter(({ kind }) => kind === 'tout')
  expect(touts.map(({ source, state }) => `${source} ${state}`)).toEqual([
    'Twitter collecting',
    'Domain importOnly',
    'URL off',
    'Extension importOnly',
  ])
  // Sources that touts don't have are listed as addresses.
  const [, , addresses] = touts
  expect(addresses?.connectors.map(({ connector }) => connector)).toEqual(
    expect.arrayContaining(['metaAds', 'reddit', 'urlscan']),
  )
  const none = await createFixture('x', 'Quayside Rail')
  expect((await none.coverage()).filter(({ kind }) => kind === 'tout')).toEqual([])
})

test('only staff who manage companies see accounts, and clients see how their sources are covered', async () => {
  const { company } = await createFixture()
  const client = await newUser('client', company)
  expect((await send(client, listConnectors)).status).toBe(403)
  expect((await send(client, getSourceCoverage)).status).toBe(200)
})
