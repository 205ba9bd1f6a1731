import {
  campaignOfThreat,
  ignoreTrait,
  listCampaigns,
  openCampaign,
  requestCampaignTakedown,
  splitOffThreat,
} from '@signet/contract/threats/campaigns'
import { decideThreat, getThreat } from '@signet/contract/threats/threats'
import type { Trait } from '@signet/detection'
import { expect, test } from 'vitest'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { insertTraits } from '../threats/found/traits.queries.ts'
import { keepCampaigns, rejoin } from './join-threats.ts'

const world = useWorld()

const key = (value: string): Trait => ({ kind: 'certificateKey', value })
const minute = (value: string): Trait => ({ kind: 'registration', value: `Harbor Registrar, ${value}` })
const servers: Trait = { kind: 'nameServers', value: 'ns1.host.example ns2.host.example' }
const address: Trait = { kind: 'address', value: '192.0.2.7' }

const setTraits = (company: TestCompany, threatId: string, traits: Trait[]) =>
  world().database.inCompanies([company.id], (tx) => insertTraits(tx, company.id, threatId, traits))
const update = (company: TestCompany) => keepCampaigns(world().database, company.id)

async function withTraits(company: TestCompany, traits: Trait[], more: Parameters<typeof newThreat>[1] = {}) {
  const { id } = await newThreat(company, more)
  await setTraits(company, id, traits)
  return id
}

const campaignOf = async (user: TestUser, threatId: string) =>
  (await send(user, campaignOfThreat, { params: { source: 'Domain', threatId } })).body.campaign
const opened = async (user: TestUser, campaignId: string) =>
  (await send(user, openCampaign, { params: { campaignId } })).body
const idsOf = ({ threats }: { threats: { id: string }[] }) => threats.map(({ id }) => id).toSorted()

/** A company with a campaign of three threats that share a key. */
async function threeJoined() {
  const company = await newCompany()
  const client = await newUser('client', company)
  const ids = [
    await withTraits(company, [key('k'), servers]),
    await withTraits(company, [key('k'), servers]),
    await withTraits(company, [key('k'), address]),
  ]
  await update(company)
  const campaign = await campaignOf(client, ids[0] as string)
  return { company, client, ids, campaignId: campaign?.id as string }
}

test('threats that share a significant trait are a campaign, with what joins them and its weight', async () => {
  const { company, client, ids, campaignId } = await threeJoined()
  await withTraits(company, [servers, address])
  await withTraits(company, [key('other')])
  await withTraits(company, [key('k')], { stage: 'queued' })
  await update(company)
  const { status, body } = await send(client, openCampaign, { params: { campaignId } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    number: 1,
    threatCount: 3,
    openCount: 3,
    sharedKinds: ['certificateKey', 'nameServers'],
  })
  expect(idsOf(body)).toEqual(ids.toSorted())
  expect(body.traits).toEqual([
    { ...key('k'), weight: 8, threatIds: ids.toSorted() },
    { ...servers, weight: 2, threatIds: ids.slice(0, 2).toSorted() },
  ])
  const list = await send(client, listCampaigns)
  expect(list.body).toMatchObject({ total: 1, items: [{ id: campaignId, number: 1 }] })
})

test('a trait that too many threats have joins none, and neither do a shared host or one domain', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  const many = []
  for (let count = 0; count < 51; count += 1) many.push(await withTraits(company, [key('of a platform')]))
  const hosted = [await withTraits(company, [servers, address]), await withTraits(company, [servers, address])]
  await update(company)
  expect((await send(client, listCampaigns)).body.total).toBe(0)
  // One of them loses the trait: it means something for the others now.
  await setTraits(company, many[0] as string, [])
  await update(company)
  expect(await campaignOf(client, many[1] as string)).toMatchObject({ threatCount: 50 })
  expect(await campaignOf(client, hosted[0] as string)).toBeNull()
  await setTraits(company, many[0] as string, [key('of a platform')])
  await update(company)
  expect((await send(client, listCampaigns)).body.total).toBe(0)
  const [one, other] = hosted.map((id) => `'${id}'`)
  await world().database.pool.query(
    `update threats set fields = fields || '{"registrable_domain": "same.example"}' where id in (${one}, ${other})`,
  )
  for (const id of hosted) await setTraits(company, id, [key('one domain')])
  await update(company)
  expect((await send(client, listCampaigns)).body.total).toBe(0)
})

test('a campaign keeps its number when threats join, and the smaller one leads to the larger after a merge', async () => {
  const { company, client, ids, campaignId } = await threeJoined()
  const pair = [await withTraits(company, [minute('10:03')]), await withTraits(company, [minute('10:03')])]
  await update(company)
  const smaller = await campaignOf(client, pair[0] as string)
  expect(smaller).toMatchObject({ number: 2, threatCount: 2 })
  const link = await withTraits(company, [key('k'), minute('10:03')])
  await update(company)
  expect(await campaignOf(client, pair[1] as string)).toMatchObject({ id: campaignId, number: 1, threatCount: 6 })
  expect(await opened(client, smaller?.id as string)).toMatchObject({ id: campaignId })
  await setTraits(company, link, [])
  await update(company)
  expect(idsOf(await opened(client, campaignId))).toEqual(ids.toSorted())
  expect(await campaignOf(client, pair[0] as string)).toMatchObject({ threatCount: 2 })
})

test('a threat that is whitelisted leaves, and returns when the decision is reversed', async () => {
  const { company, client, ids, campaignId } = await threeJoined()
  const params = { source: 'Domain', threatId: ids[0] as string } as const
  const decide = async (action: 'whitelist' | 'reopen') => {
    const { version } = (await send(client, getThreat, { params })).body
    expect((await send(client, decideThreat, { params, body: { action, version } })).status).toBe(200)
    await update(company)
  }
  await decide('whitelist')
  expect(await opened(client, campaignId)).toMatchObject({ threatCount: 2 })
  await decide('reopen')
  expect(await opened(client, campaignId)).toMatchObject({ threatCount: 3 })
})

test('a threat is split off and may join again, with one audit record each', async () => {
  const { company, client, ids, campaignId } = await threeJoined()
  const [threatId = ''] = ids
  const put = (joins: boolean) =>
    send(client, splitOffThreat, { params: { campaignId, threatId }, body: { joins, reason: 'A parking page' } })
  const split = await put(false)
  expect(split.body).toMatchObject({ threatCount: 2, splitOff: [{ id: threatId, reason: 'A parking page' }] })
  expect((await put(false)).body).toEqual(split.body)
  // It doesn't come back by what is observed later.
  await setTraits(company, threatId, [key('k'), address])
  await update(company)
  expect(await campaignOf(client, threatId)).toBeNull()
  expect((await put(true)).body).toMatchObject({ threatCount: 3, splitOff: [] })
  const history = (await send(client, getThreat, { params: { source: 'Domain', threatId } })).body
  expect(JSON.stringify(history)).toContain('Split off from its campaign')
  const { rows } = await world().database.pool.query(
    `select action from audit where target_id = $1 and action in ('threat.splitOff', 'threat.rejoined') order by at`,
    [threatId],
  )
  expect(rows).toEqual([{ action: 'threat.splitOff' }, { action: 'threat.rejoined' }])
})

test('an ignored trait joins no threats again, also new ones, until it is allowed', async () => {
  const { company, client, ids, campaignId } = await threeJoined()
  const put = (joins: boolean) => send(client, ignoreTrait, { params: { campaignId }, body: { ...key('k'), joins } })
  expect((await put(false)).body).toMatchObject({ threatCount: 0, traits: [], ignored: [key('k')] })
  await withTraits(company, [key('k')])
  await update(company)
  expect((await send(client, listCampaigns)).body.total).toBe(0)
  expect((await put(true)).body.ignored).toEqual([])
  expect(await campaignOf(client, ids[0] as string)).toMatchObject({ threatCount: 4 })
  const { rows } = await world().database.pool.query(
    `select action from audit where company_id = $1 and target_type = 'campaign' order by at`,
    [company.id],
  )
  expect(rows).toEqual([{ action: 'campaign.traitIgnored' }, { action: 'campaign.traitAllowed' }])
})

test('one approval opens the case of every open threat once, however often it is sent', async () => {
  const { company, client, ids, campaignId } = await threeJoined()
  const [decided = ''] = ids
  const params = { source: 'Domain', threatId: decided } as const
  const { version } = (await send(client, getThreat, { params })).body
  await send(client, decideThreat, { params, body: { action: 'deeperAnalysis', version } })
  const stranger = await withTraits(company, [])
  const body = { threatIds: [...ids, stranger], note: 'All by one actor' }
  const both = await Promise.all(
    [1, 2].map(() => send(client, requestCampaignTakedown, { params: { campaignId }, body })),
  )
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both.flatMap((sent) => sent.body.done).toSorted()).toEqual(ids.slice(1).toSorted())
  expect(both[0]?.body.failed).toEqual(
    expect.arrayContaining([
      { id: decided, code: 'CONFLICT' },
      { id: stranger, code: 'NOT_FOUND' },
    ]),
  )
  const { rows } = await world().database.pool.query(
    `select target_id from audit where company_id = $1 and action = 'threat.takedown' order by 1`,
    [company.id],
  )
  expect(rows.map(({ target_id: id }: { target_id: string }) => id)).toEqual(ids.slice(1).toSorted())
  expect(await opened(client, campaignId)).toMatchObject({ openCount: 0 })
})

test('who only reads changes nothing, and another company sees nothing', async () => {
  const { company, ids, campaignId } = await threeJoined()
  const params = { campaignId, threatId: ids[0] as string }
  const reader = await newUser('clientPeeker', company)
  expect((await send(reader, openCampaign, { params: { campaignId } })).status).toBe(200)
  expect((await send(reader, splitOffThreat, { params, body: { joins: false } })).status).toBe(403)
  const stranger = await newUser('client', await newCompany())
  expect(await send(stranger, openCampaign, { params: { campaignId } })).toMatchObject(refusal('NOT_FOUND'))
  expect((await send(stranger, splitOffThreat, { params, body: { joins: false } })).status).toBe(404)
})

test.each([
  ['body.kind', { kind: 'colour', value: 'red', joins: false }],
  ['body.value', { kind: 'address', value: 'a\nb', joins: false }],
  ['body.joins', { kind: 'address', value: '192.0.2.7' }],
])('refuses %s by name', async (path, body) => {
  const { client, campaignId } = await threeJoined()
  expect(await send(client, ignoreTrait, { params: { campaignId }, body })).toMatchObject({
    status: 400,
    body: { details: [{ path }] },
  })
})

test('campaigns after many small changes equal those of a full calculation', async () => {
  const company = await newCompany()
  let state = 7
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const pool = [key('1'), key('2'), minute('1'), minute('2'), servers, address, { ...address, value: '192.0.2.8' }]
  const ids: string[] = []
  for (let count = 0; count < 14; count += 1) ids.push((await newThreat(company)).id)
  const groups = async () => {
    const { rows } = await world().database.pool.query<{ ids: string }>(
      `select string_agg(threat_id::text, ' ' order by threat_id) as ids from campaign_threats
       where company_id = $1 group by campaign_id order by 1`,
      [company.id],
    )
    return rows.map((row) => row.ids)
  }
  for (let round = 0; round < 30; round += 1) {
    for (let count = random(3); count >= 0; count -= 1) {
      const id = ids[random(ids.length)] as string
      await setTraits(
        company,
        id,
        pool.filter(() => random(5) === 0),
      )
      if (random(6) > 0) continue
      const stage = random(2) === 0 ? 'watchlist' : 'published'
      await world().database.pool.query('update threats set stage = $2 where id = $1', [id, stage])
    }
    await update(company)
    const small = await groups()
    await world().database.inCompanies([company.id], async (tx) => {
      await tx.deleteFrom('campaign_threats').where('company_id', '=', company.id).execute()
      await rejoin(tx, company.id, ids)
    })
    expect(small).toEqual(await groups())
  }
})
