import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Kind } from '@signet/contract/threats/sources'
import { correctThreat, listQueued, publishThreat } from '@signet/contract/review/qa'
import { getThreat, decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { fingerprintOf, searchTextOf } from '../threats/found/finding-threat.ts'
import { putThreats, type SightedThreat } from './intake.queries.ts'
import { scanFeed } from './scans/scan-feed.ts'
import { addBrands } from '../companies/companies.queries.ts'

const world = useWorld()

function sighted(
  name: string,
  more: { kind?: Kind; title?: string; severity?: number; text?: string } = {},
): SightedThreat {
  const fields = { domain_name: name }
  return {
    threat: {
      id: randomUUID(),
      ...(more.kind ? { kind: more.kind } : {}),
      source: 'Domain',
      fingerprint: fingerprintOf('Domain', name),
      title: more.title ?? name,
      search: searchTextOf('Domain', name, fields),
      threatType: 'Look-alike domain',
      severity: more.severity ?? 2,
      url: null,
      fields,
      brandId: null,
      class: 'combosquat',
      score: 70,
      indicators: [],
    },
    feed: 'feed-a',
    line: 7,
    text: more.text ?? name,
  }
}

const keep = (company: TestCompany, scanId: string, found: SightedThreat[], at = '2026-05-01T00:00:00Z') =>
  world().database.inCompanies([company.id], (tx) => putThreats(tx, company.id, scanId, new Date(at), found))

const rowsOf = async (company: TestCompany, columns: string) =>
  (
    await world().database.pool.query<Record<string, unknown>>(
      `select ${columns} from threats where company_id = $1 order by title`,
      [company.id],
    )
  ).rows
const sightingsOf = async (company: TestCompany) =>
  (await world().database.pool.query('select from sightings where company_id = $1', [company.id])).rowCount

describe('keeping what a scan found', () => {
  test('puts new threats in the queue of review, each with its sighting', async () => {
    const company = await newCompany()
    expect(await keep(company, randomUUID(), [sighted('a.example'), sighted('b.example')])).toEqual({
      added: 2,
      seenAgain: 0,
    })
    expect(await rowsOf(company, 'title, stage, status, sightings, version')).toEqual([
      { title: 'a.example', stage: 'queued', status: 'open', sightings: 1, version: 1 },
      { title: 'b.example', stage: 'queued', status: 'open', sightings: 1, version: 1 },
    ])
    expect(await sightingsOf(company)).toBe(2)
  })

  test('once as a threat and once as a tout are two records, found again each by itself', async () => {
    const company = await newCompany()
    const both = [sighted('a.example'), sighted('a.example', { kind: 'tout', title: 'sold at a.example' })]
    expect(await keep(company, randomUUID(), both)).toEqual({ added: 2, seenAgain: 0 })
    expect(await keep(company, randomUUID(), both.toReversed())).toEqual({ added: 0, seenAgain: 2 })
    expect(await rowsOf(company, 'kind, title, sightings')).toEqual([
      { kind: 'threat', title: 'a.example', sightings: 2 },
      { kind: 'tout', title: 'sold at a.example', sightings: 2 },
    ])
  })

  test('twice from the same scan adds nothing', async () => {
    const company = await newCompany()
    const scanId = randomUUID()
    await keep(company, scanId, [sighted('a.example')])
    const before = await rowsOf(company, '*')
    expect(await keep(company, scanId, [sighted('a.example')])).toEqual({ added: 0, seenAgain: 0 })
    expect(await rowsOf(company, '*')).toEqual(before)
    expect(await sightingsOf(company)).toBe(1)
  })

  test('twice from the same scan at the same moment adds it once', async () => {
    const company = await newCompany()
    const scanId = randomUUID()
    const found = ['a.example', 'b.example', 'c.example']
    const results = await Promise.all([
      keep(
        company,
        scanId,
        found.map((name) => sighted(name)),
      ),
      keep(
        company,
        scanId,
        found.toReversed().map((name) => sighted(name)),
      ),
    ])
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(3)
    expect(await rowsOf(company, 'sightings')).toEqual([{ sightings: 1 }, { sightings: 1 }, { sightings: 1 }])
  })

  test('from another scan adds a sighting and touches nothing that a person decided', async () => {
    const company = await newCompany()
    const [reviewer, client] = [await newUser('qa', company), await newUser('client', company)]
    await keep(company, randomUUID(), [sighted('a.example')])
    const [{ id }] = (await rowsOf(company, 'id')) as [{ id: string }]
    const params = { threatId: id }
    await send(reviewer, correctThreat, { params, body: { severity: 'Critical', category: 'Cards', version: 1 } })
    await send(reviewer, publishThreat, { params, body: { version: 2 } })
    const decision = { action: 'whitelist', version: 3 } as const
    await send(client, decideThreat, { params: { source: 'Domain', ...params }, body: decision })
    const decided = 'stage, status, severity, category, version, published_at, threat_type, title, first_seen'
    const [before] = await rowsOf(company, decided)

    const again = [sighted('a.example', { severity: 1 }), sighted('b.example')]
    expect(await keep(company, randomUUID(), again, '2026-05-09T00:00:00Z')).toEqual({ added: 1, seenAgain: 1 })
    const [after] = await rowsOf(company, decided)
    expect(after).toEqual(before)
    const { body } = await send(client, getThreat, { params: { source: 'Domain', ...params } })
    expect(body).toMatchObject({ sightings: 2, lastSeen: '2026-05-09T00:00:00.000Z', version: 4, status: 'whitelist' })
    expect(body.sightingList).toHaveLength(2)
  })

  test('from an older scan does not turn the last sighting back', async () => {
    const company = await newCompany()
    await keep(company, randomUUID(), [sighted('a.example')], '2026-05-09T00:00:00Z')
    await keep(company, randomUUID(), [sighted('a.example')], '2026-05-01T00:00:00Z')
    expect(await rowsOf(company, 'last_seen, sightings')).toEqual([
      { last_seen: new Date('2026-05-09T00:00:00Z'), sightings: 2 },
    ])
  })

  test('of one company leaves the same name of another company alone', async () => {
    const [own, other] = [await newCompany(), await newCompany()]
    const scanId = randomUUID()
    await keep(own, scanId, [sighted('a.example')])
    await keep(other, scanId, [sighted('a.example', { severity: 4 })])
    await keep(own, randomUUID(), [sighted('a.example')])
    expect(await rowsOf(own, 'severity, sightings')).toEqual([{ severity: 2, sightings: 2 }])
    expect(await rowsOf(other, 'severity, sightings')).toEqual([{ severity: 4, sightings: 1 }])
  })

  test('for another company than the transaction is for is refused', async () => {
    const [own, other] = [await newCompany(), await newCompany()]
    const smuggling = world().database.inCompanies([own.id], (tx) =>
      putThreats(tx, other.id, randomUUID(), new Date(), [sighted('a.example')]),
    )
    await expect(smuggling).rejects.toThrow(/row-level security/)
  })

  test('keeps thousands of threats at once and none when there are none', async () => {
    const company = await newCompany()
    expect(await keep(company, randomUUID(), [])).toEqual({ added: 0, seenAgain: 0 })
    const found = Array.from({ length: 5000 }, (_, index) => sighted(`n${index}.example`))
    expect(await keep(company, randomUUID(), found)).toEqual({ added: 5000, seenAgain: 0 })
  })
})

async function companyWatching(alias: string): Promise<TestCompany> {
  const company = await newCompany()
  const brand = { id: 'watched', name: alias, aliases: [alias], official: [`${alias}.com`] }
  await world().database.inCompanies([company.id], (tx) => addBrands(tx, company.id, [brand]))
  return company
}

const scan = (company: TestCompany, scanId: string, lines: string[]) =>
  scanFeed(
    { database: world().database, feedAllow: [], stdin: Readable.from([`${lines.join('\n')}\n`]) },
    { scanId, feed: '-', companyId: company.id },
  )

const filling = (from: number) => Array.from({ length: 60_000 }, (_, at) => `unrelated-${from + at}.example`)

describe('scanning a feed', () => {
  const lines = [
    '# a comment',
    'login-zedbankpay.example',
    'zedbankpay.com',
    'unrelated.example',
    'zedbankpay-secure.test',
  ]

  test('brings look-alikes to review with their reasons, and leaves official names alone', async () => {
    const company = await companyWatching('zedbankpay')
    const reviewer = await newUser('qa', company)
    const result = await scan(company, randomUUID(), lines)
    expect(result).toMatchObject({ threatsAdded: 2, threatsSeenAgain: 0 })
    const { body } = await send(reviewer, listQueued)
    expect(body.items.map(({ title }) => title).toSorted()).toEqual([
      'login-zedbankpay.example',
      'zedbankpay-secure.test',
    ])
    for (const threat of body.items) {
      expect(threat).toMatchObject({ source: 'Domain', brand: 'zedbankpay' })
      expect(threat.reasons.length).toBeGreaterThan(0)
    }
  })

  test('again with the same id ends in the same threats, and with a new id only adds sightings', async () => {
    const company = await companyWatching('zedbankpay')
    const scanId = randomUUID()
    await scan(company, scanId, lines)
    expect(await scan(company, scanId, lines)).toMatchObject({ threatsAdded: 0, threatsSeenAgain: 0 })
    expect(await sightingsOf(company)).toBe(2)
    expect(await scan(company, randomUUID(), lines)).toMatchObject({ threatsAdded: 0, threatsSeenAgain: 2 })
    expect(await sightingsOf(company)).toBe(4)
  })

  test('of a long feed stores what it finds far apart, and what it finds twice once', async () => {
    const company = await companyWatching('zedbankpay')
    const long = ['login-zedbankpay.example', ...filling(0), 'zedbankpay-secure.test', ...filling(60_000), ...lines]
    const result = await scan(company, randomUUID(), long)
    expect(result).toMatchObject({ namesRead: 120_006, threatsAdded: 2, threatsSeenAgain: 0 })
    expect(await sightingsOf(company)).toBe(2)
  })

  test('for one company gives nothing to another that watches the same name', async () => {
    const [own, other] = [await companyWatching('zedbankpay'), await companyWatching('zedbankpay')]
    await scan(own, randomUUID(), lines)
    expect(await rowsOf(own, 'title')).toHaveLength(2)
    expect(await rowsOf(other, 'title')).toHaveLength(0)
  })

  test('is recorded with what it read, also when it fails', async () => {
    const company = await companyWatching('zedbankpay')
    const [good, bad] = [randomUUID(), randomUUID()]
    await scan(company, good, lines)
    const failing = scanFeed({ database: world().database, feedAllow: [] }, { scanId: bad, feed: '/no/such/feed' })
    await expect(failing).rejects.toThrow()
    const { rows } = await world().database.pool.query<{ id: string; state: string; error: object | null }>(
      'select id, state, threats_added, error from scans where id = any ($1::uuid[])',
      [[good, bad]],
    )
    expect(rows.find(({ id }) => id === good)).toMatchObject({ state: 'done', threats_added: 2, error: null })
    expect(rows.find(({ id }) => id === bad)?.state).toBe('failed')
    expect(rows.find(({ id }) => id === bad)?.error).toEqual({
      reason: 'FEED_FILE_UNREADABLE',
      parameters: { path: '/no/such/feed', code: 'ENOENT' },
    })
  })
})

test('an address of thousands of characters is kept whole under a title cut short, and stops no scan', async () => {
  const company = await newCompany()
  // Random, because repetitive text is stored compressed and would fit into an index anyway.
  const long = `https://login-brand.example/${randomBytes(3000).toString('hex')}`
  await world().database.inCompanies([company.id], (tx) =>
    addBrands(tx, company.id, [{ id: 'own', name: 'Coinbase', aliases: ['coinbase'], official: ['coinbase.com'] }]),
  )
  const result = await scanFeed(
    {
      database: world().database,
      feedAllow: [],
      stdin: Readable.from([`${long.replace('brand', 'coinbase')}\nlogin-coinbase.net\n`]),
    },
    { scanId: randomUUID(), feed: '-', companyId: company.id },
  )
  expect(result).toMatchObject({ namesRead: 2, namesSkipped: 0, threatsAdded: 2 })
  const rows = await rowsOf(company, 'title, length(url) as length')
  expect(rows).toContainEqual({
    title: expect.stringMatching(/^https:.{493}…$/u) as string,
    length: expect.any(Number) as number,
  })
})
