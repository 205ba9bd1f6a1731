import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  addDetectionRule,
  listDetectionRules,
  deleteDetectionRule,
  switchDetectionRule,
  type DetectionRuleBody,
} from '@signet/contract/collection/detection-rules'
import { getQueued } from '@signet/contract/review/qa'
import { addThreat, addThreats } from '@signet/contract/threats/add-threats'
import { expect, test } from 'vitest'
import { addKey } from '../../../../test/api-key.ts'
import { appOf, connectorWorld } from '../../../../test/connected-company.ts'
import { newUser, refusal, send } from '../../../../test/harness.ts'
import { WatchedBrands } from '../brands/watched-brands.ts'
import { scanFeed } from '../scans/scan-feed.ts'

const { world, providers, run, createFixture } = connectorWorld()

const body: DetectionRuleBody = {
  name: 'Voucher nobody gave out',
  explanation: 'It offers a voucher that the company never gave out.',
  sources: ['Domain', 'Twitter'],
  condition: { all: [{ kind: 'word', value: 'voucher' }], any: [], none: [] },
  effect: 'raise',
  points: 60,
}

/** A company with brand "Quayside Bank", and ways in which findings of it come in. */
async function createRuled() {
  const fixture = await createFixture('x')
  const { company, query } = fixture
  const reviewer = await newUser('qa', company)
  const { key } = await addKey(company, { scopes: ['ingest'] })
  const rules = async () => (await send(reviewer, listDetectionRules, { query })).body
  return {
    ...fixture,
    reviewer,
    rules,
    /** Adds a rule and switches it on. */
    ruled: async (more: Partial<DetectionRuleBody> = {}) => {
      const { body: rule } = await send(reviewer, addDetectionRule, { query, body: { ...body, ...more } })
      const params = { detectionRuleId: rule.id }
      return (await send(reviewer, switchDetectionRule, { params, query, body: { isOn: true, version: 1 } })).body
    },
    ingest: async (domain: string, more: object = {}) => {
      const line = {
        externalId: domain,
        threatType: 'Phishing site',
        severity: 'Medium',
        fields: { domain_name: domain },
      }
      const { body: answer } = await world().server.inject({
        method: 'POST',
        url: '/api/rest/ingest/Domain',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        payload: `${JSON.stringify({ ...line, ...more })}\n`,
      })
      return JSON.parse(answer) as { accepted: number; suppressed: number }
    },
    scan: (names: readonly string[], scanId = randomUUID()) =>
      scanFeed(
        { database: world().database, feedAllow: [], stdin: Readable.from(`${names.join('\n')}\n`) },
        { scanId, feed: '-', companyId: company.id },
      ),
    rows: async () => {
      const { rows } = await run(
        'select id, title, score, severity, brand_id, indicators, sightings from threats where company_id = $1 order by title',
        company.id,
      )
      return rows
    },
  }
}

test('a rule that is off changes nothing, and one that is on gives its reason and its points', async () => {
  const { company, query, reviewer, ingest, rows, ruled, rules } = await createRuled()
  await send(reviewer, addDetectionRule, { query, body: { ...body, name: 'Still off' } })
  await ruled({ points: 20 })
  await ingest('voucher.test')
  const [threat] = await rows()
  expect(threat).toMatchObject({
    score: 82,
    severity: 3,
    indicators: [
      { name: 'Severity as reported', contribution: 62 },
      { name: 'Voucher nobody gave out', value: 'voucher', contribution: 20 },
    ],
  })
  expect((await rules()).map(({ name, effects }) => [name, effects])).toEqual([
    ['Still off', 0],
    ['Voucher nobody gave out', 1],
  ])
  const detail = await send(reviewer, getQueued, { params: { threatId: threat.id }, query: { company: company.key } })
  expect(detail.body.indicators.at(-1)).toMatchObject({ description: body.explanation })
})

test('what a reason means stays on threats when its rule is deleted', async () => {
  const { query, reviewer, ingest, rows, ruled } = await createRuled()
  const { id, version } = await ruled()
  await ingest('voucher.test')
  await send(reviewer, deleteDetectionRule, { params: { detectionRuleId: id }, query: { ...query, version } })
  const [threat] = await rows()
  const detail = await send(reviewer, getQueued, { params: { threatId: threat.id }, query })
  expect(detail.body.indicators.at(-1)).toMatchObject({ name: body.name, description: body.explanation })
})

test('threats that exist aren’t changed by a rule, and aren’t counted as its effect', async () => {
  const { ingest, rows, ruled, rules } = await createRuled()
  await ingest('voucher.test')
  const before = await rows()
  await ruled({ effect: 'suppress', points: null })
  expect(await ingest('voucher.test', { lastSeen: new Date().toISOString() })).toMatchObject({ suppressed: 0 })
  expect(await rows()).toMatchObject([{ ...before[0], sightings: expect.any(Number) as number }])
  expect((await rules())[0]).toMatchObject({ effects: 0 })
})

test('a finding that a rule suppresses isn’t reported, and is counted once however often it comes', async () => {
  const { ingest, rows, ruled, rules, scan } = await createRuled()
  await ruled({ effect: 'suppress', points: null })
  expect(await ingest('voucher.test')).toMatchObject({ accepted: 0, suppressed: 1 })
  expect(await ingest('voucher.test')).toMatchObject({ accepted: 0, suppressed: 1 })
  expect((await rules())[0]).toMatchObject({ effects: 1 })
  const scanId = randomUUID()
  for (let again = 0; again < 2; again++) await scan(['quaysidebank-voucher.test', 'quaysidebank-login.test'], scanId)
  expect((await rows()).map(({ title }) => title)).toEqual(['quaysidebank-login.test'])
  expect((await rules())[0]).toMatchObject({ effects: 2 })
})

test('a rule that lowers the score holds back what is left with too few points, and only that', async () => {
  const { ingest, rows, ruled, scan } = await createRuled()
  await ruled({ effect: 'lower', points: 60 })
  await scan(['quaysidebank-voucher.test', 'quaysidebank-login.test'])
  await ingest('voucher.test')
  // What another program reports stays a threat.
  expect((await rows()).map(({ title, score, severity }) => [title, score > 50, severity])).toEqual([
    ['quaysidebank-login.test', true, expect.any(Number)],
    ['voucher.test', false, 1],
  ])
})

test('a rule makes a finding of a name that is like no brand, in feeds and in certificates', async () => {
  const { company, rows, ruled, scan, rules } = await createRuled()
  await ruled()
  const { threatsAdded } = await scan(['free-voucher.test', 'voucherless.test', 'weather.test'])
  expect(threatsAdded).toBe(1)
  expect(await rows()).toMatchObject([
    { title: 'free-voucher.test', score: 60, brand_id: null, indicators: [{ name: body.name, contribution: 60 }] },
  ])
  expect((await rules())[0]).toMatchObject({ effects: 1 })
  const brands = new WatchedBrands(world().database, { refreshAfterMs: 0 })
  await brands.refresh()
  const names = ['voucher.quayside.example', 'voucher.example', 'weather.example']
  const found = brands.match(names.map((name, line) => ({ name, feed: 'test', line })))
  const own = found.find(([companyId]) => companyId === company.id)?.[1] ?? []
  // The company's own hosts are never found.
  expect(own.map(({ threat }) => threat.title)).toEqual(['voucher.example'])
})

test('a rule with too few points makes no finding alone, and adds to what the detector says', async () => {
  const { rows, ruled, scan } = await createRuled()
  await ruled({ points: 20 })
  await scan(['free-voucher.test', 'quaysidebank-voucher.test'])
  const [threat, ...others] = await rows()
  expect(others).toEqual([])
  expect(threat).toMatchObject({ title: 'quaysidebank-voucher.test' })
  expect(threat.brand_id).not.toBeNull()
  expect(threat.indicators).toContainEqual({ name: body.name, value: 'voucher', contribution: 20 })
})

const post = (id: number, text: string) => ({
  ...appOf(id),
  name: 'Deals of the day',
  handle: `deals${id}`,
  text,
  link: null,
  at: new Date().toISOString(),
})

test('a rule makes a finding of a post that the detector leaves out, by what its provider says of it', async () => {
  const { turnOn, collectNow, rows, ruled, work } = await createRuled()
  await ruled()
  providers().world.listings = (term) =>
    term === 'Quayside Bank' ? [post(1, 'A voucher for everyone'), post(2, 'The weather today')] : []
  await turnOn({ token: 'AAAA' })
  await collectNow()
  const [threat, ...others] = await rows()
  expect(others).toEqual([])
  expect(threat.indicators).toContainEqual({ name: body.name, value: 'voucher', contribution: 60 })
  expect(await work()).toMatchObject({ found: 1, suppressed: 0 })
})

test('a post that a rule suppresses isn’t reported and counts as suppressed', async () => {
  const { turnOn, collectNow, rows, ruled, work } = await createRuled()
  await ruled({
    effect: 'suppress',
    points: null,
    condition: { ...body.condition, all: [{ kind: 'word', value: 'PIN' }] },
  })
  const text = 'Your Quayside Bank account will be blocked. Send your PIN at once to https://quayside-login.test/'
  const asked = {
    ...appOf(1),
    name: 'Quayside Bank Support',
    handle: 'quayside_help',
    text,
    at: new Date().toISOString(),
  }
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [asked] : [])
  await turnOn({ token: 'AAAA' })
  await collectNow()
  expect(await rows()).toEqual([])
  expect(await work()).toMatchObject({ found: 0, suppressed: 1 })
})

const enteredVoucher = {
  threatType: 'Phishing site',
  severity: 'Medium' as const,
  fields: { domain_name: 'voucher.test' },
}

test('a threat added by hand gets the reasons and points of the rules, and keeps the severity that a person chose', async () => {
  const { query, reviewer, rows, ruled, rules } = await createRuled()
  await ruled({ points: 20 })
  const many = { ...query, source: 'Domain' as const, rows: [enteredVoucher] }
  const dry = await send(reviewer, addThreats, { query, body: { ...many, dryRun: true } })
  expect(dry.body).toMatchObject([{ state: 'new' }])
  expect((await rules())[0]).toMatchObject({ effects: 0 })
  await send(reviewer, addThreats, { query, body: many })
  expect(await rows()).toMatchObject([
    {
      score: 82,
      severity: 2,
      indicators: [
        { name: 'Severity as reported', contribution: 62 },
        { name: 'Voucher nobody gave out', value: 'voucher', contribution: 20 },
      ],
    },
  ])
  expect((await rules())[0]).toMatchObject({ effects: 1 })
})

test('a threat added by hand that a rule suppresses names the rule, and is added on request as if there were none', async () => {
  const { query, reviewer, rows, ruled, rules } = await createRuled()
  const { name } = await ruled({ effect: 'suppress', points: null })
  const one = { ...query, source: 'Domain' as const, ...enteredVoucher }
  expect(await send(reviewer, addThreat, { query, body: one })).toMatchObject({
    ...refusal('HELD_BY_RULE'),
    body: { parameters: { rule: name } },
  })
  const many = { ...query, source: 'Domain' as const, rows: [enteredVoucher] }
  const refused = await send(reviewer, addThreats, { query, body: many })
  expect(refused.body).toMatchObject([
    { state: 'own', problem: { reason: 'HELD_BY_RULE', parameters: { rule: name } } },
  ])
  expect(await rows()).toEqual([])
  const added = await send(reviewer, addThreat, { query, body: { ...one, isAddedAnyway: true } })
  expect(added.status).toBe(201)
  expect(await rows()).toMatchObject([{ score: 62, severity: 2, indicators: [] }])
  expect((await rules())[0]).toMatchObject({ effects: 0 })
})
