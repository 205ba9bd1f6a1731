import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  addAllowEntry,
  changeAllowEntry,
  listAllowEntries,
  removeAllowEntry,
  type AllowEntry,
} from '@signet/contract/threats/allow-list'
import { getThreat, decideThreat, decideThreats } from '@signet/contract/threats/threats'
import { listAudit } from '@signet/contract/operation/audit'
import { addKey } from '../../../test/api-key.ts'
import { finding } from '../../../test/findings.ts'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { fingerprintOf, searchTextOf } from '../threats/found/finding-threat.ts'
import { putThreats, type SightedThreat } from '../intake/intake.queries.ts'

const world = useWorld()
const partner = { kind: 'domain', value: 'Partner-Client.example', reason: 'a reseller', until: null } as const

async function createFixture() {
  const company = await newCompany()
  return { company, admin: await newUser('admin', company), client: await newUser('client', company) }
}

function sighted(name: string, line = 1): SightedThreat {
  const fields = { domain_name: name }
  return {
    threat: {
      id: randomUUID(),
      source: 'Domain',
      fingerprint: fingerprintOf('Domain', name),
      title: name,
      search: searchTextOf('Domain', name, fields),
      threatType: 'Look-alike domain',
      severity: 2,
      url: null,
      fields,
      brandId: null,
      class: 'combosquat',
      score: 70,
      indicators: [],
    },
    feed: 'feed',
    line,
    text: name,
  }
}

const keep = (company: TestCompany, found: SightedThreat[], scanId = randomUUID()) =>
  world().database.inCompanies([company.id], (tx) => putThreats(tx, company.id, scanId, new Date(), found))
const entriesOf = async (user: Parameters<typeof send>[0]): Promise<AllowEntry[]> =>
  (await send(user, listAllowEntries)).body.items

const lineOf = (contentHash: string) => finding(1, { fields: { domain_name: 'login-client.example', contentHash } })

async function ingest(key: string, lines: string[]): Promise<{ accepted: number; duplicates: number }> {
  const response = await world().server.inject({
    method: 'POST',
    url: '/api/rest/ingest/Domain',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    payload: lines.join('\n'),
  })
  expect(response.statusCode).toBe(200)
  return JSON.parse(response.body) as { accepted: number; duplicates: number }
}

describe('an entry added manually', () => {
  test('is kept in the form it is compared in, read by clients, changed and removed, each on record', async () => {
    const { company, admin, client } = await createFixture()
    const added = await send(admin, addAllowEntry, { body: partner })
    expect(added).toMatchObject({
      status: 201,
      body: { kind: 'domain', value: 'partner-client.example', reason: 'a reseller', expiresAt: null, suppressions: 0 },
    })
    expect(await entriesOf(client)).toEqual([added.body])
    const params = { entryId: added.body.id }
    const changed = await send(admin, changeAllowEntry, { params, body: { until: '2099-01-31', version: 1 } })
    expect(changed.body).toMatchObject({ expiresAt: '2099-02-01T00:00:00.000Z', reason: 'a reseller', version: 2 })
    expect((await send(admin, changeAllowEntry, { params, body: { until: null, version: 1 } })).status).toBe(409)
    expect((await send(admin, removeAllowEntry, { params })).status).toBe(204)
    expect(await entriesOf(client)).toEqual([])
    const superAdmin = await newUser('superAdmin', company)
    const trail = await send(superAdmin, listAudit, { query: { company: company.key } })
    expect(trail.body.items.map(({ action }) => action)).toEqual([
      'allowList.removed',
      'allowList.changed',
      'allowList.added',
    ])
  })

  test.each([
    ['body.value', { value: 'github.io' }, 'NOT_A_DOMAIN'],
    ['body.value', { value: 'https://partner.example/x' }, 'NOT_A_DOMAIN'],
    ['body.value', { kind: 'host', value: 'no host' }, 'NOT_A_HOST'],
    ['body.value', { kind: 'address', value: 'partner.example' }, 'NOT_AN_ADDRESS_WITH_PATH'],
    ['body.value', { kind: 'account', value: 'umber' }, 'NOT_AN_ACCOUNT'],
    ['body.reason', { reason: '' }, 'TEXT_TOO_SHORT'],
    ['body.until', { until: '2020-01-01' }, 'NOT_IN_FUTURE'],
    ['body.until', { until: '2099-02-30' }, 'NOT_A_DAY'],
  ] as const)('is refused at %s with %j', async (path, wrong, reason) => {
    const { admin } = await createFixture()
    const refused = await send(admin, addAllowEntry, { body: { ...partner, ...wrong } as never })
    expect(refused).toMatchObject(refusal(reason, path))
  })

  test('is on the list once, however often it is added', async () => {
    const { admin } = await createFixture()
    await send(admin, addAllowEntry, { body: partner })
    const again = { ...partner, value: 'PARTNER-client.example.' }
    expect(await send(admin, addAllowEntry, { body: again })).toMatchObject(refusal('ALLOWED_ALREADY', 'body.value'))
  })

  test('is found by its value, reason and kind', async () => {
    const { admin } = await createFixture()
    await send(admin, addAllowEntry, { body: partner })
    await send(admin, addAllowEntry, {
      body: { ...partner, kind: 'account', value: 'Instagram/umber', reason: 'own page' },
    })
    const found = async (query: object) =>
      (await send(admin, listAllowEntries, { query })).body.items.map(({ value }) => value)
    expect(await found({ searchQuery: 'CLIENT.ex' })).toEqual(['partner-client.example'])
    expect(await found({ searchQuery: 'own page' })).toEqual(['Instagram/umber'])
    expect(await found({ searchQuery: '%' })).toEqual([])
    expect(await found({ kind: ['account'] })).toEqual(['Instagram/umber'])
    expect(await found({ sortField: 'lastSuppressedAt' })).toHaveLength(2)
  })
})

describe('the intake', () => {
  test('suppresses listed findings and counts each line once, however often a scan is repeated', async () => {
    const { company, admin } = await createFixture()
    await send(admin, addAllowEntry, { body: partner })
    const scanId = randomUUID()
    const found = [
      sighted('partner-client.example', 1),
      sighted('www.partner-client.example', 2),
      sighted('other.example', 3),
    ]
    expect(await keep(company, found, scanId)).toEqual({ added: 1, seenAgain: 0 })
    expect(await keep(company, found, scanId)).toEqual({ added: 0, seenAgain: 0 })
    expect(await entriesOf(admin)).toMatchObject([{ suppressions: 2, lastSuppressedAt: expect.any(String) as string }])
    expect(await keep(company, [sighted('a.partner-client.example', 9)], scanId)).toEqual({ added: 0, seenAgain: 0 })
    expect(await keep(company, [sighted('partner-client.example', 1)])).toEqual({ added: 0, seenAgain: 0 })
    expect(await entriesOf(admin)).toMatchObject([{ suppressions: 4 }])
  })

  test('leaves existing threats open', async () => {
    const { company, admin } = await createFixture()
    const threat = await newThreat(company, { name: 'partner-client.example' })
    await send(admin, addAllowEntry, { body: partner })
    expect(await keep(company, [sighted('partner-client.example')])).toEqual({ added: 0, seenAgain: 1 })
    const params = { source: 'Domain' as const, threatId: threat.id }
    expect((await send(admin, getThreat, { params })).body).toMatchObject({ status: 'open', sightings: 2 })
  })

  test("does not ask another company's list", async () => {
    const { admin } = await createFixture()
    await send(admin, addAllowEntry, { body: partner })
    const stranger = await newCompany()
    expect(await keep(stranger, [sighted('partner-client.example')])).toMatchObject({ added: 1 })
  })

  test('of collectors holds back and counts as well', async () => {
    const { company, admin } = await createFixture()
    const { key } = await addKey(company, { scopes: ['ingest'] })
    await send(admin, addAllowEntry, { body: partner })
    const lines = ['partner-client.example', 'x.partner-client.example', 'other.example'].map((name, at) =>
      finding(at, { fields: { domain_name: name } }),
    )
    expect(await ingest(key, lines)).toMatchObject({ accepted: 1, duplicates: 0, suppressed: 2 })
    expect(await entriesOf(admin)).toMatchObject([{ suppressions: 2 }])
  })
})

describe('a decision', () => {
  test('to whitelist puts the domain on the list, and taking it back takes it off', async () => {
    const { company, client } = await createFixture()
    const threat = await newThreat(company, { name: 'login-client.example' })
    const params = { source: 'Domain' as const, threatId: threat.id }
    const remark = { kind: 'custom' as const, text: 'our campaign' }
    await send(client, decideThreat, { params, body: { action: 'whitelist', remark, version: 1 } })
    expect(await entriesOf(client)).toMatchObject([
      { kind: 'domain', value: 'login-client.example', reason: 'our campaign', threat: { id: threat.id } },
    ])
    await send(client, decideThreat, { params, body: { action: 'reopen', version: 2 } })
    expect(await entriesOf(client)).toEqual([])
  })

  test('on many threats adds each to the list and keeps manual entries', async () => {
    const { company, admin, client } = await createFixture()
    const threats = [
      await newThreat(company, { name: 'partner-client.example' }),
      await newThreat(company, { name: 'https://a.example/b', source: 'URL' }),
      await newThreat(company, { name: 'x', source: 'APK' }),
    ]
    await send(admin, addAllowEntry, { body: partner })
    const ids = threats.map(({ id }) => id)
    const body = { company: company.key, selection: { ids } }
    expect((await send(client, decideThreats, { body: { ...body, action: 'whitelist' } })).body.done).toHaveLength(3)
    const threatOf = new Map((await entriesOf(client)).map(({ value, threat }) => [value, threat?.id ?? null]))
    expect(threatOf).toEqual(
      new Map([
        ['a.example/b', ids[1]],
        ['partner-client.example', null],
      ]),
    )
    await send(client, decideThreats, { body: { ...body, action: 'reopen' } })
    expect((await entriesOf(client)).map(({ value }) => value)).toEqual(['partner-client.example'])
  })

  test('no longer holds once other content is served there: the threat is undecided again, and says why', async () => {
    const { company, client } = await createFixture()
    const { key } = await addKey(company, { scopes: ['ingest'] })
    await ingest(key, [lineOf('aa')])
    const { rows } = await world().database.pool.query<{ id: string }>(
      `update threats set stage = 'published', published_at = now() where company_id = $1 returning id`,
      [company.id],
    )
    const params = { source: 'Domain' as const, threatId: rows[0]?.id as string }
    await send(client, decideThreat, { params, body: { action: 'whitelist', version: 1 } })
    await ingest(key, [lineOf('aa')])
    expect((await send(client, getThreat, { params })).body.status).toBe('whitelist')
    await ingest(key, [lineOf('bb')])
    const reopened = (await send(client, getThreat, { params })).body
    expect(reopened.status).toBe('open')
    expect(reopened.history.at(-1)).toMatchObject({ by: null, text: 'Content changed after whitelisting' })
    expect(await entriesOf(client)).toEqual([])
  })

  test('is renewed by whitelisting again after it has expired, and has no reason without a remark', async () => {
    const { company, admin, client } = await createFixture()
    await send(admin, addAllowEntry, { body: partner })
    await world().database.pool.query(`update allow_entries set expires_at = now() where company_id = $1`, [company.id])
    const threat = await newThreat(company, { name: 'partner-client.example' })
    const params = { source: 'Domain' as const, threatId: threat.id }
    await send(client, decideThreat, { params, body: { action: 'whitelist', version: 1 } })
    expect(await entriesOf(client)).toMatchObject([
      { reason: null, expiresAt: null, threat: { id: threat.id }, version: 2 },
    ])
  })
})
