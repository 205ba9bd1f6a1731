import { listQueued } from '@signet/contract/review/qa'
import { getSharers } from '@signet/contract/review/qa-sharers'
import type { Trait } from '@signet/detection'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { insertTraits } from '../threats/found/traits.queries.ts'

const world = useWorld()

const minute: Trait = { kind: 'registration', value: 'Harbor Registrar, 2026-11-01 10:03' }
const servers: Trait = { kind: 'nameServers', value: 'ns1.host.example ns2.host.example' }
const address: Trait = { kind: 'address', value: '192.0.2.7' }

async function withTraits(company: TestCompany, traits: Trait[], more: Parameters<typeof newThreat>[1] = {}) {
  const threat = await newThreat(company, { stage: 'queued', ...more })
  await world().database.inCompanies([company.id], (tx) => insertTraits(tx, company.id, threat.id, traits))
  return threat
}

async function newSharers() {
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

test('a reviewer sees which threats share traits with one, the most significant traits first, and which of them wait', async () => {
  const { one, waiting, published, sameHost, qa } = await newSharers()
  const { status, body } = await send(qa, getSharers, { params: { threatId: one.id } })
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

test('the queue is filtered by the threats that share traits with one, and by those of them that the reviewer has claimed', async () => {
  const { one, waiting, qa } = await newSharers()
  const listed = async (query: object) => (await send(qa, listQueued, { query })).body.items.map(({ id }) => id)
  expect((await listed({ sharesWith: one.id })).toSorted()).toEqual([one.id, waiting.id].toSorted())
  expect(await listed({ sharesWith: one.id, mine: true })).toEqual([])
})

test('threats of another company that share traits are not visible', async () => {
  const { one, company } = await newSharers()
  const stranger = await newUser('qa', await newCompany())
  expect((await send(stranger, getSharers, { params: { threatId: one.id } })).status).toBe(404)
  const query = { company: company.key }
  expect((await send(stranger, getSharers, { params: { threatId: one.id }, query })).status).toBe(404)
})

test('a threat that shares nothing has no others', async () => {
  const company = await newCompany()
  const { id } = await withTraits(company, [minute])
  const { body } = await send(await newUser('qa', company), getSharers, { params: { threatId: id } })
  expect(body).toEqual({ total: 0, groups: [], waiting: [id] })
})
