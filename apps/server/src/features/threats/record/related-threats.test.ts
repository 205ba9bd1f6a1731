import { getQueued } from '@signet/contract/review/qa'
import { getThreat } from '@signet/contract/threats/threats'
import type { Trait } from '@signet/detection'
import { describe, expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { insertTraits } from '../found/traits.queries.ts'

const world = useWorld()

const key: Trait = { kind: 'certificateKey', value: 'ab'.repeat(32) }
const servers: Trait = { kind: 'nameServers', value: 'ns1.host.example ns2.host.example' }
const address: Trait = { kind: 'address', value: '192.0.2.7' }

async function withTraits(company: TestCompany, traits: Trait[], more: Parameters<typeof newThreat>[1] = {}) {
  const threat = await newThreat(company, more)
  await world().database.inCompanies([company.id], (tx) => insertTraits(tx, company.id, threat.id, traits))
  return threat
}
async function relatedOf(company: TestCompany, threatId: string) {
  const client = await newUser('client', company)
  return (await send(client, getThreat, { params: { source: 'Domain', threatId } })).body.related
}

describe('threats that share traits', () => {
  test('are related, those that share the most telling first, each with the reason in words', async () => {
    const company = await newCompany()
    const one = await withTraits(company, [key, servers, address])
    const sameHost = await withTraits(company, [address])
    const sameKey = await withTraits(company, [key, servers])
    await withTraits(company, [{ kind: 'address', value: '192.0.2.8' }])
    expect(await relatedOf(company, one.id)).toMatchObject([
      {
        id: sameKey.id,
        match: 'traits',
        shared: [
          { kind: 'certificateKey', text: 'same certificate key abababababababab…' },
          { kind: 'nameServers', text: 'same name servers ns1.host.example, ns2.host.example' },
        ],
      },
      { id: sameHost.id, match: 'traits', shared: [{ ...address, text: 'same address 192.0.2.7' }] },
    ])
  })

  test('are listed with their shared traits even if they are similar anyway', async () => {
    const company = await newCompany()
    const one = await withTraits(company, [address], { name: 'same.example' })
    const twin = await withTraits(company, [address], { name: 'same.example', source: 'URL' })
    await world().database.pool.query(
      `update threats set fields = fields || '{"registrable_domain": "same.example"}' where company_id = $1`,
      [company.id],
    )
    expect(await relatedOf(company, one.id)).toMatchObject([
      { id: twin.id, match: 'domain', shared: [{ text: 'same address 192.0.2.7' }] },
    ])
  })

  test('leave out common traits, other companies, unpublished threats and deleted ones', async () => {
    const company = await newCompany()
    const one = await withTraits(company, [address, servers])
    for (let n = 0; n < 51; n += 1) await withTraits(company, [servers])
    await withTraits(company, [address], { stage: 'queued' })
    await withTraits(company, [address], { stage: 'deleted' })
    await withTraits(await newCompany(), [address])
    expect(await relatedOf(company, one.id)).toEqual([])
  })

  test('are no duplicates to a reviewer', async () => {
    const company = await newCompany()
    const one = await withTraits(company, [key], { stage: 'queued' })
    await withTraits(company, [key], { stage: 'queued' })
    const qa = await newUser('qa', company)
    expect((await send(qa, getQueued, { params: { threatId: one.id } })).body.related).toEqual([])
  })

  test('and those without any name what was compared, the most specific first, and what is too common to relate them', async () => {
    const company = await newCompany()
    const one = await withTraits(company, [address, servers, key])
    for (let n = 0; n < 51; n += 1) await withTraits(company, [servers])
    const client = await newUser('client', company)
    const path = { params: { source: 'Domain', threatId: one.id } } as const
    expect((await send(client, getThreat, path)).body).toMatchObject({
      related: [],
      traits: [
        { ...key, isCommon: false },
        { ...servers, isCommon: true },
        { ...address, isCommon: false },
      ],
    })
  })

  test('part when a domain moves on', async () => {
    const company = await newCompany()
    const one = await withTraits(company, [address])
    const other = await withTraits(company, [address])
    expect(await relatedOf(company, one.id)).toHaveLength(1)
    await world().database.inCompanies([company.id], (tx) => insertTraits(tx, company.id, other.id, [servers]))
    expect(await relatedOf(company, one.id)).toEqual([])
    await world().database.inCompanies([company.id], (tx) => insertTraits(tx, company.id, other.id, []))
    expect(await relatedOf(company, other.id)).toEqual([])
  })
})
