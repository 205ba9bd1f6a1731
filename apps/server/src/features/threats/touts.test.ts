import { describe, expect, test } from 'vitest'
import { getRecentActivitySources, listActivity, listRecentActivity } from '@signet/contract/threats/activity'
import { getThreatDistribution, getThreatSourceSummary } from '@signet/contract/reports/analytics'
import { getDeeperAnalysis, listDeeperAnalyses, moveDeeperAnalysis } from '@signet/contract/requests/deeper-analyses'
import { requestTakedown, moveTakedown } from '@signet/contract/takedowns/takedown-work'
import { getTakedownSources, listTakedowns } from '@signet/contract/takedowns/takedowns'
import {
  getSourceOptions,
  getThreat,
  getThreatFacet,
  getTypesForAllSources,
  listAllThreats,
  listThreats,
  decideThreats,
} from '@signet/contract/threats/threats'
import {
  addToutBookmark,
  addToutRemark,
  getRecentTouts,
  getTout,
  getToutCategories,
  getToutFacet,
  getToutDistribution,
  getToutFrequency,
  getToutSeverities,
  getToutSourceOptions,
  getToutSourceSummary,
  getToutTypes,
  listAllTouts,
  listToutRemarks,
  listTouts,
  removeToutBookmark,
  decideTout,
} from '@signet/contract/touts/touts'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../test/harness.ts'
import { oneOfEachSource, publishThreats, type NewPublished } from '../../../test/many-threats.ts'

const world = useWorld()

const toutsOf = (...companies: { key: string }[]) => ({
  company: companies.map(({ key }) => key),
  kind: 'tout' as const,
})
const companyWithTouts = () => newCompany({ modules: { touts: true } })

async function createFixture() {
  const company = await companyWithTouts()
  const threat = await newThreat(company)
  const tout = await newThreat(company, { kind: 'tout' })
  const params = { source: tout.source, toutId: tout.id }
  return { company, client: await newUser('client', company), threat, tout, params }
}
const titles = (answer: { body: { items: { title: string }[] } }) =>
  answer.body.items.map(({ title }) => title).toSorted()

describe('touts and threats', () => {
  test('of one company are never in the lists, options and figures of each other', async () => {
    const company = await companyWithTouts()
    const client = await newUser('client', company)
    await publishThreats(world().database, company, [
      { title: 'shared word threat', threatType: 'Phishing site' },
      { title: 'shared word tout', kind: 'tout', threatType: 'Unauthorised seller', category: 'E-tickets' },
    ])
    for (const raw of [{}, { searchQuery: 'shared word' }, { sortField: 'title' }]) {
      expect(titles(await send(client, listAllThreats, { raw }))).toEqual(['shared word threat'])
      expect(titles(await send(client, listAllTouts, { raw }))).toEqual(['shared word tout'])
    }
    expect(titles(await send(client, listThreats, { params: { source: 'Domain' } }))).toEqual(['shared word threat'])
    expect(titles(await send(client, listTouts, { params: { source: 'Domain' } }))).toEqual(['shared word tout'])
    expect((await send(client, getTypesForAllSources)).body.map(({ value }) => value)).toEqual(['Phishing site'])
    expect((await send(client, getToutTypes)).body.map(({ value }) => value)).toEqual(['Unauthorised seller'])
    expect((await send(client, getToutCategories)).body).toEqual([{ value: 'E-tickets', label: 'E-tickets', count: 1 }])
    expect((await send(client, getToutSeverities)).body).toEqual([{ value: 'High', label: 'High', count: 1 }])
    for (const route of [getThreatDistribution, getToutDistribution]) {
      expect((await send(client, route)).body).toEqual([{ key: 'Domain', label: 'Domain', count: 1 }])
    }
    expect((await send(client, getRecentTouts)).body.map(({ title }) => title)).toEqual(['shared word tout'])
    for (const facet of [getThreatFacet, getToutFacet]) {
      expect((await send(client, facet, { query: { field: 'status' } })).body).toEqual([
        { value: 'open', label: 'New', count: 1 },
      ])
      expect((await send(client, facet, { query: { field: 'takedownStatus' } })).body).toEqual([])
    }
    const days = (await send(client, getToutFrequency, { query: { daysBack: 7 } })).body
    expect(days).toHaveLength(7)
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  })

  test('are opened each under its own path only', async () => {
    const { client, threat, tout, params } = await createFixture()
    expect((await send(client, getTout, { params })).status).toBe(200)
    const asThreat = { source: tout.source, threatId: tout.id }
    expect((await send(client, getThreat, { params: asThreat })).status).toBe(404)
    const asTout = { source: threat.source, toutId: threat.id }
    expect((await send(client, getTout, { params: asTout })).status).toBe(404)
    for (const action of ['whitelist', 'takedown'] as const) {
      const answer = await send(client, decideTout, { params: asTout, body: { action, version: 1 } })
      expect(answer.status).toBe(404)
    }
  })

  test('are decided in bulk apart from threats', async () => {
    const { client, company, threat, tout } = await createFixture()
    const selection = { ids: [threat.id, tout.id] }
    const decide = (kind: 'threat' | 'tout' | undefined, action: 'takedown' | 'whitelist') =>
      send(client, decideThreats, { body: { company: company.key, selection, action, ...(kind ? { kind } : {}) } })
    expect((await decide('tout', 'takedown')).body).toMatchObject({
      done: [tout.id],
      failed: [{ id: threat.id, code: 'NOT_FOUND' }],
    })
    expect((await decide(undefined, 'whitelist')).body.done).toEqual([threat.id])
    expect((await send(client, getToutFacet, { query: { field: 'takedownStatus' } })).body).toMatchObject([
      { count: 1 },
    ])
    const all = { filter: { source: tout.source }, except: [], expectedCount: 1 }
    const reopened = await send(client, decideThreats, {
      body: { company: company.key, kind: 'tout', selection: all, action: 'reopen' },
    })
    expect(reopened.body.done).toEqual([tout.id])
  })

  test('found in the same place are two records', async () => {
    const company = await companyWithTouts()
    const client = await newUser('client', company)
    await newThreat(company, { name: 'tickets.example' })
    await newThreat(company, { name: 'tickets.example', kind: 'tout' })
    expect(titles(await send(client, listAllThreats))).toEqual(['tickets.example'])
    expect(titles(await send(client, listAllTouts))).toEqual(['tickets.example'])
  })

  test('are summed up by the sources the company has chosen for each', async () => {
    const company = await newCompany({
      modules: { touts: true },
      threatSources: ['Domain', 'EASM'],
      toutSources: ['Extension', 'Domain'],
    })
    const client = await newUser('client', company)
    await newThreat(company, { kind: 'tout' })
    const touts = await send(client, getToutSourceSummary)
    expect(touts.body.map(({ source, total, open }) => [source, total, open])).toEqual([
      ['Extension', 0, 0],
      ['Domain', 1, 1],
    ])
    const threats = await send(client, getThreatSourceSummary)
    expect(threats.body.map(({ source, total }) => [source, total])).toEqual([
      ['Domain', 0],
      ['EASM', 0],
    ])
    expect((await send(client, getToutSourceOptions)).body).toEqual([
      { value: 'Domain', label: 'Domain', count: 1 },
      { value: 'Extension', label: 'Extension', count: 0 },
    ])
    expect((await send(client, getSourceOptions)).body.map(({ value }) => value)).toEqual(['Domain', 'EASM'])
  })
})

test('a tout of every source is listed and opened with its own fields at the top level', async () => {
  const company = await companyWithTouts()
  const client = await newUser('client', company)
  const threats = oneOfEachSource('tout')
  const ids = await publishThreats(world().database, company, threats)
  for (const [index, { source, title, fields }] of threats.entries()) {
    const { title: _title, ...own } = fields
    const list = await send(client, listTouts, { params: { source } })
    expect(list.body.items, source).toMatchObject([{ id: ids[index], source, title, ...own }])
    const detail = await send(client, getTout, { params: { source, toutId: ids[index] as string } })
    const { evidence: _evidence, ...shown } = own
    expect(detail.body, source).toMatchObject({ id: ids[index], source, title, ...shown })
  }
})

describe('a search among touts', () => {
  test('may be narrowed to the search fields of touts, and to nothing else', async () => {
    const company = await companyWithTouts()
    const client = await newUser('client', company)
    const video = { channelName: 'Fast rail', videoTitle: 'How to jump the queue', videoId: 'vX1' }
    const threats: NewPublished[] = [
      { kind: 'tout', source: 'YouTube', title: 'Fast rail', fields: video },
      { kind: 'tout', source: 'Extension', title: 'Queue Filler', fields: { extensionName: 'Queue Filler' } },
    ]
    await publishThreats(world().database, company, threats)
    const found = async (raw: Record<string, string>) => titles(await send(client, listAllTouts, { raw }))
    expect(await found({ searchQuery: 'queue' })).toEqual(['Fast rail', 'Queue Filler'])
    expect(await found({ searchQuery: 'queue', searchField: 'videoTitle' })).toEqual(['Fast rail'])
    expect(await found({ searchQuery: 'queue', searchField: 'extensionName' })).toEqual(['Queue Filler'])
    const refused = await send(client, listAllTouts, { raw: { searchQuery: 'x', searchField: 'service' } })
    expect(refused).toMatchObject(refusal('UNKNOWN_SEARCH_FIELD', 'query.searchField'))
    const ofThreats = await send(client, listAllThreats, { raw: { searchQuery: 'x', searchField: 'videoTitle' } })
    expect(ofThreats).toMatchObject(refusal('UNKNOWN_SEARCH_FIELD', 'query.searchField'))
  })
})

describe('a decision on a tout', () => {
  test.each(['whitelist', 'falsePositive'] as const)('as %s is kept and taken back', async (action) => {
    const { client, params } = await createFixture()
    const decided = await send(client, decideTout, { params, body: { action, version: 1 } })
    expect(decided).toMatchObject({ status: 200, body: { status: action, version: 2 } })
    const stale = await send(client, decideTout, { params, body: { action: 'reopen', version: 1 } })
    expect(stale).toMatchObject(refusal('STALE_VERSION'))
    const back = await send(client, decideTout, { params, body: { action: 'reopen', version: 2 } })
    expect(back.body).toMatchObject({ status: 'open', version: 3 })
    const { body } = await send(client, getTout, { params })
    expect(body.history.map((event) => event.action)).toEqual(['threat.detected', `threat.${action}`, 'threat.reopen'])
  })

  test('for takedown makes an ordinary case that is worked as any other, with the source it came from', async () => {
    const company = await companyWithTouts()
    const client = await newUser('client', company)
    const worker = await newUser('admin', company)
    const [toutId] = (await publishThreats(world().database, company, [
      { kind: 'tout', source: 'Extension', title: 'Filler', fields: { extensionName: 'Filler' } },
    ])) as [string]
    const params = { source: 'Extension', toutId } as const
    const requested = await send(client, decideTout, { params, body: { action: 'takedown', version: 1 } })
    expect(requested.body).toMatchObject({ status: 'takedown', takedown: { status: 'authorised' } })
    const list = await send(client, listTakedowns, { raw: { threatSource: 'Extension' } })
    expect(list.body.items).toMatchObject([{ threatId: toutId, kind: 'tout', source: 'Extension', title: 'Filler' }])
    const sources = await send(client, getTakedownSources)
    expect(sources.body).toEqual([{ value: 'Extension', label: 'Extension', count: 1 }])
    const caseOf = { takedownId: list.body.items[0]?.id as string }
    for (const [version, status] of (['submitted', 'offline_monitoring', 'reopened'] as const).entries()) {
      const moved = await send(worker, moveTakedown, {
        params: caseOf,
        body: { status, note: 'sent by post', version: version + 1 },
      })
      expect(moved, status).toMatchObject({ status: 200, body: { status } })
    }
    const late = await send(client, decideTout, { params, body: { action: 'reopen', version: 2 } })
    expect(late).toMatchObject(refusal('NOTICE_SENT'))
  })

  test('can get a takedown of their own if the company has touts', async () => {
    const { client, tout } = await createFixture()
    const requested = await send(client, requestTakedown, { body: { company: client.company.key, threatId: tout.id } })
    expect(requested).toMatchObject({ status: 201, body: { threatId: tout.id, kind: 'tout' } })
    const plain = await newCompany()
    const other = await newThreat(plain, { kind: 'tout' })
    const refused = await send(await newUser('client', plain), requestTakedown, {
      body: { company: plain.key, threatId: other.id },
    })
    expect(refused.status).toBe(404)
  })

  test('for deeper analysis opens its case, which an analyst moves on', async () => {
    const { company, client, params } = await createFixture()
    await send(client, decideTout, { params, body: { action: 'deeperAnalysis', version: 1 } })
    const list = await send(client, listDeeperAnalyses)
    expect(list.body.items).toMatchObject([{ kind: 'tout', threatId: params.toutId, status: 'requested' }])
    const analysis = { analysisId: list.body.items[0]?.id as string }
    const moving = { params: analysis, body: { status: 'inProgress', version: 1 } } as const
    expect((await send(await newUser('admin', company), moveDeeperAnalysis, moving)).status).toBe(200)
    expect((await send(client, getDeeperAnalysis, { params: analysis })).body.status).toBe('inProgress')
  })

  test('is among the activity of touts and not of threats', async () => {
    const { client, params } = await createFixture()
    await send(client, decideTout, { params, body: { action: 'whitelist', version: 1 } })
    expect((await send(client, listActivity)).body.items).toEqual([])
    const { body } = await send(client, listActivity, { query: { kind: 'tout' } })
    expect(body.items).toMatchObject([{ threatId: params.toutId, action: 'threat.whitelist' }])
  })
})

test('the recent activity of several companies includes their touts', async () => {
  const { company, client, params } = await createFixture()
  await send(client, decideTout, { params, body: { action: 'falsePositive', version: 1 } })
  const plain = await newCompany()
  const chief = await newUser('superAdmin', plain)
  const both = await send(chief, listRecentActivity, { query: toutsOf(company, plain) })
  expect(both.body.items).toMatchObject([{ company: company.key, threatId: params.toutId }])
  const sources = await send(chief, getRecentActivitySources, { query: toutsOf(company) })
  expect(sources.body).toEqual([{ value: 'Domain', label: 'Domain', count: 1 }])
  expect((await send(chief, listRecentActivity, { query: toutsOf(plain) })).body.items).toEqual([])
  const threats = await send(chief, listRecentActivity, { query: { company: [company.key] } })
  expect(threats.body.items).toEqual([])
})

describe('bookmarks and remarks of a tout', () => {
  test("are the reader's own, under Bookmarks whatever the source, and in no list of threats", async () => {
    const { company, client, params } = await createFixture()
    expect((await send(client, addToutBookmark, { params })).status).toBe(204)
    for (const name of ['Bookmarks', 'bookmarks']) {
      const { body } = await send(client, listTouts, { params: { source: name } })
      expect(body.items).toMatchObject([{ id: params.toutId, bookmarked: true }])
    }
    const threats = await send(client, listThreats, { params: { source: 'Bookmarks' } })
    expect(threats).toMatchObject({ status: 200, body: { total: 0 } })
    const other = await newUser('client', company)
    expect((await send(other, listTouts, { params: { source: 'Bookmarks' } })).body.total).toBe(0)
    expect((await send(client, removeToutBookmark, { params })).status).toBe(204)
    expect((await send(client, listAllTouts, { raw: { bookmarked: 'true' } })).body.total).toBe(0)
  })

  test('are stored with the tout and shown on its record', async () => {
    const { client, params } = await createFixture()
    const added = await send(client, addToutRemark, { params, body: { kind: 'custom', text: 'seen at the station' } })
    expect(added.status).toBe(201)
    expect((await send(client, listToutRemarks, { params })).body).toEqual([added.body])
    expect((await send(client, getTout, { params })).body.remarks).toEqual([added.body])
  })
})

test('a company without the module has no touts, whatever it is asked', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  const { id: toutId, source } = await newThreat(company, { kind: 'tout' })
  const params = { source, toutId }
  const answers = [
    await send(client, listAllTouts),
    await send(client, listTouts, { params: { source: 'Domain' } }),
    await send(client, getTout, { params }),
    await send(client, decideTout, { params, body: { action: 'whitelist', version: 1 } }),
    await send(client, addToutBookmark, { params }),
    await send(client, listToutRemarks, { params }),
    await send(client, getToutSourceOptions),
    await send(client, getToutDistribution),
    await send(client, getToutSourceSummary),
    await send(client, listActivity, { query: { kind: 'tout' } }),
  ]
  for (const answer of answers) expect(answer).toMatchObject(refusal('MODULE_OFF'))
})
