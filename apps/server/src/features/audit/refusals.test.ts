import { describe, expect, test } from 'vitest'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, send, useWorld, type TestUser } from '../../../test/harness.ts'
import { whileRefused } from '../../../test/refuse-rows.ts'
import { openLog } from '../../log.ts'
import { RefusalTrail } from './refusal-trail.ts'
import { recordSignIns } from './record-sign-ins.ts'

const world = useWorld()

async function audited(companyId: number) {
  const { rows } = await world().database.pool.query<{
    action: string
    by_email: string
    result: string
    after: unknown
    ip: string
  }>(
    'select action, by_email, by_role, result, reason, after, ip, at from audit where company_id = $1 order by at, action',
    [companyId],
  )
  return rows
}

describe('refused access', () => {
  test('is recorded within seconds with user, address and call', async () => {
    const user = await newUser('client', await newCompany())
    expect((await send(user, listAudit, { raw: { searchQuery: 'planted' } })).status).toBe(403)
    await expect.poll(() => audited(user.company.id), { timeout: 10_000 }).toHaveLength(1)
    const [entry] = await audited(user.company.id)
    expect(entry).toMatchObject({
      action: 'access.refused',
      by_email: user.email,
      by_role: 'client',
      result: 'refused',
      ip: '127.0.0.1',
      after: { method: 'GET', path: '/api/rest/audit' },
    })
    expect(JSON.stringify(entry)).not.toContain('planted')
  })

  test('in a flood is counted, and fills a few records only', async () => {
    const user = await newUser('client', await newCompany())
    const trail = new RefusalTrail({ database: world().database, log: openLog('silent') })
    const note = (path: string) => trail.note({ actor: actorOf(user), method: 'GET', path, requestId: 'r', ip: null })
    note('/a')
    await trail.flush()
    for (let time = 0; time < 5000; time += 1) note('/a')
    await trail.flush()
    expect(await audited(user.company.id)).toHaveLength(1)
    await trail.stop()
    expect(
      (await audited(user.company.id))
        .map(({ after }) => (after as { times?: number }).times ?? 1)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 5000])
  })

  test('is recorded separately for up to fifty kinds and counted together beyond', async () => {
    const user = await newUser('client', await newCompany())
    const trail = new RefusalTrail({ database: world().database, log: openLog('silent') })
    for (let kind = 0; kind < 300; kind += 1)
      trail.note({ actor: actorOf(user), method: 'GET', path: `/${kind}`, requestId: 'r', ip: null })
    await trail.stop()
    const rows = await audited(user.company.id)
    expect(rows).toHaveLength(51)
    expect(rows.map(({ after }) => (after as { times?: number }).times)).toContain(250)
  })
})

const actorOf = (user: TestUser) => ({
  userId: user.id,
  name: 'A name',
  email: user.email,
  role: user.role,
  company: { id: user.company.id, key: user.company.key, name: 'A company', modules: {} },
})

describe('attempts to sign in', () => {
  test('are on record in the company of the account, one record a minute and result, once', async () => {
    const user = await newUser('client', await newCompany())
    const other = await newUser('client', await newCompany())
    const attempt = (result: string, at: string, ip: string) =>
      world().database.pool.query('insert into sign_ins (at, email, user_id, ip, result) values ($1, $2, $3, $4, $5)', [
        at,
        user.email,
        user.id,
        ip,
        result,
      ])
    for (let second = 10; second < 40; second += 1)
      await attempt('refused', `2026-11-20T10:00:${second}Z`, `203.0.113.${second % 3}`)
    await attempt('ok', '2026-11-20T10:00:50Z', '203.0.113.1')
    await attempt('refused', '2026-11-20T10:01:10Z', '203.0.113.1')
    await attempt('refused', '2026-11-20T10:02:05Z', '203.0.113.1')

    const now = new Date('2026-11-20T10:02:30Z')
    expect(await recordSignIns(world(), now)).toBe(3)
    expect(await recordSignIns(world(), now)).toBe(0)
    expect(await audited(user.company.id)).toMatchObject([
      { action: 'signIn.refused', by_email: user.email, result: 'refused', after: { attempts: 30, addresses: 3 } },
      { action: 'signIn.ok', result: 'ok', after: null },
      { action: 'signIn.refused', after: null },
    ])
    expect(await audited(other.company.id)).toEqual([])
    expect(await recordSignIns(world(), new Date('2026-11-20T10:03:00Z'))).toBe(1)
  })

  test('are on record in one company even if those of another cannot be kept', async () => {
    const [broken, sound] = [await newUser('client', await newCompany()), await newUser('client', await newCompany())]
    for (const { email, id } of [broken, sound])
      await world().database.pool.query(
        `insert into sign_ins (at, email, user_id, ip, result) values ('2026-11-21T10:00:00Z', $1, $2, '203.0.113.1', 'ok')`,
        [email, id],
      )
    const now = new Date('2026-11-21T10:02:30Z')
    const companyId = broken.company.id
    await whileRefused({ table: 'audit', change: 'insert', companyId }, async () => {
      await expect(recordSignIns(world(), now)).rejects.toThrow(`failed for 1 of 2: ${companyId}: refused`)
    })
    expect([await audited(companyId), await audited(sound.company.id)].map(({ length }) => length)).toEqual([0, 1])
    expect(await recordSignIns(world(), now)).toBe(1)
  })
})
