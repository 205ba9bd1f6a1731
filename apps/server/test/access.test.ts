import { beforeAll, describe, expect, test } from 'vitest'
import { definitions, type RouteName } from '@signet/contract'
import { can, roles, type Role } from '@signet/contract/permissions'
import type { RouteDefinition } from '@signet/contract/route'
import { kinds } from '@signet/contract/sources'
import {
  newCompany,
  newThreat,
  newUser,
  send,
  tinyPng,
  useWorld,
  type TestCompany,
  type TestForm,
  type TestUser,
} from './harness.ts'
import { recordMakers, validBodies, validFiles } from './route-examples.ts'

useWorld()

let own: TestCompany
let foreign: TestCompany
let ownIds: Record<string, string>
let foreignIds: Record<string, string>
let users: Record<Role, TestUser>

const marker = 'strangers-only'

/** What no call lets anybody set by its own name. */
const protectedFields = { company_id: 1, password_hash: 'x', isSuperAdmin: true }

beforeAll(async () => {
  const modules = { touts: true, leaks: true, news: true, kmp: true }
  own = await newCompany({ modules })
  foreign = await newCompany({ name: `Company ${marker}`, modules })
  const ownThreat = (await newThreat(own)).id
  const foreignThreat = (await newThreat(foreign, { name: `login-${marker}.example` })).id
  ownIds = await recordsOf(own, ownThreat, 'own')
  foreignIds = await recordsOf(foreign, foreignThreat, marker)
  for (const stage of ['queued', 'watchlist', 'deletionPending', 'deleted'] as const) {
    for (const kind of kinds) {
      await newThreat(own, { kind, stage })
      await newThreat(foreign, { kind, stage, name: `${kind}-${stage}-${marker}.example` })
    }
  }
  const entries = roles.map(async (role) => [role, await newUser(role, own)] as const)
  users = Object.fromEntries(await Promise.all(entries)) as Record<Role, TestUser>
})

/** Everything of the contract, so that a new route is tried from its first day. */
const everyRoute = Object.entries(definitions) as [RouteName, RouteDefinition][]

/** A record of the company for every path parameter of the contract. */
async function recordsOf(company: TestCompany, threatId: string, word: string): Promise<Record<string, string>> {
  const names = everyRoute.flatMap(([, { path }]) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))
  const made: Record<string, string> = { source: 'Domain', company: company.key }
  for (const name of names) made[name] ??= (await recordMakers[name]?.(company, word)) ?? threatId
  return made
}
const hasBody = (route: RouteDefinition) =>
  route.method === 'POST' || route.method === 'PATCH' || route.method === 'PUT'

/** What is sent with a call: a form with a file for one that takes files, else JSON, else nothing. */
function contentOf(name: RouteName, route: RouteDefinition, body: object): { body?: object; form?: TestForm } {
  if (!hasBody(route)) return {}
  if (!route.upload) return { body }
  return { form: { fields: body as Record<string, string>, files: [{ bytes: validFiles[name] ?? tinyPng(name) }] } }
}

describe.each(everyRoute)('%s', (name, route) => {
  const permission = route.access

  test.each(roles)('as %s is answered exactly where the table of permissions says so', async (role) => {
    const answer = await send(users[role], route, {
      params: ownIds,
      ...contentOf(name, route, {}),
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
    expect((await send(null, route, { params: ownIds })).status).toBe(401)
    const forged = { ...users.superAdmin, accessToken: `${users.superAdmin.accessToken.slice(0, -4)}AAAA` }
    expect((await send(forged, route, { params: ownIds })).status).toBe(401)
  })

  test.each(roles.filter((role) => role !== 'superAdmin' && permission !== 'PUBLIC' && can(role, permission)))(
    "as %s finds nothing of a stranger's company",
    async (role) => {
      const query = { company: foreign.key }
      const named = await send(users[role], route, {
        params: foreignIds,
        raw: query,
        ...contentOf(name, route, { company: foreign.key }),
      })
      expect(named.status).toBe(404)
      expect(named.body.code).toBe('COMPANY_NOT_FOUND')

      // The stranger's id asked for within the own company looks like an id that does not exist.
      const smuggled = await send(users[role], route, {
        params: foreignIds,
        ...contentOf(name, route, validBodies[name] ?? (route.upload ? {} : { version: 1 })),
      })
      if (route.path.includes('Id}')) expect(smuggled.status).toBe(404)
      expect(JSON.stringify(smuggled.body ?? '')).not.toContain(marker)
    },
  )

  // A protected field in a write is refused by its name, whoever sends it and whatever else is in the body.
  test.each(hasBody(route) && !route.upload && route.body !== undefined ? [validBodies[name] ?? {}] : [])(
    'takes no field that is not its own',
    async (validBody) => {
      const role = roles.find((candidate) => permission !== 'PUBLIC' && can(candidate, permission)) as Role
      const body = { ...validBody, ...protectedFields }
      const answer = await send(users[role], route, { params: ownIds, body })
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
      expect((answer.body.details ?? []).map(({ path }: { path: string }) => path)).toEqual(
        expect.arrayContaining(['body.company_id', 'body.password_hash', 'body.isSuperAdmin']),
      )
    },
  )

  test('refuses a company that is doubled or an array', async () => {
    const role = roles.find((candidate) => permission !== 'PUBLIC' && can(candidate, permission)) as Role
    const doubled = await send(users[role], route, {
      params: ownIds,
      raw: { company: [own.key, foreign.key] },
    })
    expect(doubled.status).toBe(400)
    const array = await send(users[role], route, { params: ownIds, raw: { 'company[]': foreign.key } })
    expect(array.status).toBe(400)
  })
})
