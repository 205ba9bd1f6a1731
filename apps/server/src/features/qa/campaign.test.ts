import { listQueued } from '@signet/contract/review/qa'
import { getCampaign } from '@signet/contract/review/qa-campaign'
import type { Trait } from '@signet/detection'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { keepTraits } from '../threats/traits.queries.ts'

const world = useWorld()

const minute: Trait = { kind: 'registration', value: 'Harbor Registrar, 2026-11-01 10:03' }
const servers: Trait = { kind: 'nameServers', value: 'ns1.host.example ns2.host.example' }
const address: Trait = { kind: 'address', value: '192.0.2.7' }

async function withTraits(company: TestCompany, traits: Trait[], more: Parameters<typeof newThreat>[1] = {}) {
  const threat = await newThreat(company, { stage: 'queued', ...more })
  await world().database.inCompanies([company.id], (tx) => keepTraits(tx, company.id, threat.id, traits))
  return threat
}

async function campaign() {
  const company = await newCompany()
  const one = await withTraits(company, [minute, servers, address])
  const waiting = await withTraits(company, [minute, servers])
  const published = await withTraits(company, [minute, servers], { stage: 'published' })
  const sameHost = await withTraits(company, [address], { stage: 'watchlist' })
  await withTraits(company, [minute], { stage: 'deleted' })
  await withTraits(company, [{ ...address, value: '192.0.2.8' }])
  await withTraits(await newCompany(), [minute, servers])
  return { company, one, waiting, published, sameHost, qa: await newUser('qa', company) }
}

test('a reviewer sees who shares what with a threat, the most telling first, and what of it waits', async () => {
  const { one, waiting, published, sameHost, qa } = await campaign()
  const { status, body } = await send(qa, getCampaign, { params: { threatId: one.id } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    total: 3,
    groups: [
      {
        shared: [minute, servers],
        total: 2,
        items: [
          { id: waiting.id, stage: 'queued' },
          { id: published.id, stage: 'published' },
        ],
      },
      { shared: [address], total: 1, items: [{ id: sameHost.id, stage: 'watchlist' }] },
    ],
  })
  expect(body.waiting.toSorted()).toEqual([one.id, waiting.id].toSorted())
})

test('the queue is narrowed to a campaign, and to what of it the reviewer has claimed', async () => {
  const { one, waiting, qa } = await campaign()
  const listed = async (query: object) => (await send(qa, listQueued, { query })).body.items.map(({ id }) => id)
  expect((await listed({ sharesWith: one.id })).toSorted()).toEqual([one.id, waiting.id].toSorted())
  expect(await listed({ sharesWith: one.id, mine: true })).toEqual([])
})

test('a campaign of another company is not visible', async () => {
  const { one, company } = await campaign()
  const stranger = await newUser('qa', await newCompany())
  expect((await send(stranger, getCampaign, { params: { threatId: one.id } })).status).toBe(404)
  const query = { company: company.key }
  expect((await send(stranger, getCampaign, { params: { threatId: one.id }, query })).status).toBe(404)
})

test('what shares nothing has no campaign', async () => {
  const company = await newCompany()
  const { id } = await withTraits(company, [minute])
  const { body } = await send(await newUser('qa', company), getCampaign, { params: { threatId: id } })
  expect(body).toEqual({ total: 0, groups: [], waiting: [id] })
})
