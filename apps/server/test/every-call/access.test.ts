import { beforeAll, expect, test } from 'vitest'
import { definitions, type RouteName } from '@signet/contract'
import { endClientView } from '@signet/contract/access/client-view'
import { can, roles, type Role } from '@signet/contract/access/permissions'
import type { RouteDefinition, UploadRule } from '@signet/contract/route'
import { kinds } from '@signet/contract/threats/sources'
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
} from '../harness.ts'
import { bodyOf } from '../body-of.ts'
import { recordMakers, validBodies } from './every-example.ts'
import { shapeOf } from './odd-requests.ts'
import { tryAll } from './try-all.ts'

useWorld()

let own: TestCompany
let foreign: TestCompany
let ownIds: Record<string, string>
let foreignIds: Record<string, string>
let users: Record<Role, TestUser>

const marker = 'strangers-only'

/** Fields that no call may set by their own name. */
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

/** Everything of the contract, so that a new route is tested from its first day. */
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

/** A body that passes validation, about the own company. */
function validBodyOf(name: RouteName, route: RouteDefinition): object {
  const body = validBodies[name] ?? (route.body ? bodyOf(route.body) : {})
  return 'company' in body ? { ...body, company: own.key } : body
}

/** A file that a call accepts. */
function fileFor({ types }: UploadRule, name: RouteName): Buffer {
  if (types.includes('image/png')) return tinyPng(name)
  if (types.includes('application/zip')) return Buffer.from('PK\x03\x04', 'latin1')
  if (types.includes('message/rfc822'))
    return Buffer.from('From: a@home.example\r\nSubject: FW\r\n\r\nhttps://one.example/p')
  return Buffer.from(types.includes('application/pdf') ? '%PDF-1.7\n' : 'domain\nlogin-example.test\n')
}

/** The content of a call: a form with a file for calls that accept files, otherwise JSON, otherwise nothing. */
function contentOf(name: RouteName, route: RouteDefinition, body: object): { body?: object; form?: TestForm } {
  if (!hasBody(route)) return {}
  if (!route.upload) return { body }
  return { form: { fields: body as Record<string, string>, files: [{ bytes: fileFor(route.upload, name) }] } }
}

const refused = (access: RouteDefinition['access']) => roles.filter((role) => access !== 'PUBLIC' && !can(role, access))
const admitted = (access: RouteDefinition['access']) => roles.filter((role) => !refused(access).includes(role))
/** A superAdmin may see every company, so another company's name is a secret only to other roles. */
const strangers = (access: RouteDefinition['access']) =>
  access === 'PUBLIC' ? [] : admitted(access).filter((role) => role !== 'superAdmin')

/** The promises of a route; each is tested with every role it concerns, and a failure names the promise and the role. */
const promises: Record<string, (name: RouteName, route: RouteDefinition) => Promise<void>> = {
  'refuses a role that the table of permissions does not name': (name, route) =>
    tryAll(refused(route.access), async (role) => {
      const answer = await send(users[role], route, { params: ownIds, ...contentOf(name, route, {}) })
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN'])
    }),

  'answers a role that the table names, and tells nothing of a stranger': (name, route) =>
    tryAll(admitted(route.access), async (role) => {
      const answer = await send(users[role], route, { params: ownIds, ...contentOf(name, route, {}) })
      // Done, or refused for its input, never for the role.
      expect([200, 201, 202, 204, 400, 404, 409]).toContain(answer.status)
      if (role !== 'superAdmin') expect(JSON.stringify(answer.body ?? '')).not.toContain(marker)
    }),

  'refuses with 401 who comes without a token or with a forged one': (_name, route) =>
    tryAll(['no token', 'a forged token'], async (token) => {
      const forged = { ...users.superAdmin, accessToken: `${users.superAdmin.accessToken.slice(0, -4)}AAAA` }
      expect((await send(token === 'no token' ? null : forged, route, { params: ownIds })).status).toBe(401)
    }),

  "finds nothing of a stranger's company": (name, route) =>
    tryAll(strangers(route.access), async (role) => {
      const named = await send(users[role], route, {
        params: foreignIds,
        raw: { company: foreign.key },
        ...contentOf(name, route, { company: foreign.key }),
      })
      expect([named.status, named.body.code]).toEqual([404, 'COMPANY_NOT_FOUND'])

      // Another company's id requested within the own company looks like an id that doesn't exist.
      const smuggled = await send(users[role], route, {
        params: foreignIds,
        // A call without a body takes the version in its query.
        ...('version' in shapeOf(route.query) ? { raw: { version: '1' } } : {}),
        ...contentOf(name, route, validBodyOf(name, route)),
      })
      if (route.path.includes('Id}')) expect(smuggled.status).toBe(404)
      expect(JSON.stringify(smuggled.body ?? '')).not.toContain(marker)
    }),

  // A protected field in a write is rejected by its name, for every user and body.
  'takes no field that is not its own': async (name, route) => {
    if (!hasBody(route) || route.upload || route.body === undefined) return
    const body = { ...validBodyOf(name, route), ...protectedFields }
    const answer = await send(users[someRole(route)], route, { params: ownIds, body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect((answer.body.details ?? []).map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['body.company_id', 'body.password_hash', 'body.isSuperAdmin']),
    )
  },

  'refuses a company that is doubled or an array': async (_name, route) => {
    const user = users[someRole(route)]
    const doubled = await send(user, route, { params: ownIds, raw: { company: [own.key, foreign.key] } })
    expect(doubled.status, 'doubled').toBe(400)
    const array = await send(user, route, { params: ownIds, raw: { 'company[]': foreign.key } })
    expect(array.status, 'array').toBe(400)
  },
}

const someRole = ({ access }: RouteDefinition) => roles.find((role) => access !== 'PUBLIC' && can(role, access)) as Role

test.each(everyRoute)(
  '%s is open to the roles that the table of permissions names, and to nobody else',
  async (name, route) => {
    await tryAll(Object.keys(promises), (promise) => promises[promise]!(name, route))
    // The sessions of these users serve the other routes too.
    if (name === 'startClientView') await Promise.all(Object.values(users).map((user) => send(user, endClientView)))
  },
)
