import { randomUUID } from 'node:crypto'
import {
  addDetectionRule,
  changeDetectionRule,
  deleteDetectionRule,
  type DetectionRuleBody,
} from '@signet/contract/collection/detection-rules'
import { cancelRuleHunt, listRuleHunts, startRuleHunt } from '@signet/contract/collection/rule-hunts'
import { reviewThreats, publishThreat } from '@signet/contract/review/qa'
import { decideThreats } from '@signet/contract/threats/threats'
import { expect, test } from 'vitest'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../test/harness.ts'
import { runHunt } from './rule-hunt.job.ts'
import { huntRetries } from './rule-hunts.jobs.ts'

const world = useWorld()

const body: DetectionRuleBody = {
  name: 'Voucher nobody gave out',
  explanation: 'It offers a voucher that the company never gave out.',
  sources: ['Domain', 'URL'],
  condition: { all: [{ kind: 'word', value: 'voucher' }], any: [], none: [] },
  effect: 'raise',
  points: 60,
}

async function createFixture(more: Partial<DetectionRuleBody> = {}) {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const client = await newUser('client', company)
  const query = { company: company.key }
  const { body: rule } = await send(reviewer, addDetectionRule, { query, body: { ...body, ...more } })
  const at = { params: { detectionRuleId: rule.id }, query }
  const work = (huntId: string, { attempt = 1, signal = new AbortController().signal } = {}) =>
    runHunt({ database: world().database }, { companyId: company.id, huntId }, { signal, stopping: signal, attempt })
  const start = () => send(reviewer, startRuleHunt, { ...at, body: {} })
  const latest = async () => (await send(reviewer, listRuleHunts, at)).body[0]
  return {
    company,
    reviewer,
    client,
    query,
    rule,
    at,
    start,
    work,
    latest,
    hunt: async () => {
      const { body: started } = await start()
      await work(started.id)
      return latest()
    },
    publish: async (name: string) => {
      const { id } = await newThreat(company, { stage: 'queued', name })
      await send(reviewer, publishThreat, { params: { threatId: id }, body: { version: 1 } })
      return id
    },
    remove: async (name: string) => {
      const { id } = await newThreat(company, { stage: 'queued', name })
      const asked = { kind: 'threat' as const, ids: [id], action: 'requestDeletion' as const, reason: 'A namesake' }
      expect((await send(reviewer, reviewThreats, { body: asked })).body.done).toEqual([id])
    },
  }
}

test('a hunt shows what a rule that is off would have caught, in every stage, and what people decided about it', async () => {
  const { company, client, hunt, publish, remove } = await createFixture()
  await publish('voucher-a.test')
  await publish('voucher-b.test')
  const harmless = await publish('voucher-c.test')
  await remove('voucher-d.test')
  await newThreat(company, { stage: 'queued', name: 'voucher-e.test' })
  await newThreat(company, { stage: 'queued', name: 'weather.test' })
  await newThreat(company, { stage: 'queued', name: 'voucher-f.test', source: 'Instagram' })
  const selection = { ids: [harmless] }
  const remark = { kind: 'Irrelevant' as const }
  await send(client, decideThreats, { body: { company: company.key, selection, action: 'falsePositive', remark } })
  const found = await hunt()
  expect(found).toMatchObject({ state: 'done', progress: 1, read: 6, matched: 5, ruleVersion: 1, isCurrent: true })
  expect(found?.labels).toMatchObject({ confirmed: 2, rejected: 2, precision: 0.5 })
  expect(found?.sources).toMatchObject([
    { source: 'Domain', matched: 5, outcomes: { published: 2, harmless: 1, deleted: 1, undecided: 1 } },
  ])
  expect(found?.sources[0]?.examples).toHaveLength(5)
  expect(found?.sources[0]?.examples[0]).toMatchObject({ value: 'voucher' })
  // Of the interval of two of four.
  expect(found?.labels.low).toBeCloseTo(0.15, 2)
})

test('a hunt with a rule that finds names also reads the built-in list, one that suppresses does not', async () => {
  const condition = { all: [{ kind: 'text' as const, value: 'metamask' }], any: [], none: [] }
  const raising = await (await createFixture({ condition })).hunt()
  expect(raising?.names?.read).toBeGreaterThan(1000)
  expect(raising?.names?.matched).toBeGreaterThan(5)
  expect(raising?.names?.examples).toHaveLength(5)
  const suppressing = await (await createFixture({ condition, effect: 'suppress', points: null })).hunt()
  expect(suppressing).toMatchObject({ state: 'done', names: null })
})

test('a hunt changes no threat', async () => {
  const { company, hunt } = await createFixture()
  await newThreat(company, { stage: 'queued', name: 'voucher.test' })
  const read = async () =>
    (await world().database.pool.query('select * from threats where company_id = $1', [company.id])).rows
  const before = await read()
  await hunt()
  expect(await read()).toEqual(before)
})

test('one hunt of a company runs at a time, and a hunt uses the rule as it was when it began', async () => {
  const { reviewer, at, start, work, latest } = await createFixture()
  const { status, body: started } = await start()
  expect(status).toBe(202)
  expect(started).toMatchObject({ state: 'running', progress: 0, read: 0 })
  expect(await start()).toMatchObject(refusal('HUNT_RUNNING'))
  await send(reviewer, changeDetectionRule, { ...at, body: { ...body, sources: ['Telegram'], version: 1 } })
  await work(started.id)
  expect(await latest()).toMatchObject({ state: 'done', ruleVersion: 1, isCurrent: false })
  expect((await latest())?.names).not.toBeNull()
  expect((await start()).status).toBe(202)
})

test('a hunt that is killed resumes after its last batch and counts nothing twice', async () => {
  const { company, start, work, latest } = await createFixture()
  await world().database.pool.query(
    `insert into threats (company_id, id, source, fingerprint, title, search, threat_type, severity, fields, score, first_seen, last_seen)
     select $1, gen_random_uuid(), 'Domain', decode(md5(n::text), 'hex'), 'voucher-' || n || '.test', '', 'Phishing site', 2,
       jsonb_build_object('domain_name', 'voucher-' || n || '.test'), 60, now(), now() from generate_series(1, 1200) n`,
    [company.id],
  )
  const { body: started } = await start()
  const stop = new AbortController()
  stop.abort()
  // Ends after its first batch.
  await expect(work(started.id, { signal: stop.signal })).rejects.toThrow()
  const half = await latest()
  expect(half).toMatchObject({ state: 'running', read: 500, matched: 500 })
  expect(half?.progress).toBeCloseTo(500 / 1200, 2)
  await work(started.id)
  expect(await latest()).toMatchObject({ state: 'done', read: 1200, matched: 1200 })
})

test('a hunt can be cancelled while it runs, and what it found stays', async () => {
  const { company, reviewer, at, start, work, latest } = await createFixture()
  await newThreat(company, { stage: 'queued', name: 'voucher.test' })
  const { body: started } = await start()
  const params = { ...at.params, huntId: started.id }
  const cancelled = await send(reviewer, cancelRuleHunt, { params, query: at.query, body: {} })
  expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled' } })
  await work(started.id)
  expect(await latest()).toMatchObject({ state: 'cancelled', read: 0 })
  expect(await send(reviewer, cancelRuleHunt, { params, query: at.query, body: {} })).toMatchObject(
    refusal('HUNT_NOT_RUNNING'),
  )
})

test('the hunts of a rule go with it, also one that runs', async () => {
  const { reviewer, at, start, work } = await createFixture()
  const { body: started } = await start()
  await send(reviewer, deleteDetectionRule, { ...at, query: { ...at.query, version: 1 } })
  await work(started.id)
  expect((await send(reviewer, listRuleHunts, at)).status).toBe(404)
})

test('a hunt that fails for the last time is shown as failed', async () => {
  const { start, work, latest } = await createFixture()
  const { body: started } = await start()
  const stop = new AbortController()
  stop.abort()
  await expect(work(started.id, { attempt: huntRetries + 1, signal: stop.signal })).rejects.toThrow()
  expect(await latest()).toMatchObject({ state: 'failed' })
})

test('the hunts of another company are neither visible nor cancelled', async () => {
  const one = await createFixture()
  const other = await createFixture()
  const { body: started } = await one.start()
  const params = { detectionRuleId: other.rule.id, huntId: started.id }
  expect((await send(other.reviewer, cancelRuleHunt, { params, query: other.query, body: {} })).status).toBe(404)
  expect(
    (await send(other.reviewer, listRuleHunts, { params: { detectionRuleId: randomUUID() }, query: other.query }))
      .status,
  ).toBe(404)
})
