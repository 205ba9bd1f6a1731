import { randomUUID } from 'node:crypto'
import { startRuleHunt } from '@signet/contract/collection/rule-hunts'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld, type TestCompany } from '../../../test/harness.ts'
import { insertRule } from './detection-rules.queries.ts'
import { insertHunt } from './rule-hunts.queries.ts'

const settings = {
  explanation: 'The offer of a voucher that the company never gave out.',
  sources: ['Instagram' as const],
  condition: { all: [{ kind: 'word' as const, value: 'voucher' }], any: [], none: [] },
  effect: 'raise' as const,
  points: 60,
}

async function newRule(company: TestCompany, marker: string): Promise<string> {
  const id = randomUUID()
  const row = {
    company_id: company.id,
    id,
    ...settings,
    name: `${marker} ${id}`,
    changed_by: id,
    changed_by_name: marker,
  }
  await theWorld().database.inCompanies([company.id], (tx) =>
    insertRule(tx, { ...row, condition: JSON.stringify(settings.condition) }),
  )
  return id
}

const ofNew = async (company: TestCompany) => ({ params: { detectionRuleId: await newRule(company, 'Rule') } })

async function newHunt(company: TestCompany, marker: string): Promise<{ id: string; ruleId: string }> {
  const id = randomUUID()
  const ruleId = await newRule(company, marker)
  const ended = { state: 'done' as const, finished_at: new Date(), total: 0, run: null, read_to: null, names: null }
  const by = { created_by: id, created_by_name: marker }
  const rule = JSON.stringify({ ...settings, name: marker })
  const row = { company_id: company.id, id, rule_id: ruleId, rule, rule_version: 1, ...ended, ...by }
  await theWorld().database.inCompanies([company.id], (tx) => insertHunt(tx, row))
  return { id, ruleId }
}

/** One hunt of a company runs at a time, so that of another caller is ended first. */
async function ofStarted({ user, company }: Caller) {
  const ended = `update rule_hunts set state = 'done', finished_at = now() where company_id = $1 and state = 'running'`
  await theWorld().database.pool.query(ended, [company.id])
  const { params } = await ofNew(company)
  const { body } = await send(user, startRuleHunt, { params, query: { company: company.key }, body: {} })
  return { params: { ...params, huntId: body.id }, body: {} }
}

/** The same without a hunt that runs. */
async function ofRule(caller: Caller) {
  const { params } = await ofNew(caller.company)
  const ended = `update rule_hunts set state = 'done', finished_at = now() where company_id = $1 and state = 'running'`
  await theWorld().database.pool.query(ended, [caller.company.id])
  return { params, body: {} }
}

export const examples: Examples = {
  records: { detectionRuleId: newRule, huntId: (company, marker) => newHunt(company, marker).then(({ id }) => id) },
  inputs: {
    addDetectionRule: () => ({ body: { ...settings, name: `Voucher ${randomUUID()}` } }),
    changeDetectionRule: async ({ company }) => ({
      ...(await ofNew(company)),
      body: { ...settings, name: `Voucher ${randomUUID()}`, version: 1 },
    }),
    switchDetectionRule: async ({ company }) => ({ ...(await ofNew(company)), body: { isOn: true, version: 1 } }),
    deleteDetectionRule: async ({ company }) => ({ ...(await ofNew(company)), query: { version: '1' } }),
    listDetectionRules: async ({ company }) => {
      await newRule(company, 'Rule')
      return {}
    },
    listRuleHunts: async ({ company }) => ({ params: { detectionRuleId: (await newHunt(company, 'Rule')).ruleId } }),
    startRuleHunt: ofRule,
    cancelRuleHunt: ofStarted,
  },
  async rows(tx, { company, marker }) {
    const ruleId = await newRule(company, marker)
    await tx.insertInto('rule_reasons').values({ company_id: company.id, name: marker, explanation: marker }).execute()
    await tx
      .insertInto('rule_effects')
      .values({
        company_id: company.id,
        rule_id: ruleId,
        source: 'Instagram',
        fingerprint: Buffer.from(marker),
        title: marker,
        is_held: true,
        at: new Date(),
      })
      .execute()
  },
}
