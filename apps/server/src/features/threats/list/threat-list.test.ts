import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { getThreat, listAllThreats, listThreats, threatSortFields } from '@signet/contract/threats/threats'
import { addCapture } from '../../captures/captures.queries.ts'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestUser } from '../../../../test/harness.ts'
import { oneOfEachSource, publishThreats, type NewPublished } from '../../../../test/many-threats.ts'

const world = useWorld()

async function clientWith(threats: readonly NewPublished[]): Promise<{ user: TestUser; ids: string[] }> {
  const company = await newCompany()
  const user = await newUser('client', company)
  return { user, ids: await publishThreats(world().database, company, threats) }
}

describe('paging', () => {
  let user: TestUser
  let ids: string[]
  beforeAll(async () => {
    // Few values for each field, so that most rows are equal in any sort field.
    const threats = Array.from({ length: 61 }, (_, index): NewPublished => ({
      title: `title ${index % 3}`,
      severity: 1 + (index % 2),
      score: 60 + (index % 2),
      firstSeen: `2026-01-0${1 + (index % 3)}T00:00:00Z`,
      lastSeen: '2026-02-01T00:00:00Z',
      ...(index % 5 === 0 ? { source: 'URL', fields: { link: `title ${index % 3}` } } : {}),
    }))
    ;({ user, ids } = await clientWith(threats))
  })

  test('shows every threat once, in whatever order and size of page', async () => {
    const question = fc.record({
      sortField: fc.constantFrom(...threatSortFields),
      sortDirection: fc.constantFrom('asc' as const, 'desc' as const),
      limit: fc.integer({ min: 1, max: 70 }),
    })
    await fc.assert(
      fc.asyncProperty(question, async (query) => {
        const seen: string[] = []
        const pages = Math.ceil(ids.length / query.limit)
        for (let pageNumber = 1; pageNumber <= pages; pageNumber += 1) {
          const { body } = await send(user, listAllThreats, { query: { ...query, pageNumber } })
          expect(body).toMatchObject({ total: ids.length, pageNumber, limit: query.limit })
          seen.push(...body.items.map(({ id }) => id))
        }
        expect(seen.toSorted()).toEqual(ids.toSorted())
      }),
      { numRuns: 25 },
    )
  })

  test('sorts by each column in a search as without one', async () => {
    for (const sortField of threatSortFields) {
      const query = { sortField, sortDirection: 'asc', limit: 20, pageNumber: 2 } as const
      const sorted = await send(user, listAllThreats, { query })
      const searched = await send(user, listAllThreats, { query: { ...query, searchQuery: 'title' } })
      expect(searched.body).toEqual(sorted.body)
    }
  })

  test('sorts by each column, with the worst severity last when ascending and first when descending', async () => {
    for (const sortField of threatSortFields) {
      const orders = await Promise.all(
        (['asc', 'desc'] as const).map(async (sortDirection) => {
          const { body } = await send(user, listAllThreats, { query: { sortField, sortDirection, limit: 200 } })
          return body.items
        }),
      )
      expect(orders[0]?.map(({ id }) => id)).toEqual(orders[1]?.map(({ id }) => id).toReversed())
    }
    const { body } = await send(user, listAllThreats, {
      query: { sortField: 'severity', sortDirection: 'asc', limit: 200 },
    })
    const severities = body.items.map(({ severity }) => severity)
    expect(severities.indexOf('Medium')).toBe(severities.lastIndexOf('Low') + 1)
  })

  test('by severity shows the newest first within one', async () => {
    const { body } = await send(user, listAllThreats, { query: { sortField: 'severity', limit: 200 } })
    const order = body.items.map(({ severity, firstSeen }) => `${severity === 'Medium' ? 2 : 1} ${firstSeen}`)
    expect(order).toEqual(order.toSorted().toReversed())
  })

  test('past the end is an empty page with the right total', async () => {
    const { body } = await send(user, listAllThreats, { query: { pageNumber: 40, limit: 20 } })
    expect(body).toEqual({ items: [], total: 61, pageNumber: 40, limit: 20 })
  })

  test('begins with twenty of the newest when nothing is asked', async () => {
    const { body } = await send(user, listAllThreats)
    expect(body).toMatchObject({ pageNumber: 1, limit: 20 })
    const dates = body.items.map(({ firstSeen }) => firstSeen)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })
})

test('the total stops at 10,000 and says so', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  await world().database.pool.query(
    `insert into threats (company_id, id, source, fingerprint, title, search, threat_type, severity, fields, score, first_seen,
       last_seen, stage)
     select $1, gen_random_uuid(), 'Domain', sha256(n::text::bytea), 'n' || n, 'n' || n, 'Look-alike domain', 1, '{}', 50, now(),
       now(), 'published' from generate_series(1, 10001) n`,
    [company.id],
  )
  const { body } = await send(user, listAllThreats, { query: { limit: 1 } })
  expect(body).toMatchObject({ total: 10_000, totalIsCapped: true })
  await world().database.pool.query(`delete from threats where company_id = $1 and title = 'n1'`, [company.id])
  const exact = await send(user, listAllThreats, { query: { limit: 1 } })
  expect(exact.body.total).toBe(10_000)
  expect(exact.body.totalIsCapped).toBeUndefined()
})

test('a search that looks at the newest 10,001 only says that there may be more', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  // Threats that are waiting for review aren't shown, and take no place among those that the search looks at.
  await world().database.pool.query(
    `insert into threats (company_id, id, source, fingerprint, title, search, threat_type, severity, fields, score, first_seen,
       last_seen, stage)
     select $1, gen_random_uuid(), 'Domain', sha256(n::text::bytea), 'common' || n, 'common' || n, 'Look-alike domain',
       case when n > 10005 then 4 else 1 end, '{}', 50, now() - make_interval(secs => n), now(),
       case when n <= 10 then 'queued' else 'published' end from generate_series(1, 10050) n`,
    [company.id],
  )
  const { body } = await send(user, listAllThreats, { query: { limit: 2, searchQuery: 'common' } })
  expect(body).toMatchObject({ total: 10_000, totalIsCapped: true })
  expect(body.items.map(({ title }) => title)).toEqual(['common11', 'common12'])
  const next = await send(user, listAllThreats, { query: { limit: 2, pageNumber: 2, searchQuery: 'common' } })
  expect(next.body.items.map(({ title }) => title)).toEqual(['common13', 'common14'])
  const severe = await send(user, listAllThreats, { query: { searchQuery: 'common', threatSeverity: ['Critical'] } })
  expect(severe.body).toMatchObject({ total: 6, totalIsCapped: true })
  const few = await send(user, listAllThreats, { query: { limit: 2, searchQuery: 'common1000' } })
  expect(few.body).toMatchObject({ total: 11 })
  expect(few.body.totalIsCapped).toBeUndefined()
})

describe('search', () => {
  const names = [
    '100%-sure.example',
    'a_b.example',
    'axb.example',
    'back\\slash',
    `o'brien "quoted"`,
    'ÉCOLE-straße',
    'plain',
    'e\u0301te\u0301',
  ]
  let user: TestUser
  beforeAll(async () => {
    ;({ user } = await clientWith(names.map((title) => ({ title }))))
  })

  test.each<[string, string[]]>([
    ['100%', ['100%-sure.example']],
    ['%', ['100%-sure.example']],
    ['a_b', ['a_b.example']],
    ['_', ['a_b.example']],
    ['\\', ['back\\slash']],
    ['k\\s', ['back\\slash']],
    [`o'b`, [`o'brien "quoted"`]],
    ['"quoted"', [`o'brien "quoted"`]],
    ['PLAIN', ['plain']],
    ['  plain ', ['plain']],
    ['École', ['ÉCOLE-straße']],
    ['STRAßE', ['ÉCOLE-straße']],
    ['E\u0301cole', ['ÉCOLE-straße']],
    ['été', ['e\u0301te\u0301']],
    ['la', ['back\\slash', 'plain']],
    ['nowhere', []],
    ['', names],
  ])('%j finds %j and nothing else', async (searchQuery, expected) => {
    const { body } = await send(user, listAllThreats, { raw: { searchQuery } })
    expect(body.items.map(({ title }) => title).toSorted()).toEqual(expected.toSorted())
  })
})

describe('search in one field', () => {
  let user: TestUser
  beforeAll(async () => {
    ;({ user } = await clientWith([
      { source: 'APK', title: 'Wallet', fields: { appName: 'Wallet', packageName: 'com.acme.pay', md5: 'abc' } },
      { source: 'APK', title: 'Acme Pay', fields: { appName: 'Acme Pay', packageName: 'org.other', md5: 'def' } },
      {
        source: 'Telegram',
        title: 'acme_help',
        fields: { channel_data: { entity_user_name: 'acme_help', title: 'Support' } },
      },
    ]))
  })
  const found = async (raw: Record<string, string>) => {
    const { body } = await send(user, listAllThreats, { raw: { ...raw, sortField: 'title', sortDirection: 'asc' } })
    return body.items.map(({ title }) => title)
  }

  test('finds what that field holds and not what another one does', async () => {
    expect(await found({ searchQuery: 'ACME' })).toHaveLength(3)
    expect(await found({ searchQuery: 'ACME', searchField: '' })).toHaveLength(3)
    expect(await found({ searchQuery: 'ACME', searchField: 'appName' })).toEqual(['Acme Pay'])
    expect(await found({ searchQuery: 'ACME', searchField: 'packageName' })).toEqual(['Wallet'])
    expect(await found({ searchQuery: 'acme', searchField: 'channel_data.entity_user_name' })).toEqual(['acme_help'])
    expect(await found({ searchQuery: 'support', searchField: 'channel_data.title' })).toEqual(['acme_help'])
    expect(await found({ searchQuery: 'com.acme', searchField: 'md5' })).toEqual([])
  })

  test('is refused for a field that is not one of the searchable', async () => {
    for (const searchField of ['signerSha256', 'password', 'channel_data', `appName' or 1=1`]) {
      const answer = await send(user, listAllThreats, { raw: { searchQuery: 'x', searchField } })
      expect(answer).toMatchObject(refusal('UNKNOWN_SEARCH_FIELD', 'query.searchField'))
    }
  })
})

describe('a threat of every source', () => {
  test('is listed and opened with its own fields at the top level', async () => {
    const threats = oneOfEachSource('threat')
    const { user, ids } = await clientWith(threats)
    for (const [index, { source, fields, title }] of threats.entries()) {
      const list = await send(user, listThreats, { params: { source } })
      expect(list.status, source).toBe(200)
      const { title: _title, ...own } = fields
      expect(list.body.items[0]).toMatchObject({ id: ids[index], source, title, ...own })
      const detail = await send(user, getThreat, { params: { source, threatId: ids[index] as string } })
      const { evidence: _evidence, ...shown } = own
      expect(detail.body, source).toMatchObject({ id: ids[index], source, title, ...shown })
    }
  })
})

test('a threat carries no field that the contract does not name', async () => {
  const { user } = await clientWith([{ title: 'x', fields: { domain_name: 'x', planted_secret: 'y', company_id: 7 } }])
  const { body } = await send(user, listAllThreats)
  expect(Object.keys(body.items[0] ?? {})).not.toContain('planted_secret')
  expect(Object.keys(body.items[0] ?? {})).not.toContain('company_id')
})

test('a threat has the names of its three strongest reasons, and counts all of them', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  const threat = await newThreat(company)
  const indicators = [10, 40, -5, 20, 30].map((contribution) => ({ name: `Reason ${contribution}`, contribution }))
  const { pool } = world().database
  await pool.query('update threats set indicators = $2 where id = $1', [threat.id, JSON.stringify(indicators)])
  const { body } = await send(user, listAllThreats)
  expect(body.items).toMatchObject([{ reasons: ['Reason 40', 'Reason 30', 'Reason 20'], reasonCount: 5 }])
})

test('the thumbnail is the capture in which most was found, even if another visit saw a harmless page later', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  const { id: threatId } = await newThreat(company)
  const of = { company_id: company.id, threat_id: threatId }
  const [signIn, harmless] = [randomUUID(), randomUUID()]
  const seen = (id: string, letter: string, day: number) => ({
    ...of,
    id,
    kind: 'capture' as const,
    name: `${letter}.png`,
    type: 'image/png',
    size: 1,
    sha256: letter.repeat(64),
    captured_at: new Date(Date.UTC(2026, 0, day)),
  })
  const thumbnail = async () => (await send(user, listAllThreats)).body.items[0]?.thumbnail
  await world().database.inCompanies([company.id], (tx) =>
    tx
      .insertInto('evidence')
      .values([seen(signIn, 'a', 1), seen(harmless, 'b', 2)])
      .execute(),
  )
  expect(await thumbnail()).toContain(harmless)
  await world().database.inCompanies([company.id], async (tx) => {
    const capture = await addCapture(tx, {
      companyId: company.id,
      threatId,
      address: 'https://x.example/',
      trigger: 'new',
    })
    const proof = {
      ...of,
      capture_id: capture?.id ?? '',
      width: 1,
      height: 1,
      shows_brand: 0,
      verdict: null,
      indicators: '[]',
    }
    const places = JSON.stringify([{ kind: 'field' }])
    const at = { compared_at: new Date() }
    await tx
      .insertInto('lookalike_proofs')
      .values([
        { ...proof, ...at, visit: 0, picture: 'a'.repeat(64), places },
        { ...proof, ...at, visit: 1, picture: 'b'.repeat(64), places: '[]' },
      ])
      .execute()
  })
  expect(await thumbnail()).toContain(signIn)
})

test('the detail shows where it was seen, its reasons with their meaning, and what it imitates', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  const threat = await newThreat(company)
  const { body } = await send(user, getThreat, { params: { source: threat.source, threatId: threat.id } })
  expect(body).toMatchObject({
    severity: 'High',
    status: 'open',
    sightings: 1,
    reasons: ['Brand as a separate word'],
    indicators: [{ name: 'Brand as a separate word', contribution: 80 }],
    sightingList: [{ feed: 'test', line: 1 }],
    history: [{ action: 'threat.detected' }],
  })
  expect(body.official).toHaveLength(1)
})
