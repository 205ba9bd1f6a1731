import { beforeAll, describe, expect, test } from 'vitest'
import {
  addBookmark,
  getCategories,
  getSeveritiesPerSource,
  getSourceOptions,
  getTypesPerSource,
  listAllThreats,
  listThreats,
  decideThreat,
  type ThreatListQuery,
} from '@signet/contract/threats/threats'
import { getThreatFrequency } from '@signet/contract/reports/analytics'
import type { ErrorReason } from '@signet/contract/errors/errors'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestUser } from '../../../../test/harness.ts'
import { publishThreats } from '../../../../test/many-threats.ts'

const world = useWorld()
let user: TestUser
/** Maps ids to titles, so that the expectations below are readable. */
let titles: Map<string, string>

beforeAll(async () => {
  const company = await newCompany({ threatSources: ['Domain', 'URL', 'Advertisements', 'APK'] })
  user = await newUser('client', company)
  const threats = [
    { title: 'alpha', severity: 4, firstSeen: '2026-03-01T00:00:00Z', lastSeen: '2026-03-09T12:00:00Z' },
    { title: 'beta', severity: 3, category: 'Cards, prepaid', firstSeen: '2026-03-01T23:59:59.999Z' },
    { title: 'gamma', severity: 2, category: 'Loans', firstSeen: '2026-03-02T00:00:00Z', threatType: 'Phishing site' },
    { title: 'delta', source: 'URL', fields: { link: 'delta', urlSource: 'feed-a' }, severity: 1 },
    { title: 'epsilon', source: 'URL', fields: { link: 'epsilon', urlSource: 'feed-b' }, severity: 1 },
    { title: 'zeta', source: 'Advertisements', fields: { advertiser: 'zeta', adSource: 'Network A' } },
    { title: 'eta', category: '100% off', firstSeen: '2026-03-05T10:00:00Z', publishedAt: '2026-04-01T10:00:00Z' },
    { title: 'filtered', autoFiltered: true },
  ] as const
  const ids = await publishThreats(world().database, company, threats)
  titles = new Map(ids.map((id, index) => [id, threats[index]?.title as string]))
  const idOf = (title: string) => ids[threats.findIndex((threat) => threat.title === title)] as string
  const paramsOf = (title: string) => ({ source: 'Domain', threatId: idOf(title) }) as const
  await send(user, decideThreat, { params: paramsOf('alpha'), body: { action: 'takedown', version: 1 } })
  await send(user, decideThreat, { params: paramsOf('beta'), body: { action: 'whitelist', version: 1 } })
  await send(user, addBookmark, { params: paramsOf('gamma') })
  // Another company with the same threats, none of which may ever be found.
  await publishThreats(world().database, await newCompany(), threats)
})

async function found(raw: Record<string, string | string[]>): Promise<string[]> {
  const answer = await send(user, listAllThreats, { raw })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.total).toBe(answer.body.items.length)
  return answer.body.items.map(({ id }) => titles.get(id) ?? 'of a stranger').toSorted()
}
const all = ['alpha', 'beta', 'delta', 'epsilon', 'eta', 'gamma', 'zeta']

test('a full id finds its threat, and none of another company', async () => {
  const [id] = [...titles.keys()]
  expect(await found({ searchQuery: id ?? '' })).toEqual([titles.get(id ?? '')])
  expect(await found({ searchQuery: (id ?? '').toUpperCase() })).toEqual([titles.get(id ?? '')])
  const stranger = await newThreat(await newCompany(), { name: 'stranger.example' })
  expect(await found({ searchQuery: stranger.id })).toEqual([])
})

describe('a filter finds exactly what it names', () => {
  test.each<[Record<string, string | string[]>, string[]]>([
    [{}, all],
    [{ threatSeverity: 'Critical' }, ['alpha']],
    [{ threatSeverity: 'Critical,Low' }, ['alpha', 'delta', 'epsilon']],
    [{ threatSeverity: ['Critical', 'Medium'] }, ['alpha', 'gamma']],
    [{ threatType: 'Phishing site' }, ['gamma']],
    [{ threatSource: 'URL,Advertisements' }, ['delta', 'epsilon', 'zeta']],
    [{ status: 'takedown,whitelist' }, ['alpha', 'beta']],
    [{ category: 'Loans' }, ['gamma']],
    [{ category: 'Cards%2C prepaid' }, ['beta']],
    [{ category: 'Cards%2c prepaid,Loans' }, ['beta', 'gamma']],
    [{ category: 'Cards, prepaid' }, []],
    [{ category: '100%25 off' }, ['eta']],
    [{ urlSource: 'feed-a' }, ['delta']],
    [{ adSource: 'Network A' }, ['zeta']],
    [{ isTakedown: 'true' }, ['alpha']],
    [{ isTakedown: 'false', threatSeverity: 'Critical' }, []],
    [{ takedownStatus: 'authorised,submitted' }, ['alpha']],
    [{ takedownStatus: 'submitted' }, []],
    [{ bookmarked: 'true' }, ['gamma']],
    [{ bookmarkedThreats: 'true' }, ['gamma']],
    [{ bookmarked: 'false' }, all],
    [{ showAutomaticallyFiltered: 'true' }, [...all, 'filtered'].toSorted()],
    [{ threatSeverity: 'Low', urlSource: 'feed-b' }, ['epsilon']],
    [{ fields: 'urlSource:is:feed-a' }, ['delta']],
    [{ dateType: 'published', fromDate: '2026-04-01', toDate: '2026-04-01' }, ['eta']],
  ])('%j, and in a search as well', async (raw, expected) => {
    expect(await found(raw)).toEqual(expected)
    const matching = expected.filter((title) => title.includes('ta'))
    expect(await found({ ...raw, searchQuery: 'ta' })).toEqual(matching)
    expect(await found({ ...raw, searchQuery: 'ta', similar: 'collapsed' })).toEqual(matching)
  })

  test.each([
    'threatSeverity',
    'threatType',
    'threatSource',
    'status',
    'category',
    'adSource',
    'urlSource',
    'takedownStatus',
  ])('an empty %s is no filter', async (name) => {
    expect(await found({ [name]: '' })).toEqual(all)
    expect(await found({ [name]: ' , ,' })).toEqual(all)
  })
})

describe('a range of days', () => {
  test.each<[Record<string, string>, string[]]>([
    [{ fromDate: '2026-03-01', toDate: '2026-03-01' }, ['alpha', 'beta']],
    [{ fromDate: '2026-03-02', toDate: '2026-03-05' }, ['eta', 'gamma']],
    [{ fromDate: '2026-03-01T23:00:00Z', toDate: '2026-03-02T00:00:00.001Z' }, ['beta', 'gamma']],
    [{ toDate: '2026-03-01' }, ['alpha', 'beta']],
    [{ fromDate: '2026-03-05', toDate: '2026-03-04' }, []],
    [{ dateType: 'lastSeen', fromDate: '2026-03-09', toDate: '2026-03-09' }, ['alpha']],
    [{ dateType: 'published', fromDate: '2026-04-01', toDate: '2026-04-01' }, ['eta']],
  ])('includes both its ends: %j', async (raw, expected) => {
    expect(await found(raw)).toEqual(expected)
  })
})

test('a range of a leap year is allowed, a longer one is refused', async () => {
  const leapYear = { fromDate: '2024-01-01', toDate: '2024-12-31' }
  expect((await send(user, listAllThreats, { raw: leapYear })).status).toBe(200)
  const tooLong = await send(user, listAllThreats, { raw: { ...leapYear, toDate: '2025-01-01' } })
  expect(tooLong).toMatchObject(refusal('RANGE_TOO_LONG', 'query.toDate'))
})

describe('what a list refuses', () => {
  test.each<[Record<string, string | string[]>, string, ErrorReason]>([
    [{ limit: '201' }, 'query.limit', 'NUMBER_TOO_LARGE'],
    [{ limit: '0' }, 'query.limit', 'NUMBER_TOO_SMALL'],
    [{ limit: '-1' }, 'query.limit', 'INVALID_TYPE'],
    [{ limit: '1e2' }, 'query.limit', 'INVALID_TYPE'],
    [{ limit: '0x10' }, 'query.limit', 'INVALID_TYPE'],
    [{ limit: '1.0' }, 'query.limit', 'INVALID_TYPE'],
    [{ limit: '99999999999' }, 'query.limit', 'INVALID_TYPE'],
    [{ limit: ['1', '2'] }, 'query.limit', 'INVALID_TYPE'],
    [{ pageNumber: '0' }, 'query.pageNumber', 'NUMBER_TOO_SMALL'],
    [{ pageNumber: '501', limit: '200' }, 'query.pageNumber', 'PAGE_TOO_DEEP'],
    [{ pageNumber: '5001' }, 'query.pageNumber', 'PAGE_TOO_DEEP'],
    [{ pageNumber: '100001', limit: '1' }, 'query.pageNumber', 'NUMBER_TOO_LARGE'],
    [{ sortField: 'password_hash' }, 'query.sortField', 'NOT_AN_OPTION'],
    [{ sortField: 'stagedAt' }, 'query.sortField', 'NOT_AN_OPTION'],
    [{ sortField: 'title; drop table threats' }, 'query.sortField', 'NOT_AN_OPTION'],
    [{ sortDirection: 'DESC' }, 'query.sortDirection', 'NOT_AN_OPTION'],
    [{ threatSeverity: 'Severe' }, 'query.threatSeverity.0', 'NOT_AN_OPTION'],
    [{ threatSource: 'Domain,Nowhere' }, 'query.threatSource.1', 'NOT_AN_OPTION'],
    [{ status: 'deleted' }, 'query.status.0', 'NOT_AN_OPTION'],
    [{ isTakedown: 'yes' }, 'query.isTakedown', 'NOT_AN_OPTION'],
    [{ fromDate: '2026-02-30' }, 'query.fromDate', 'NOT_A_DAY'],
    [{ fromDate: '01.02.2026' }, 'query.fromDate', 'NOT_A_DAY'],
    [{ toDate: '2026-03-01T25:00' }, 'query.toDate', 'NOT_A_DAY'],
    [{ dateType: 'updated' }, 'query.dateType', 'NOT_AN_OPTION'],
    [{ searchQuery: 'x'.repeat(201) }, 'query.searchQuery', 'TEXT_TOO_LONG'],
    [{ searchQuery: 'a\0b' }, 'query.searchQuery', 'TEXT_NOT_CLEAN'],
    [{ category: Array.from({ length: 101 }, (_, index) => `c${index}`).join(',') }, 'query.category', 'LIST_TOO_LONG'],
    [{ category: 'x'.repeat(201) }, 'query.category.0', 'TEXT_TOO_LONG'],
  ])('%j', async (raw, path, reason) => {
    expect(await send(user, listAllThreats, { raw })).toMatchObject(refusal(reason, path))
  })

  test('nothing else: keys it does not know are ignored, and the limits themselves are allowed', async () => {
    expect(await found({ unknown: 'x', 'threatSeverity[]': 'Low', __proto__: 'x', constructor: 'y' })).toEqual(all)
    const categories = Array.from({ length: 100 }, (_, index) => `c${index}`).join(',')
    const longest = { limit: '200', pageNumber: '500', searchQuery: 'x'.repeat(200), category: categories }
    expect((await send(user, listAllThreats, { raw: longest })).status).toBe(200)
    expect((await send(user, listAllThreats, { raw: { pageNumber: '5000' } })).status).toBe(200)
  })

  test('text that the database cannot hold, in whatever parameter it comes', async () => {
    for (const name of ['threatType', 'category', 'adSource', 'urlSource', 'takedownStatus', 'searchQuery']) {
      const answer = await send(user, listAllThreats, { raw: { [name]: 'a\0b' } })
      expect(answer, name).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    }
  })
})

describe('words that try to be SQL', () => {
  const corpus = [
    `' or '1'='1`,
    `'; drop table threats; --`,
    `") or 1=1 --`,
    `1) union select password_hash from users --`,
    `$1`,
    `$$; select pg_sleep(5); $$`,
    `\\'; select 1; --`,
    `%' or title like '%`,
    `{"$ne": null}`,
    `a' || (select 'b') || 'c`,
  ]
  test.each(corpus)('find nothing and do nothing: %s', async (words) => {
    for (const name of ['threatType', 'category', 'adSource', 'urlSource', 'takedownStatus', 'searchQuery']) {
      const answer = await send(user, listAllThreats, { raw: { [name]: words } })
      expect(answer, name).toMatchObject({ status: 200, body: { total: 0, items: [] } })
    }
    for (const name of ['sortField', 'sortDirection', 'dateType', 'limit', 'fromDate', 'threatSource', 'isTakedown']) {
      expect((await send(user, listAllThreats, { raw: { [name]: words } })).status, name).toBe(400)
    }
    const inCompany = await send(user, listAllThreats, { raw: { company: words } })
    expect(inCompany).toMatchObject({ status: 404, body: { code: 'COMPANY_NOT_FOUND' } })
    expect(await found({})).toEqual(all)
  })
})

describe('the choices of a filter', () => {
  test('are the values that occur, with their counts, severities worst first', async () => {
    const severities = await send(user, getSeveritiesPerSource, { query: { threatSource: ['Domain'] } })
    expect(severities.body).toEqual([
      { value: 'Critical', label: 'Critical', count: 1 },
      { value: 'High', label: 'High', count: 2 },
      { value: 'Medium', label: 'Medium', count: 1 },
    ])
    const types = await send(user, getTypesPerSource, { raw: { threatSource: '' } })
    expect(types.body).toEqual([
      { value: 'Look-alike domain', label: 'Look-alike domain', count: 6 },
      { value: 'Phishing site', label: 'Phishing site', count: 1 },
    ])
    expect((await send(user, getCategories)).body.map(({ value }) => value)).toEqual([
      '100% off',
      'Cards, prepaid',
      'Loans',
    ])
  })

  test('name every source of the company, those without threats too', async () => {
    expect((await send(user, getSourceOptions)).body).toEqual([
      { value: 'Advertisements', label: 'Advertisements', count: 1 },
      { value: 'APK', label: 'APK', count: 0 },
      { value: 'Domain', label: 'Domain', count: 4 },
      { value: 'URL', label: 'URL', count: 2 },
    ])
  })
})

describe('the counts by source and by day', () => {
  const filters: readonly Partial<ThreatListQuery>[] = [
    { status: ['open'] },
    { threatSeverity: ['High'], threatType: ['Look-alike domain'] },
    { searchQuery: 'eta' },
    { isTakedown: false },
    { adSource: ['Network A'] },
    { fromDate: '2026-03-02' },
    { fromDate: '2026-03-01', toDate: '2026-03-02', status: ['open'] },
    { fromDate: '2026-03-01T06:00:00Z' },
    { fromDate: '2026-03-05', dateType: 'lastSeen' },
    { fromDate: '2026-03-01', status: ['takedown', 'whitelist'] },
    { showAutomaticallyFiltered: true },
  ]

  test('of sources are what the list of each source finds with the same filters', async () => {
    for (const query of filters) {
      const { body: options } = await send(user, getSourceOptions, { query })
      expect(options.length).toBeGreaterThan(0)
      for (const { value, count } of options) {
        const { body } = await send(user, listThreats, { params: { source: value }, query })
        expect([query, value, count]).toEqual([query, value, body.total])
      }
    }
  })

  test('of days are what the list finds on each day with the same filters', async () => {
    const daysBack = 365
    for (const filter of filters) {
      const ofDate = new Set(['fromDate', 'toDate', 'dateType'])
      const query: typeof filter = Object.fromEntries(Object.entries(filter).filter(([name]) => !ofDate.has(name)))
      const { body: days } = await send(user, getThreatFrequency, { query: { ...query, daysBack } })
      const fromFirst = { ...query, fromDate: days[0]?.date }
      const { total } = (await send(user, listAllThreats, { query: fromFirst })).body
      expect([query, days.reduce((sum, { count }) => sum + count, 0)]).toEqual([query, total])
      const busy = days.find(({ count }) => count > 0)
      if (!busy) continue
      const ofDay = { ...query, fromDate: busy.date, toDate: busy.date }
      expect((await send(user, listAllThreats, { query: ofDay })).body.total).toBe(busy.count)
    }
  })
})

test('a source is named in any case, and Facebook means FB', async () => {
  for (const source of ['url', 'URL', 'Url']) {
    expect((await send(user, listThreats, { params: { source } })).body.total).toBe(2)
  }
  expect((await send(user, listThreats, { params: { source: 'Facebook' } })).status).toBe(200)
  expect((await send(user, listThreats, { params: { source: 'MySpace' } })).status).toBe(404)
})
