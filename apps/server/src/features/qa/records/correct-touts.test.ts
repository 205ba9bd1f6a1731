import { expect, test } from 'vitest'
import { changeTout } from '@signet/contract/threats/add-threats'
import { addToutEvidence } from '@signet/contract/threats/files'
import { getTout, listAllTouts } from '@signet/contract/touts/touts'
import { newCompany, newThreat, newUser, refusal, send, tinyPng, useWorld } from '../../../../test/harness.ts'

const world = useWorld()

async function createFixture(stage: 'published' | 'queued' = 'published') {
  const company = await newCompany({ modules: { touts: true } })
  const tout = await newThreat(company, { kind: 'tout', stage, name: 'misspelt-seats.example' })
  return {
    company,
    admin: await newUser('admin', company),
    reviewer: await newUser('qa', company),
    client: await newUser('client', company),
    params: { source: tout.source, toutId: tout.id } as const,
  }
}
const picture = (text: string) => ({ files: [{ bytes: tinyPng(text), name: 'seen.png' }] })

test('a correction of a tout changes the given fields, its title and its search terms, and is recorded', async () => {
  const { admin, client, params } = await createFixture()
  const body = {
    severity: 'Low' as const,
    category: 'E-tickets',
    fields: { domain_name: 'spelt-seats.example' },
    version: 1,
  }
  const answer = await send(admin, changeTout, { params, body })
  expect(answer).toMatchObject({
    status: 200,
    body: { severity: 'Low', category: 'E-tickets', title: 'spelt-seats.example', version: 2 },
  })
  const found = await send(client, listAllTouts, { query: { searchQuery: 'spelt-seats' } })
  expect(found.body.items.map(({ id }) => id)).toEqual([params.toutId])
  const { history } = (await send(client, getTout, { params })).body
  expect(history.at(-1)).toMatchObject({ action: 'threat.corrected' })
  expect(await send(admin, changeTout, { params, body })).toMatchObject(refusal('STALE_VERSION'))
})

test('a tout that is not published yet is corrected by reviewers, and looks to others like nothing', async () => {
  const { admin, reviewer, params } = await createFixture('queued')
  const body = { severity: 'Low' as const, version: 1 }
  expect((await send(admin, changeTout, { params, body })).status).toBe(404)
  expect((await send(reviewer, changeTout, { params, body })).body).toMatchObject({ severity: 'Low', version: 2 })
})

test('a tout takes evidence, the same bytes once, and shows it', async () => {
  const { company, admin, client, params } = await createFixture()
  const [first, second] = [
    await send(admin, addToutEvidence, { params, form: picture('a') }),
    await send(admin, addToutEvidence, { params, form: picture('a') }),
  ]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).toBe(first.body.id)
  const { evidence } = (await send(client, getTout, { params })).body
  expect(evidence.map(({ id, kind }) => ({ id, kind }))).toEqual([{ id: first.body.id, kind: 'upload' }])
  const { rows } = await world().database.pool.query(
    `select from audit where company_id = $1 and action = 'evidence.added'`,
    [company.id],
  )
  expect(rows).toHaveLength(1)
})

test('the address of a tout names no threat', async () => {
  const { company, admin } = await createFixture()
  const threat = await newThreat(company)
  const params = { source: 'Domain' as const, toutId: threat.id }
  expect((await send(admin, changeTout, { params, body: { severity: 'Low', version: 1 } })).status).toBe(404)
  expect((await send(admin, addToutEvidence, { params, form: picture('b') })).status).toBe(404)
})
