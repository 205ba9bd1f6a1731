import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '@signet/contract/operation/logs'
import { roles } from '@signet/contract/access/permissions'
import { dayMs } from '@signet/contract/time'
import { larkspurLottery } from '../src/companies/demo-companies.ts'
import type { DemoContext, DemoPerson } from '../src/demo-part.ts'
import { logsDemo } from '../src/sources/logs-demo.ts'
import { randomOf } from '../src/random.ts'
import { newCompany, newUser, send, useWorld, type TestUser } from '@signet/server/test/harness'

const world = useWorld()
const today = new Date()
let superAdmin: TestUser
let demo: DemoContext

beforeAll(async () => {
  const company = await newCompany()
  superAdmin = await newUser('superAdmin', await newCompany())
  const people = await Promise.all(
    roles.map(async (role): Promise<[string, DemoPerson]> => {
      const { id, email } = await newUser(role, company)
      return [role, { id, email, role, name: `A ${role}` }]
    }),
  )
  demo = {
    program: world(),
    company: larkspurLottery,
    companyId: company.id,
    brandIds: new Map(),
    users: Object.fromEntries(people),
    random: randomOf(1, 'logs'),
    today,
  } as unknown as DemoContext
  await logsDemo.load(demo)
})

const count = async (table: string) =>
  Number((await world().database.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count)

const mean = (points: readonly { count: number }[]) =>
  points.reduce((sum, point) => sum + point.count, 0) / points.length

describe('the logs of the demo', () => {
  test('are loaded once', async () => {
    const before = [await count('request_logs'), await count('sign_ins')]
    await logsDemo.load({ ...demo, random: randomOf(1, 'logs') })
    expect([await count('request_logs'), await count('sign_ins')]).toEqual(before)
  })

  test('give every call of the screen something to show, over ninety days, with every kind of answer', async () => {
    const fromDate = new Date(today.getTime() - 89 * dayMs).toISOString().slice(0, 10)
    const query = { fromDate }
    const byDate = (await send(superAdmin, contract.getLogsByDate, { query })).body
    expect(byDate.filter((point) => point.count > 0).length).toBeGreaterThan(60)
    const workdays = byDate.filter(({ date }) => ![0, 6].includes(new Date(date).getUTCDay()))
    const weekends = byDate.filter(({ date }) => [0, 6].includes(new Date(date).getUTCDay()))
    expect(mean(workdays)).toBeGreaterThan(3 * mean(weekends))
    const statuses = (await send(superAdmin, contract.getStatusCodeBreakdown, { query })).body.map(({ key }) => key)
    expect(statuses).toEqual(expect.arrayContaining(['200', '204', '400', '401', '404', '409', '429', '500', '503']))
    expect((await send(superAdmin, contract.getTopEndpoints, { query: { ...query, n: 10 } })).body).toHaveLength(10)
    expect((await send(superAdmin, contract.getIpBreakdown, { query })).body.length).toBeGreaterThan(10)
    const signIns = (await send(superAdmin, contract.getSignInRequestsByIp, { query })).body
    expect(signIns.some(({ failed }) => failed > 10)).toBe(true)
    for (const { ip } of signIns) expect(ip).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\./)
  })

  test('do not throttle current sign-ins', async () => {
    const { rowCount } = await world().database.pool.query(
      `select from sign_ins where at > now() - interval '50 minutes'`,
    )
    expect(rowCount).toBe(0)
  })
})
