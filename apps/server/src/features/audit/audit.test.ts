import { describe, expect, test } from 'vitest'
import { publishThreat } from '@signet/contract/review/qa'
import { decideThreat } from '@signet/contract/threats/threats'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const [auditor, reviewer, client] = [
    await newUser('superAdmin', company),
    await newUser('qa', company),
    await newUser('client', company),
  ]
  const threat = await newThreat(company, { stage: 'queued' })
  await send(reviewer, publishThreat, { params: { threatId: threat.id }, body: { version: 1 } })
  const decided = await send(client, decideThreat, {
    params: { source: 'Domain', threatId: threat.id },
    body: { action: 'whitelist', version: 2 },
  })
  expect(decided.status).toBe(200)
  return { company, auditor, reviewer, client, threat, query: { company: company.key } }
}

describe('the audit', () => {
  test('says who did what, from where, in which request, and what changed, newest first', async () => {
    const { company, auditor, reviewer, client, threat, query } = await createFixture()
    const { body } = await send(auditor, listAudit, { query })
    expect(body.items).toEqual([
      {
        id: expect.any(String) as string,
        at: expect.stringMatching(/Z$/) as string,
        by: client.email,
        ip: '127.0.0.1',
        company: company.key,
        action: 'threat.whitelist',
        target: { type: 'threat', id: threat.id },
        before: { status: 'open' },
        after: { status: 'whitelist' },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
      expect.objectContaining({ by: reviewer.email, action: 'qa.publish' }) as object,
    ])
  })

  test('is found by action, person, target and day, and empty filters are none', async () => {
    const { auditor, reviewer, threat, query } = await createFixture()
    const found = async (raw: Record<string, string>) =>
      (await send(auditor, listAudit, { raw: { ...query, ...raw } })).body.items.map(({ action }) => action)
    expect(await found({ action: 'qa.publish,qa.watch' })).toEqual(['qa.publish'])
    expect(await found({ action: '' })).toHaveLength(2)
    expect(await found({ userEmail: reviewer.email.toUpperCase() })).toEqual(['qa.publish'])
    expect(await found({ target: threat.id })).toHaveLength(2)
    expect(await found({ target: crypto.randomUUID() })).toEqual([])
    expect(await found({ toDate: '2020-01-01' })).toEqual([])
    expect(await found({ sortDirection: 'asc', limit: '1' })).toEqual(['qa.publish'])
  })

  test('is counted up to 10,000, and pages go on after it', async () => {
    const company = await newCompany()
    const auditor = await newUser('superAdmin', company)
    await world().database.pool.query(
      `insert into audit (company_id, id, at, action, target_type, target_id)
       select $1, gen_random_uuid(), now() - make_interval(secs => n), 'threat.reopen', 'threat', gen_random_uuid()
       from generate_series(1, 10050) n`,
      [company.id],
    )
    const query = { company: company.key, limit: 100 }
    const { body } = await send(auditor, listAudit, { query })
    expect(body).toMatchObject({ total: 10_000, totalIsCapped: true })
    const last = await send(auditor, listAudit, { query: { ...query, pageNumber: 101 } })
    expect(last.body.items).toHaveLength(50)
  })

  test('of one company holds nothing of another', async () => {
    const { auditor } = await createFixture()
    const other = await createFixture()
    const { body } = await send(auditor, listAudit, { query: { ...other.query } })
    expect(new Set(body.items.map(({ company }) => company))).toEqual(new Set([other.company.key]))
  })

  test('keeps the name a person had when it happened', async () => {
    const { auditor, client, query } = await createFixture()
    await world().database.pool.query(`update users set email = 'renamed-' || email where id = $1`, [client.id])
    const { body } = await send(auditor, listAudit, { query })
    expect(body.items[0]?.by).toBe(client.email)
  })
})
