import {
  addDetectionRule,
  changeDetectionRule,
  listDetectionRules,
  deleteDetectionRule,
  ruleLimits,
  switchDetectionRule,
  type DetectionRuleBody,
} from '@signet/contract/collection/detection-rules'
import type { ErrorReason } from '@signet/contract/errors/errors'
import { expect, test } from 'vitest'
import { newCompany, newUser, refusal, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

const body: DetectionRuleBody = {
  name: 'Voucher nobody gave out',
  explanation: 'It offers a voucher that the company never gave out.',
  sources: ['Instagram', 'Telegram'],
  condition: { all: [{ kind: 'word', value: 'voucher' }], any: [], none: [{ kind: 'word', value: 'warning' }] },
  effect: 'raise',
  points: 30,
}

async function createFixture() {
  const company = await newCompany()
  const reviewer = await newUser('qa', company)
  const query = { company: company.key }
  const add = (more: Partial<DetectionRuleBody> = {}) =>
    send(reviewer, addDetectionRule, { query, body: { ...body, ...more } })
  const at = (detectionRuleId: string) => ({ params: { detectionRuleId }, query })
  return { company, reviewer, query, add, at }
}

test('a rule is off when it is added, and every change of it is on record', async () => {
  const { company, reviewer, query, add, at } = await createFixture()
  const { status, body: added } = await add()
  expect(status).toBe(201)
  expect(added).toMatchObject({ ...body, isOn: false, effects: 0, lastEffectAt: null, version: 1 })
  const change = { ...body, points: 40, version: 1 }
  const changed = await send(reviewer, changeDetectionRule, { ...at(added.id), body: change })
  expect(changed).toMatchObject({ status: 200, body: { points: 40, isOn: false, version: 2 } })
  const on = await send(reviewer, switchDetectionRule, { ...at(added.id), body: { isOn: true, version: 2 } })
  expect(on).toMatchObject({ status: 200, body: { isOn: true, version: 3 } })
  expect((await send(reviewer, listDetectionRules, { query })).body).toEqual([on.body])
  const removed = await send(reviewer, deleteDetectionRule, { ...at(added.id), query: { ...query, version: 3 } })
  expect(removed.status).toBe(204)
  const { rows } = await world().database.pool.query(
    `select action, before, after from audit where company_id = $1 and target_id = $2 order by at, action`,
    [company.id, added.id],
  )
  expect(rows).toMatchObject([
    { action: 'detectionRule.added', before: null, after: { points: 30 } },
    { action: 'detectionRule.changed', before: { points: 30 }, after: { points: 40 } },
    { action: 'detectionRule.switchedOn', before: { isOn: false }, after: { isOn: true } },
    { action: 'detectionRule.removed', before: { points: 40, isOn: true }, after: null },
  ])
})

test('a change, a switch and a deletion with a stale version are refused and change nothing', async () => {
  const { reviewer, query, add, at } = await createFixture()
  const { body: rule } = await add()
  await send(reviewer, changeDetectionRule, { ...at(rule.id), body: { ...body, points: 40, version: 1 } })
  const stale = [
    await send(reviewer, changeDetectionRule, { ...at(rule.id), body: { ...body, points: 99, version: 1 } }),
    await send(reviewer, switchDetectionRule, { ...at(rule.id), body: { isOn: true, version: 1 } }),
    await send(reviewer, deleteDetectionRule, { ...at(rule.id), query: { ...query, version: 1 } }),
  ]
  for (const answer of stale) expect(answer).toMatchObject(refusal('STALE_VERSION'))
  const [left] = (await send(reviewer, listDetectionRules, { query })).body
  expect(left).toMatchObject({ points: 40, isOn: false, version: 2 })
})

const all = (kind: 'word' | 'text' | 'host' | 'domain' | 'handle' | 'has', value: string) => ({
  condition: { all: [], any: [], none: [], [kind === 'has' ? 'any' : 'all']: [{ kind, value }] },
})

test('what a rule lacks is named', async () => {
  const { add } = await createFixture()
  const wrong: [Partial<DetectionRuleBody>, ErrorReason, string][] = [
    [{ condition: { all: [], any: [], none: [{ kind: 'word', value: 'warning' }] } }, 'RULE_CONDITION_NEEDED', 'all'],
    [all('word', '!!'), 'RULE_WORD_NEEDED', 'all.0.value'],
    [all('text', '*a*'), 'RULE_LETTERS_NEEDED', 'all.0.value'],
    [all('host', 'not a host'), 'RULE_HOST_NEEDED', 'all.0.value'],
    [all('handle', '@@'), 'RULE_HANDLE_NEEDED', 'all.0.value'],
    [all('has', 'cheque'), 'NOT_AN_OPTION', 'any.0.value'],
    [{ ...all('domain', '*.top'), sources: ['Domain'] }, 'RULE_TOO_BROAD', 'all'],
  ]
  for (const [more, reason, at] of wrong)
    expect(await add(more), reason).toMatchObject(refusal(reason, `body.condition.${at}`))
  expect(await add({ points: null })).toMatchObject(refusal('REQUIRED', 'body.points'))
  expect((await add({ sources: [] })).status).toBe(400)
  expect((await add({ effect: 'suppress', points: null })).body).toMatchObject({ effect: 'suppress', points: null })
})

test('a rule can’t have the name of another reason', async () => {
  const { add } = await createFixture()
  await add()
  expect(await add({ name: 'VOUCHER nobody gave out' })).toMatchObject(refusal('RULE_NAME_TAKEN', 'body.name'))
  expect(await add({ name: 'Exact brand name' })).toMatchObject(refusal('RULE_NAME_TAKEN', 'body.name'))
})

test('a company has a limited number of rules, also when two people add one at once', async () => {
  const { add } = await createFixture()
  for (let n = 1; n < ruleLimits.rules; n++) expect((await add({ name: `Voucher of kind ${n}` })).status).toBe(201)
  const both = await Promise.all([add({ name: 'Voucher on the left' }), add({ name: 'Voucher on the right' })])
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await add()).toMatchObject(refusal('TOO_MANY_RULES'))
})

test('the rules of another company are neither visible nor changed', async () => {
  const one = await createFixture()
  const other = await createFixture()
  const { body: rule } = await one.add()
  expect((await send(other.reviewer, listDetectionRules, { query: other.query })).body).toEqual([])
  const taken = { params: { detectionRuleId: rule.id }, query: other.query }
  const answer = await send(other.reviewer, switchDetectionRule, { ...taken, body: { isOn: true, version: 1 } })
  expect(answer.status).toBe(404)
})
