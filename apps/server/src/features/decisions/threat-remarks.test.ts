import { describe, expect, test } from 'vitest'
import { addRemark, listRemarks, remarksMax } from '@signet/contract/threats/remarks'
import { getThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const threat = await newThreat(company)
  return {
    company,
    client: await newUser('client', company),
    params: { source: threat.source, threatId: threat.id },
  }
}

describe('a remark by itself', () => {
  test('is stored with its author and decides nothing', async () => {
    const { company, client, params } = await createFixture()
    const added = await send(client, addRemark, { params, body: { kind: 'custom', text: '  seen before ' } })
    expect(added).toMatchObject({ status: 201, body: { kind: 'custom', text: 'seen before' } })
    await send(client, addRemark, { params, body: { kind: 'Irrelevant' } })

    const reader = await newUser('clientPeeker', company)
    const listed = await send(reader, listRemarks, { params })
    expect(listed.body.map(({ text }) => text)).toEqual(['seen before', 'Irrelevant'])
    expect(listed.body[0]).toEqual(added.body)
    const { body } = await send(client, getThreat, { params })
    expect(body).toMatchObject({ status: 'open', version: 1 })
    expect(body.history.find(({ action }) => action === 'threat.remarked')).toMatchObject({
      text: 'Remark added',
      remark: 'seen before',
    })
  })

  test.each<[object, string]>([
    [{ kind: 'custom', text: 'no' }, 'body.text'],
    [{ kind: 'Irrelevant', text: 'x'.repeat(2001) }, 'body.text'],
    [{ kind: 'Whatever' }, 'body.kind'],
    [{ kind: 'Irrelevant', by: 'somebody' }, 'body.by'],
  ])('is refused by name: %j', async (body, path) => {
    const { client, params } = await createFixture()
    expect(await send(client, addRemark, { params, body })).toMatchObject({
      status: 400,
      body: { details: [{ path }] },
    })
    expect((await send(client, listRemarks, { params })).body).toEqual([])
  })

  test('after many others is shown with the record, and the one after the last is refused', async () => {
    const { company, client, params } = await createFixture()
    await world().database.pool.query(
      `insert into remarks (company_id, id, threat_id, kind, text, by_user, by_name, at)
       select $1, gen_random_uuid(), $2, 'custom', 'remark ' || n, $4, 'Client', now() - interval '1 day' + n * interval '1 second'
       from generate_series(1, $3::int) n`,
      [company.id, params.threatId, remarksMax - 1, client.id],
    )
    expect((await send(client, addRemark, { params, body: { kind: 'Irrelevant' } })).status).toBe(201)
    const { body } = await send(client, getThreat, { params })
    expect(body.remarks.length).toBe(remarksMax)
    expect(body.remarks.at(-1)).toMatchObject({ text: 'Irrelevant' })
    expect(await send(client, addRemark, { params, body: { kind: 'Irrelevant' } })).toMatchObject({
      status: 409,
      body: { reason: 'TOO_MANY_REMARKS', parameters: { max: remarksMax } },
    })
  })

  test('of duplicates beyond the latest 500 are counted, and are on the next page', async () => {
    const { company, client, params } = await createFixture()
    for (const name of ['one', 'two']) {
      const duplicate = await newThreat(company, { name: `remarked-${name}-${params.threatId.slice(0, 8)}.example` })
      await world().database.pool.query(
        `insert into threat_merges (company_id, threat_id, into_id, merged_by, merged_by_name, from_stage)
         values ($1, $2, $3, $4, 'Reviewer', 'published')`,
        [company.id, duplicate.id, params.threatId, client.id],
      )
      await world().database.pool.query(
        `insert into remarks (company_id, id, threat_id, kind, text, by_user, by_name, at)
         select $1, gen_random_uuid(), $2, 'custom', $3 || ' ' || n, $4, 'Client', now() - interval '1 day' + n * interval '1 second'
         from generate_series(1, 300) n`,
        [company.id, duplicate.id, name, client.id],
      )
    }
    const { body } = await send(client, getThreat, { params })
    expect([body.remarks.length, body.olderRemarks]).toEqual([500, 100])
    const older = await send(client, listRemarks, { params, query: { pageNumber: 2 } })
    expect(older.body).toHaveLength(100)
    const texts = new Set([...body.remarks, ...older.body].map(({ text }) => text))
    expect(texts.size).toBe(600)
    expect((await send(client, listRemarks, { params, query: { pageNumber: 3 } })).body).toEqual([])
  })

  test('on a threat that may not be seen, or of another source, answers 404', async () => {
    const { company, client, params } = await createFixture()
    const queued = await newThreat(company, { stage: 'queued' })
    const foreign = await createFixture()
    for (const target of [{ ...params, threatId: queued.id }, foreign.params, { ...params, source: 'URL' as const }]) {
      expect((await send(client, addRemark, { params: target, body: { kind: 'Irrelevant' } })).status).toBe(404)
      expect((await send(client, listRemarks, { params: target })).status).toBe(404)
    }
  })
})
