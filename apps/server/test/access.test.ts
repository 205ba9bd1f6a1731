import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '@signet/contract'
import { can, roles, type Role } from '@signet/contract/permissions'
import type { AnyRoute } from '@signet/contract/route'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany, type TestUser } from './harness.ts'

useWorld()

let own: TestCompany
let foreign: TestCompany
let ownThreat: string
let foreignThreat: string
let users: Record<Role, TestUser>

const marker = 'strangers-only'

beforeAll(async () => {
  own = await newCompany()
  foreign = await newCompany({ name: `Company ${marker}` })
  ownThreat = (await newThreat(own)).id
  foreignThreat = (await newThreat(foreign, { name: `login-${marker}.example` })).id
  for (const stage of ['queued', 'watchlist', 'deletionPending', 'deleted'] as const) {
    await newThreat(own, { stage })
    await newThreat(foreign, { stage, name: `${stage}-${marker}.example` })
  }
  const entries = roles.map(async (role) => [role, await newUser(role, own)] as const)
  users = Object.fromEntries(await Promise.all(entries)) as Record<Role, TestUser>
})

/** Everything of the contract, so that a new route is tried from its first day. */
const everyRoute = Object.entries(routes) as [string, AnyRoute][]

const paramsOf = (threatId: string) => ({ source: 'Domain', threatId, takedownId: threatId, analysisId: threatId })
const hasBody = (route: AnyRoute) => route.method === 'POST' || route.method === 'PATCH'

describe.each(everyRoute)('%s', (_name, route) => {
  const permission = route.access

  test.each(roles)('as %s is answered exactly where the table of permissions says so', async (role) => {
    const answer = await send(users[role], route, {
      params: paramsOf(ownThreat),
      ...(hasBody(route) ? { body: {} } : {}),
    })
    if (permission !== 'PUBLIC' && !can(role, permission)) {
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('FORBIDDEN')
      return
    }
    // Allowed: done, or refused for its input, never for the role.
    expect([200, 201, 202, 204, 400, 404, 409]).toContain(answer.status)
    // A superAdmin may see every company, so only to him the stranger's name is no secret.
    if (role !== 'superAdmin') expect(JSON.stringify(answer.body ?? '')).not.toContain(marker)
  })

  test('without a token, with a foreign or an ended one is refused with 401', async () => {
    expect((await send(null, route, { params: paramsOf(ownThreat) })).status).toBe(401)
    const forged = { ...users.superAdmin, accessToken: `${users.superAdmin.accessToken.slice(0, -4)}AAAA` }
    expect((await send(forged, route, { params: paramsOf(ownThreat) })).status).toBe(401)
  })

  test.each(roles.filter((role) => role !== 'superAdmin' && permission !== 'PUBLIC' && can(role, permission)))(
    "as %s finds nothing of a stranger's company",
    async (role) => {
      const query = { company: foreign.key }
      const named = await send(users[role], route, {
        params: paramsOf(foreignThreat),
        raw: query,
        ...(hasBody(route) ? { body: { company: foreign.key } } : {}),
      })
      expect(named.status).toBe(404)
      expect(named.body.code).toBe('COMPANY_NOT_FOUND')

      // The stranger's id asked for within the own company looks like an id that does not exist.
      const smuggled = await send(users[role], route, {
        params: paramsOf(foreignThreat),
        ...(hasBody(route) ? { body: validBodies[route.path.split('/').at(-1) ?? ''] ?? { version: 1 } } : {}),
      })
      if (route.path.includes('Id}')) expect(smuggled.status).toBe(404)
      expect(JSON.stringify(smuggled.body ?? '')).not.toContain(marker)
    },
  )

  test('refuses a company that is doubled or an array', async () => {
    const role = roles.find((name) => permission !== 'PUBLIC' && can(name, permission)) as Role
    const doubled = await send(users[role], route, {
      params: paramsOf(ownThreat),
      raw: { company: [own.key, foreign.key] },
    })
    expect(doubled.status).toBe(400)
    const array = await send(users[role], route, { params: paramsOf(ownThreat), raw: { 'company[]': foreign.key } })
    expect(array.status).toBe(400)
  })
})

/** Bodies that pass validation, so that the smuggled id itself is what is refused. */
const validBodies: Record<string, object> = {
  triage: { action: 'whitelist', version: 1 },
  requestDeletion: { remark: { kind: 'Irrelevant' }, version: 1 },
  remarks: { kind: 'Irrelevant' },
  '{takedownId}': { status: 'authorised', version: 1 },
  '{analysisId}': { status: 'inProgress', version: 1 },
  '{threatId}': { severity: 'Low', version: 1 },
}
