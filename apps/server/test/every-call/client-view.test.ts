import { beforeAll, expect, test } from 'vitest'
import { definitions, type RouteName } from '@signet/contract'
import { endClientView, startClientView } from '@signet/contract/access/client-view'
import { can, roles } from '@signet/contract/access/permissions'
import type { RouteDefinition } from '@signet/contract/route'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestCompany, type TestUser } from '../harness.ts'
import { recordMakers } from './every-example.ts'
import { tryAll } from './try-all.ts'

/** A view of the portal as a client reads what the client reads, and changes nothing, with every call of the contract. */

const world = useWorld()
const everyRoute = Object.entries(definitions) as [RouteName, RouteDefinition][]

let company: TestCompany
let foreign: TestCompany
let client: TestUser
let viewer: TestUser
let ids: Record<string, string>

const view = (user: TestUser, of: TestCompany) => send(user, startClientView, { body: { company: of.key } })

beforeAll(async () => {
  const modules = { touts: true, leaks: true, news: true, kmp: true }
  company = await newCompany({ modules })
  foreign = await newCompany({ modules })
  client = await newUser('client', company)
  viewer = await newUser('superAdmin', foreign)
  const threat = await newThreat(company)
  const names = everyRoute.flatMap(([, { path }]) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))
  ids = { source: 'Domain', company: company.key }
  for (const name of names) ids[name] ??= (await recordMakers[name]?.(company, 'viewed')) ?? threat.id
  const started = await view(viewer, company)
  expect([started.status, started.body]).toEqual([204, undefined])
})

const isRead = ({ method }: RouteDefinition) => method === 'GET'

test.each(everyRoute.filter(([name, route]) => name !== 'endClientView' && !isRead(route)))(
  '%s is refused during a view as a client',
  async (_name, route) => {
    expect(await send(viewer, route, { params: ids })).toMatchObject(refusal('CLIENT_VIEW'))
  },
)

test.each(everyRoute.filter(([, route]) => isRead(route)))(
  '%s answers a view as it answers the client',
  async (_name, route) => {
    if (route.access === 'PUBLIC') return
    const [asked, shown] = [await send(viewer, route, { params: ids }), await send(client, route, { params: ids })]
    if (can('client', route.access)) {
      expect([asked.status, asked.body?.code]).toEqual([shown.status, shown.body?.code])
      expect(asked.status).toBeLessThan(500)
      return
    }
    // The portal signs out on 403, so what only the own role may read is refused as a conflict.
    expect(asked).toMatchObject(refusal(can('superAdmin', route.access) ? 'CLIENT_VIEW' : 'FORBIDDEN'))
  },
)

test('every role that works on cases can view a company it has access to, and no other role can', () =>
  tryAll(roles, async (role) => {
    const user = await newUser(role, await newCompany(), role === 'client' || role === 'clientPeeker' ? [] : [company])
    const isAllowed = role === 'superAdmin' || role === 'admin' || role === 'subAdmin' || role === 'subAdminPeekerTwo'
    expect((await view(user, isAllowed ? company : user.company)).status).toBe(isAllowed ? 204 : 403)
    if (isAllowed && role !== 'superAdmin') {
      const other = await newUser(role, await newCompany(), [company])
      expect(await view(other, foreign)).toMatchObject(refusal('COMPANY_NOT_FOUND'))
    }
  }))

test('a view sees only that company, is recorded with the own role, and ends at once', async () => {
  const own = await newCompany()
  const staff = await newUser('admin', own, [own, company])
  const companyOf = async () => {
    const { body } = await send(staff, definitions.getUserDetails)
    return { role: body.role, company: body.company }
  }
  await view(staff, company)
  expect(await companyOf()).toEqual({ role: 'client', company: company.key })
  const elsewhere = { raw: { company: own.key } }
  expect(await send(staff, definitions.listAllThreats, elsewhere)).toMatchObject(refusal('COMPANY_NOT_FOUND'))
  expect((await send(staff, endClientView)).status).toBe(204)
  expect(await companyOf()).toEqual({ role: 'admin', company: own.key })
  // A second end changes nothing and is not recorded.
  expect((await send(staff, endClientView)).status).toBe(204)
  const { rows } = await world().database.pool.query(
    'select company_id, action, by_role from audit where user_id = $1 order by at, action desc',
    [staff.id],
  )
  expect(rows).toEqual(
    ['clientView.started', 'clientView.ended'].map((action) => ({
      company_id: company.id,
      action,
      by_role: 'admin',
    })),
  )
})

test('a view ends when the access to the company or the role is lost', async () => {
  const own = await newCompany()
  const staff = await newUser('admin', own, [company])
  const roleOf = async () => (await send(staff, definitions.getUserDetails)).body.role
  await view(staff, company)
  expect(await roleOf()).toBe('client')
  const { pool } = world().database
  await pool.query('delete from user_companies where user_id = $1', [staff.id])
  expect(await roleOf()).toBe('admin')
  await pool.query('insert into user_companies (user_id, company_id) values ($1, $2)', [staff.id, company.id])
  expect(await roleOf()).toBe('client')
  await pool.query(`update users set role = 'adminPeeker' where id = $1`, [staff.id])
  expect(await roleOf()).toBe('adminPeeker')
})
