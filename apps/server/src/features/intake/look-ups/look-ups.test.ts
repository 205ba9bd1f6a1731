import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFakeProviders, type FakeProviders, type Listing } from '@signet/connectors/test/providers/fake-provider'
import { fakeProviders } from '@signet/connectors/test/providers/fakes'
import {
  getSourceCoverage,
  listConnectors,
  putConnector,
  runConnector,
  testConnector,
  type AskedConnectorName,
} from '@signet/contract/collection/connectors'
import { listAudit } from '@signet/contract/operation/audit'
import { getLookUps, lookUpThreat } from '@signet/contract/review/look-ups'
import { getQueued } from '@signet/contract/review/qa'
import { getThreat } from '@signet/contract/threats/threats'
import { addThreats } from '@signet/contract/threats/add-threats'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { minuteMs, secondMs } from '@signet/contract/time'
import { newCompany, newUser, refusal, send, useWorld } from '../../../../test/harness.ts'
import { testConnectorAccount } from '../connectors/test-connector.job.ts'
import { runLookUp } from './look-up.job.ts'

const world = useWorld()
const sha256 = '4711'.padStart(64, 'a')
const listing: Listing = {
  id: '4711',
  name: 'Umber Pay Help',
  handle: 'umber_help',
  publisher: 'Fast Finance Apps',
  text: 'Ask Umber Pay for help',
  link: 'https://umber-help.example/start',
  phone: null,
  at: '2026-10-01T08:00:00.000Z',
  followers: 12,
  isVerified: false,
}
let providers: FakeProviders
beforeAll(async () => {
  providers = await startFakeProviders(fakeProviders)
})
afterAll(() => providers.close())
beforeEach(() => {
  Object.assign(providers.world, {
    manner: 'ok',
    listings: () => [listing],
    freeAt: new Date(Math.ceil(Date.now() / secondMs) * secondMs + 5 * minuteMs),
  })
  providers.server.requests.length = 0
})

const run = (sql: string, ...values: unknown[]) => world().database.pool.query(sql, values)

/** A company with a threat, and the reviewer who asks about it. */
async function createFixture(
  source: ThreatSource = 'APK',
  fields: Record<string, string> = { appName: 'Umber Pay', sha256 },
) {
  const company = await newCompany()
  const query = { company: company.key }
  const reviewer = await newUser('qa', company)
  const superAdmin = await newUser('superAdmin', company)
  const types = { APK: 'Fake app', URL: 'Phishing page', Domain: 'Look-alike domain', Twitter: 'Scam post' } as Record<
    string,
    string
  >
  const rows = [{ threatType: types[source] ?? '', severity: 'High' as const, fields }]
  const { body: added } = await send(reviewer, addThreats, { query, body: { ...query, source, rows } })
  const threatId = added[0]?.id ?? expect.fail(JSON.stringify(added))
  const params = { threatId }
  const { database, files, secrets, queue } = world()
  const parts = {
    database,
    files,
    secrets,
    enqueue: queue.enqueue,
    feedAllow: [providers.server.address],
    connectorsUrl: providers.server.url(''),
    lookUps: null,
  }
  const get = async () => (await send(reviewer, getLookUps, { query, params })).body
  const ask = (connector: AskedConnectorName) =>
    send(reviewer, lookUpThreat, { query, params, body: { ...query, connector } })
  const answer = async () => {
    const open = (await get()).answers.find(({ state }) => state === 'asking') ?? expect.fail('nothing is asked')
    await run(`update answer_gates set next_at = '2020-01-01'`)
    const data = { companyId: company.id, lookUpId: open.id }
    await runLookUp(parts, data, { attempt: 1, signal: new AbortController().signal })
    return (await get()).answers.find(({ id }) => id === open.id)
  }
  return {
    company,
    query,
    reviewer,
    superAdmin,
    params,
    parts,
    get,
    ask,
    answer,
    setUp: async (connector: AskedConnectorName, credentials: Record<string, string> = { key: 'secret-key-1' }) => {
      const body = { isOn: false, credentials }
      expect((await send(superAdmin, putConnector, { params: { connector }, query, body })).status).toBe(200)
    },
  }
}

test('a provider that knows the file of a threat says what it knows, and its answer becomes evidence', async () => {
  const { query, reviewer, superAdmin, params, get, ask, answer, setUp } = await createFixture()
  await setUp('malwareBazaar')
  expect((await get()).providers).toContainEqual(
    expect.objectContaining({ connector: 'malwareBazaar', kind: 'fileHash', value: sha256, isSetUp: true }),
  )
  const { status, body } = await ask('malwareBazaar')
  expect(status).toBe(202)
  expect(body.answers).toMatchObject([{ connector: 'malwareBazaar', state: 'asking', answeredAt: null }])
  expect(await answer()).toMatchObject({
    state: 'found',
    problem: null,
    url: `https://bazaar.abuse.ch/sample/${sha256}/`,
    facts: expect.arrayContaining([{ name: 'malware', value: 'SpyNote' }]),
    requestedBy: expect.any(String),
    answeredAt: expect.any(String),
  })
  const { body: threat } = await send(reviewer, getQueued, { query, params })
  expect(threat.evidence).toMatchObject([{ kind: 'upload', name: expect.stringContaining('MalwareBazaar') }])
  const document = await world().server.inject(threat.evidence[0]?.href ?? '')
  expect(document.body).toContain('SpyNote')
  expect(document.body).not.toContain('secret-key-1')
  const { body: audit } = await send(superAdmin, listAudit, { query: { ...query, limit: 50 } })
  const records = audit.items.filter(({ target }) => target.id === params.threatId)
  expect(records.find(({ action }) => action === 'threat.lookUpRequested')).toMatchObject({ by: reviewer.email })
  expect(records.find(({ action }) => action === 'threat.lookedUp')).toMatchObject({
    by: null,
    after: { connector: 'malwareBazaar', value: sha256, state: 'found' },
  })
})

test('two clicks ask once, also just after the answer, and a job that runs again changes nothing', async () => {
  const { company, query, reviewer, params, parts, get, ask, answer, setUp } = await createFixture()
  await setUp('malwareBazaar')
  await Promise.all([ask('malwareBazaar'), ask('malwareBazaar')])
  expect((await get()).answers).toHaveLength(1)
  const answered = await answer()
  await ask('malwareBazaar')
  const data = { companyId: company.id, lookUpId: answered?.id ?? '' }
  await runLookUp(parts, data, { attempt: 2, signal: new AbortController().signal })
  expect((await get()).answers).toEqual([answered])
  expect(providers.server.requests).toHaveLength(1)
  expect((await send(reviewer, getQueued, { query, params })).body.evidence).toHaveLength(1)
  await run(`update look_ups set answered_at = now() - interval '2 minutes' where company_id = $1`, company.id)
  await ask('malwareBazaar')
  expect((await get()).answers.map(({ state }) => state).toSorted()).toEqual(['asking', 'found'])
})

test('what a provider does not know, and why one does not answer, is said and no evidence', async () => {
  const { company, query, reviewer, params, ask, answer, setUp } = await createFixture()
  await setUp('malwareBazaar')
  providers.world.listings = () => []
  await ask('malwareBazaar')
  expect(await answer()).toMatchObject({ state: 'notFound', facts: [], url: null })
  for (const [manner, reason] of [
    ['throttles', 'SERVER_THROTTLES'],
    ['expired', 'API_KEY_REFUSED'],
    ['fails', 'SERVER_FAILS'],
  ] as const) {
    await run(`update look_ups set answered_at = now() - interval '2 minutes' where company_id = $1`, company.id)
    providers.world.manner = manner
    await ask('malwareBazaar')
    expect(await answer(), manner).toMatchObject({ state: 'failed', problem: { reason } })
  }
  expect((await send(reviewer, getQueued, { query, params })).body.evidence).toEqual([])
})

test('only providers that fit the threat can be asked, and those without an account say that they need one', async () => {
  const domain = await createFixture('Domain', { domain_name: 'umber-help.example' })
  expect((await domain.get()).providers).toMatchObject([
    { connector: 'urlscan', kind: 'host', value: 'umber-help.example', isSetUp: false },
    { connector: 'urlhaus', kind: 'host', isSetUp: false },
    { connector: 'virusTotal', kind: 'host', isSetUp: false },
  ])
  expect(await domain.ask('urlhaus')).toMatchObject({ status: 409, body: { reason: 'LOOK_UP_NOT_SET_UP' } })
  expect(await domain.ask('malwareBazaar')).toMatchObject(refusal('NOT_AN_OPTION', 'body.connector'))
  expect(await domain.ask('misp')).toMatchObject({ status: 400 })
  await domain.setUp('urlhaus')
  await domain.ask('urlhaus')
  expect(await domain.answer()).toMatchObject({ state: 'found', value: 'umber-help.example' })
})

test('a call is taken from the quota of the account, and what is left is said', async () => {
  const { get, ask, answer, setUp } = await createFixture('Twitter', { Name: 'Umber', Handle: '@umber_help' })
  await setUp('x', { token: 'secret-token-1' })
  expect((await get()).providers).toMatchObject([{ connector: 'x', value: 'umber_help', quota: null }])
  await ask('x')
  expect(await answer()).toMatchObject({ facts: expect.arrayContaining([{ name: 'followers', value: '12' }]) })
  expect((await get()).providers).toMatchObject([{ quota: { left: 299, until: expect.any(String) } }])
  await run(`update connectors set quota_used = 300 where connector = 'x'`)
  await run(`update look_ups set answered_at = now() - interval '2 minutes' where answered_at is not null`)
  await ask('x')
  expect(await answer()).toMatchObject({ state: 'failed', problem: { reason: 'API_QUOTA_USED' } })
})

test('a question whose worker died is ended after a while, and can be asked again', async () => {
  const { company, get, ask, setUp } = await createFixture()
  await setUp('malwareBazaar')
  await ask('malwareBazaar')
  await run(`update look_ups set requested_at = now() - interval '1 hour' where company_id = $1`, company.id)
  await ask('malwareBazaar')
  expect((await get()).answers).toMatchObject([{ state: 'asking' }, { state: 'failed' }])
})

test('a threat of another company is not found', async () => {
  const { params } = await createFixture()
  const other = await createFixture()
  const { query, reviewer } = other
  expect((await send(reviewer, getLookUps, { query, params })).status).toBe(404)
  const body = { ...query, connector: 'malwareBazaar' as const }
  expect((await send(reviewer, lookUpThreat, { query, params, body })).status).toBe(404)
})

test('VirusTotal and AndroZoo answer about files, and VirusTotal about addresses and hosts, from the quota of the account', async () => {
  const { get, ask, answer, setUp } = await createFixture()
  await setUp('virusTotal')
  await setUp('androZoo')
  await ask('virusTotal')
  const page = `https://www.virustotal.com/gui/file/${sha256}`
  expect(await answer()).toMatchObject({ state: 'found', kind: 'fileHash', value: sha256, url: page })
  expect((await get()).answers[0]?.facts).toEqual([
    { name: 'malware', value: 'trojan.spynote/android' },
    { name: 'verdict', value: 'malicious 12, suspicious 1, undetected 57' },
    { name: 'fileName', value: 'Umber Pay Help.apk' },
    { name: 'size', value: '5242880' },
    { name: 'tags', value: 'apk, android' },
    { name: 'records', value: '4' },
    { name: 'firstSeen', value: listing.at },
    { name: 'lastSeen', value: listing.at },
  ])
  const quotaOf = async (connector: string) =>
    (await get()).providers.find((one) => one.connector === connector)?.quota?.left
  expect(await quotaOf('virusTotal')).toBe(499)
  await ask('androZoo')
  expect(await answer()).toMatchObject({
    state: 'found',
    facts: expect.arrayContaining([{ name: 'size', value: '65536' }]),
  })
  expect(await quotaOf('androZoo')).toBe(999)

  const address = await createFixture('URL', { link: listing.link ?? '' })
  await address.setUp('virusTotal')
  await address.ask('virusTotal')
  expect(await address.answer()).toMatchObject({ state: 'found', kind: 'url', value: listing.link })
  // An address is asked about, and never submitted.
  expect(providers.server.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('a provider that is only asked has an account that can be tested, and is never on, run or part of a coverage', async () => {
  const { company, query, superAdmin, parts, setUp } = await createFixture()
  const params = { connector: 'virusTotal' } as const
  const body = { isOn: true, credentials: { key: 'secret-key-1' } }
  const put = (more: object) => send(superAdmin, putConnector, { params, query, body: { ...body, ...more } })
  expect(await put({})).toMatchObject(refusal('NOT_AN_OPTION', 'body.isOn'))
  expect(await put({ isOn: false, credentials: {} })).toMatchObject(refusal('REQUIRED', 'body.credentials.key'))
  const work = async () =>
    (await send(superAdmin, listConnectors, { query })).body.find(({ connector }) => connector === 'virusTotal')
  expect(await work()).toMatchObject({ state: 'off', source: null })
  await setUp('virusTotal')
  expect(await work()).toMatchObject({ state: 'ready', nextRunAt: null, credentials: ['key'], test: null })
  expect(JSON.stringify(await work())).not.toContain('secret-key-1')

  const tested = async () => {
    expect((await send(superAdmin, testConnector, { params, query })).status).toBe(202)
    await run(`update answer_gates set next_at = '2020-01-01'`)
    const { signal } = new AbortController()
    await testConnectorAccount(parts, { companyId: company.id, connector: 'virusTotal' }, { signal })
    return (await work())?.test
  }
  expect(await tested()).toMatchObject({ problem: null, reply: 'api_requests_daily: 3 of 500 used' })
  providers.world.manner = 'expired'
  expect(await tested()).toMatchObject({ problem: { reason: 'API_KEY_REFUSED' }, reply: null })

  const connector = 'virusTotal' as never
  expect(await send(superAdmin, runConnector, { params: { connector }, query })).toMatchObject({ status: 404 })
  const { body: coverage } = await send(superAdmin, getSourceCoverage, { query })
  expect(JSON.stringify(coverage)).not.toMatch(/virusTotal|androZoo/)
  const apps = coverage.find(({ source }) => source === 'APK')
  expect(apps).toMatchObject({ state: 'off', connectors: [{ connector: 'appStore' }, { connector: 'malwareBazaar' }] })
})

test('staff who may correct threats look up published ones; clients see the kept evidence and can ask nobody', async () => {
  const { company, query, superAdmin, params, answer, setUp } = await createFixture()
  await setUp('malwareBazaar')
  const admin = await newUser('subAdmin', company)
  const client = await newUser('client', company)
  const body = { ...query, connector: 'malwareBazaar' as const }
  expect((await send(admin, getLookUps, { query, params })).status).toBe(404)
  expect((await send(admin, lookUpThreat, { query, params, body })).status).toBe(404)

  await run(`update threats set stage = 'published', published_at = now() where id = $1`, params.threatId)
  expect((await send(admin, getLookUps, { query, params })).body.providers).toContainEqual(
    expect.objectContaining({ connector: 'malwareBazaar', isSetUp: true }),
  )
  expect(await send(admin, lookUpThreat, { query, params, body })).toMatchObject({ status: 202 })
  expect(await answer()).toMatchObject({ state: 'found', requestedBy: expect.any(String) })
  for (const user of [client, await newUser('adminPeeker', company)]) {
    expect((await send(user, getLookUps, { query, params })).status).toBe(403)
    expect((await send(user, lookUpThreat, { query, params, body })).status).toBe(403)
  }
  const { body: threat } = await send(client, getThreat, { query, params: { ...params, source: 'APK' } })
  expect(threat.evidence).toMatchObject([{ kind: 'upload', name: expect.stringContaining('MalwareBazaar') }])
  expect((await send(superAdmin, getLookUps, { query, params })).body.answers).toHaveLength(1)
})
