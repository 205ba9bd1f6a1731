import { randomUUID } from 'node:crypto'
import { listCompanyCoverage } from '@signet/contract/collection/company-coverage'
import { pauseConnector, putConnector } from '@signet/contract/collection/connectors'
import type { QueryOf } from '@signet/contract/route'
import type { FakeProviders } from '@signet/connectors/test/providers/fake-provider'
import { expect, test } from 'vitest'
import { coverageOf } from './company-coverage.ts'
import { appOf, connectorWorld, ofAppStore } from '../../../../test/connected-company.ts'
import { newCompany, newUser, send, type TestUser } from '../../../../test/harness.ts'

const { world, providers, createFixture } = connectorWorld()

const listed = async (user: TestUser, query: Partial<QueryOf<typeof listCompanyCoverage>> = {}) => {
  const { status, body } = await send(user, listCompanyCoverage, { query: { limit: 200, ...query } })
  expect(status).toBe(200)
  return body
}
const apps = { sources: ['APK' as const] }

test('staff see the sources of all their companies, those that need people first, and none of other companies', async () => {
  const [one, other, foreign] = [await createFixture(), await createFixture(), await createFixture()]
  const peeker = await newUser('adminPeeker', one.company, [one.company, other.company])
  await foreign.turnOn()
  await one.turnOn()
  providers().world.manner = 'fails'
  await one.collectNow()
  await other.turnOn()
  const { items, total, troubled, troubledOf, stateCounts } = await listed(peeker)
  expect(items[0]).toMatchObject({ company: one.company.key, source: 'APK', state: 'failing' })
  expect(new Set(items.map(({ company }) => company))).toEqual(new Set([one.company.key, other.company.key]))
  expect([total, troubled]).toEqual([items.length, 1])
  expect(troubledOf).toEqual([{ company: one.company.key, count: 1 }])
  expect(stateCounts).toContainEqual({ state: 'failing', count: 1 })
  expect(stateCounts.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  expect((await listed(peeker, apps)).stateCounts).toEqual(stateCounts)
  expect((await listed(peeker, apps)).items.map(({ company, state }) => [company, state])).toEqual([
    [one.company.key, 'failing'],
    [other.company.key, 'waiting'],
  ])
})

test('a row says what each connector does, when data came in and when the next run is', async () => {
  const { company, superAdmin, query, turnOn, collectNow } = await createFixture()
  const row = async () => (await listed(superAdmin, { company: [company.key], ...apps })).items[0]
  expect(await row()).toMatchObject({ state: 'off', connectors: [], dataAt: null, nextRunAt: null })
  await turnOn()
  providers().world.listings = () => [appOf(1)]
  await collectNow()
  const collecting = await row()
  expect(collecting).toMatchObject({
    state: 'collecting',
    connectors: [{ connector: 'appStore', state: 'collecting' }],
  })
  expect(Date.parse(collecting?.dataAt ?? '')).toBeGreaterThan(0)
  expect(Date.parse(collecting?.nextRunAt ?? '')).toBeGreaterThan(Date.now())
  await send(superAdmin, pauseConnector, { ...ofAppStore, query, body: { isPaused: true } })
  expect(await row()).toMatchObject({ state: 'paused', nextRunAt: null })
})

test('each trouble of a connector is a state of its own, also while another connector of the source works', async () => {
  const { company, superAdmin, query, turnOn, collectNow, makeDue } = await createFixture('x')
  const state = async () => {
    const { items } = await listed(superAdmin, { company: [company.key], sources: ['Twitter'] })
    return items[0]?.state
  }
  const again = async (manner: FakeProviders['world']['manner']) => {
    providers().world.manner = manner
    await makeDue()
    await collectNow()
    return state()
  }
  await turnOn({ token: 'AAAA' })
  expect(await again('throttles')).toBe('throttled')
  expect(await again('expired')).toBe('needsAccount')
  expect(await again('fails')).toBe('failing')
  // It works again, and has had nothing so far.
  expect(await again('ok')).toBe('waiting')
  const gitlab = { params: { connector: 'gitlab' as const }, query }
  const github = { params: { connector: 'github' as const }, query }
  for (const to of [gitlab, github]) {
    await send(superAdmin, putConnector, { ...to, body: { isOn: true, credentials: { token: 'AAAA' } } })
  }
  await send(superAdmin, pauseConnector, { ...github, body: { isPaused: true } })
  const { items } = await listed(superAdmin, { company: [company.key], sources: ['GitHub'] })
  expect(items[0]).toMatchObject({
    state: 'waiting',
    connectors: [
      { connector: 'github', state: 'paused' },
      { connector: 'gitlab', state: 'waiting' },
    ],
  })
})

test('rows are filtered by state and name, sorted and paged', async () => {
  const { company, superAdmin, turnOn } = await createFixture()
  await turnOn()
  const base = { company: [company.key] }
  const waiting = await listed(superAdmin, { ...base, states: ['waiting'] })
  expect(waiting.items.map(({ source }) => source)).toEqual(['APK'])
  expect((await listed(superAdmin, { ...base, searchQuery: 'no such company' })).items).toEqual([])
  const sorted = { ...base, sortField: 'source' as const }
  const all = await listed(superAdmin, sorted)
  const backwards = await listed(superAdmin, { ...sorted, sortDirection: 'desc' })
  expect(backwards.items.map(({ source }) => source)).toEqual(all.items.map(({ source }) => source).toReversed())
  const second = await listed(superAdmin, { ...sorted, limit: 2, pageNumber: 2 })
  expect(second).toMatchObject({ total: all.total, items: all.items.slice(2, 4) })
})

test('a source that collects waits until anything came in', () => {
  const clock = { now: new Date('2026-11-27T12:00Z'), factor: 1 }
  const stateAt = (arrivedAt: Date | undefined) =>
    coverageOf({ key: 'bank', name: 'Bank' }, 'URL', [], { isRead: true, clock, arrivedAt }).state
  expect(stateAt(undefined)).toBe('waiting')
  expect(stateAt(new Date('2026-11-27T11:00Z'))).toBe('collecting')
})

test('clients and reviewers have no table of companies', async () => {
  const company = await newCompany()
  for (const role of ['client', 'clientPeeker', 'qa'] as const) {
    expect((await send(await newUser(role, company), listCompanyCoverage)).status).toBe(403)
  }
})

test('a certificate log of the demo, which nobody reads, collects nothing', async () => {
  const { company, superAdmin } = await createFixture()
  const row = async () =>
    (await listed(superAdmin, { company: [company.key], sources: ['Domain'] })).items.map(({ state, dataAt }) => ({
      state,
      dataAt,
    }))
  const before = await row()
  await world().database.inCompanies([], (tx) =>
    tx
      .insertInto('ct_logs')
      .values({
        id: randomUUID(),
        log_id: 'demo coverage',
        operator: 'Nobody',
        description: 'Demo log',
        url: 'https://coverage.demo.invalid/',
        kind: 'rfc6962',
        state: 'reading',
        next_index: 1,
        tree_size: 1,
        entry_at: new Date(),
        entries_read: 1,
        names_read: 1,
        threats_added: 0,
        unreadable: 0,
        gaps: 0,
        is_demo: true,
      })
      .execute(),
  )
  expect(await row()).toEqual(before)
})
