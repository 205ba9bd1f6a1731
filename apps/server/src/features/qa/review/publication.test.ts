import { describe, expect, test } from 'vitest'
import { correctThreat, getQueued, publishThreat, unwatchThreat, watchThreat } from '@signet/contract/review/qa'
import {
  getSourceOptions,
  getThreat,
  getTypesForAllSources,
  listAllThreats,
  listThreats,
  decideThreat,
} from '@signet/contract/threats/threats'
import { getThreatSourceSummary } from '@signet/contract/reports/analytics'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  await world().database.pool.query(`update users set name = 'Rita Reviewer' where id = $1`, [reviewer.id])
  const client = await newUser('client', company)
  const threat = await newThreat(company, { stage: 'queued', name: `hidden-${company.key}.example` })
  return { company, reviewer, client, threat, params: { threatId: threat.id } }
}
const ofClient = (threatId: string) => ({ source: 'Domain', threatId }) as const

describe('before a threat is published', () => {
  test('a client finds it nowhere: lists, search, detail, options and figures', async () => {
    const { client, threat, reviewer, params } = await createFixture()
    for (const step of [null, watchThreat]) {
      if (step) await send(reviewer, step, { params, body: { version: 1 } })
      const answers = [
        await send(client, listAllThreats, { query: { showAutomaticallyFiltered: true } }),
        await send(client, listThreats, { params: { source: 'Domain' }, query: { searchQuery: 'hidden' } }),
        await send(client, getTypesForAllSources),
        await send(client, getThreatSourceSummary),
      ]
      for (const { body } of answers) {
        expect(JSON.stringify(body)).not.toContain('hidden')
        expect(JSON.stringify(body)).not.toContain('Look-alike domain')
      }
      expect(answers[0]?.body).toMatchObject({ total: 0, items: [] })
      const counts = (await send(client, getSourceOptions)).body.map(({ count }) => count ?? 0)
      expect(Math.max(...counts)).toBe(0)
      expect((await send(client, getThreat, { params: ofClient(threat.id) })).status).toBe(404)
    }
  })

  test('it is no related threat of a published one', async () => {
    const { company, client, threat } = await createFixture()
    const other = await newThreat(company, { name: 'other.example' })
    await world().database.pool.query(
      `update threats set fields = fields || '{"registrable_domain": "same.example"}' where company_id = $1`,
      [company.id],
    )
    expect((await send(client, getThreat, { params: ofClient(other.id) })).body.related).toEqual([])
    await world().database.pool.query(`update threats set stage = 'published' where id = $1`, [threat.id])
    expect((await send(client, getThreat, { params: ofClient(other.id) })).body.related).toMatchObject([
      { id: threat.id },
    ])
  })
})

describe('after a threat is published', () => {
  test('a client sees it with the time of its publication', async () => {
    const { client, reviewer, threat, params } = await createFixture()
    await send(reviewer, publishThreat, { params, body: { version: 1 } })
    const { body } = await send(client, getThreat, { params: ofClient(threat.id) })
    expect(body).toMatchObject({ id: threat.id, status: 'open' })
    expect(Date.now() - Date.parse(body.publishedAt as string)).toBeLessThan(60_000)
  })

  test('a client never sees reviewers’ work, remarks or names', async () => {
    const { client, reviewer, threat, params } = await createFixture()
    const remark = { kind: 'custom', text: 'planted-internal-note' } as const
    await send(reviewer, watchThreat, { params, body: { version: 1, remark } })
    await send(reviewer, unwatchThreat, { params, body: { version: 2, remark } })
    await send(reviewer, correctThreat, { params, body: { version: 3, severity: 'Critical' } })
    await send(reviewer, publishThreat, { params, body: { version: 4, remark } })
    const detail = await send(client, getThreat, { params: ofClient(threat.id) })
    expect(detail.body.history.map(({ action, by }) => [action, by])).toEqual([
      ['threat.detected', null],
      ['qa.publish', 'Review team'],
    ])
    const list = await send(client, listThreats, { params: { source: 'Domain' } })
    for (const { body } of [detail, list]) {
      expect(JSON.stringify(body)).not.toMatch(/planted-internal-note|Rita|stage|qa\.watch|threat\.corrected/)
      expect(JSON.stringify(body)).not.toContain(reviewer.email)
    }
  })

  test('a later correction is shown to the client without a name', async () => {
    const { client, reviewer, threat, params } = await createFixture()
    await send(reviewer, publishThreat, { params, body: { version: 1 } })
    await send(reviewer, correctThreat, { params, body: { version: 2, severity: 'Critical' } })
    const { body } = await send(client, getThreat, { params: ofClient(threat.id) })
    expect(body.history.at(-1)).toMatchObject({ action: 'threat.corrected', by: 'Review team' })
  })

  test('reviewers keep seeing the whole history, with names and remarks', async () => {
    const { client, reviewer, threat, params } = await createFixture()
    const remark = { kind: 'custom', text: 'seen before' } as const
    await send(reviewer, watchThreat, { params, body: { version: 1, remark } })
    await send(reviewer, publishThreat, { params, body: { version: 2 } })
    await send(client, decideThreat, { params: ofClient(threat.id), body: { action: 'whitelist', version: 3 } })
    const { body } = await send(reviewer, getQueued, { params })
    expect(body.history.map(({ action }) => action)).toEqual([
      'threat.detected',
      'qa.watch',
      'qa.publish',
      'threat.whitelist',
    ])
    expect(body.history[1]).toMatchObject({ by: 'Rita Reviewer', remark: 'seen before' })
  })
})
