import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getObservations, getObservationsForReview, type DnsFacts } from '@signet/contract/threats/observations'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'

const world = useWorld()

const facts = (more: Partial<DnsFacts> = {}): DnsFacts => ({
  host: 'x.example',
  state: 'found',
  a: ['203.0.113.7'],
  aaaa: [],
  cname: [],
  ns: [],
  mx: [],
  txt: [],
  isWildcard: false,
  catchesAll: false,
  ...more,
})

async function keep(company: TestCompany, threatId: string, at: string, more: Partial<DnsFacts>, isSettled = true) {
  await world().database.inCompanies([company.id], (tx) =>
    tx
      .insertInto('domain_observations')
      .values({
        company_id: company.id,
        id: randomUUID(),
        threat_id: threatId,
        kind: 'dns',
        facts: JSON.stringify(facts(more)),
        hash: randomUUID(),
        changes: JSON.stringify([{ what: 'Mail servers', before: null, after: '10 mx.example', isMaterial: true }]),
        observed_at: new Date(at),
        seen_at: new Date(at),
        is_settled: isSettled,
      })
      .execute(),
  )
}

test('what was seen of a domain is listed latest first, without what is not certain yet', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  const threat = await newThreat(company, { name: 'login-brand.example' })
  await keep(company, threat.id, '2026-05-01T00:00:00Z', { a: [] })
  await keep(company, threat.id, '2026-05-02T00:00:00Z', { mx: ['10 mx.example'] })
  await keep(company, threat.id, '2026-05-03T00:00:00Z', { state: 'absent' }, false)
  const params = { source: threat.source, threatId: threat.id }
  const { status, body } = await send(client, getObservations, { params })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    host: 'login-brand.example',
    checkedAt: '2026-05-02T00:00:00.000Z',
    nextAt: null,
    latest: { dns: { mx: ['10 mx.example'] } },
  })
  expect(body.latest.http).toBeUndefined()
  expect(body.items.map(({ observedAt }) => observedAt.slice(0, 10))).toEqual(['2026-05-02', '2026-05-01'])
  expect(body.items[0]?.changes[0]?.isMaterial).toBe(true)
})

test('reviewers see those of queued records, clients only those of published ones', async () => {
  const company = await newCompany()
  const threat = await newThreat(company, { stage: 'queued' })
  await keep(company, threat.id, '2026-05-01T00:00:00Z', {})
  const answer = await send(await newUser('qa', company), getObservationsForReview, { params: { threatId: threat.id } })
  expect(answer.body.items).toHaveLength(1)
  const params = { source: threat.source, threatId: threat.id }
  expect((await send(await newUser('client', company), getObservations, { params })).status).toBe(404)
})

test('a threat of a source without a host has nothing to look at', async () => {
  const company = await newCompany()
  const threat = await newThreat(company, { source: 'Telegram', name: 'channel' })
  const params = { source: threat.source, threatId: threat.id }
  const { body } = await send(await newUser('client', company), getObservations, { params })
  expect(body).toEqual({ host: null, latest: {}, items: [], checkedAt: null, nextAt: null })
})
