import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { definitions, plainRoutes } from '@signet/contract'
import { apiKeyScopes } from '@signet/contract/access/api-keys'
import { can, roles, type Permission, type Role } from '@signet/contract/access/permissions'
import { signingKeysPath } from '@signet/contract/takedowns/evidence-pack'
import { tipBase } from '@signet/contract/collection/tips'
import type { TokenRoute } from '@signet/contract/token-route'
import { tokenRoutes } from '@signet/contract/token-routes'
import { fileHrefOf } from '../../src/features/evidence/files.routes.ts'
import { hookBase } from '../../src/features/intake/connectors/hook-of-connector.ts'
import { addKey } from '../api-key.ts'
import { recordMakers } from './every-example.ts'
import { newCompany, newThreat, newUser, theWorld, useWorld, type TestCompany, type TestUser } from '../harness.ts'
import { newPerson, patch, provider } from '../outside/scim.ts'
import { tryAll } from './try-all.ts'

/* Calls that features mount themselves. Those of the contract are in `access.test.ts`. */

const world = useWorld()

const marker = 'strangers-only'
let own: TestCompany
let foreign: TestCompany
let users: Record<Role, TestUser>
/** A token of another company for each kind of call, with everything that a token may do. */
let foreignTokens: Record<TokenRoute['security'], string>
let ownIds: Record<string, string>

beforeAll(async () => {
  own = await newCompany({ name: `Company ${marker}` })
  foreign = await newCompany()
  const made = roles.map(async (role) => [role, await newUser(role, own)] as const)
  users = Object.fromEntries(await Promise.all(made)) as Record<Role, TestUser>
  foreignTokens = {
    apiKey: (await addKey(foreign, { scopes: [...apiKeyScopes] })).key,
    scimToken: (await provider(foreign)).token,
  }
  await newThreat(own, { name: `login-${marker}.example` })
  ownIds = { company: own.key, source: 'Domain', userId: users.client.id, groupId: randomUUID() }
})

/** Bodies of calls about a user in the path, which is looked for when the body is valid. */
const validPayloads: Readonly<Record<string, object>> = {
  scimPutUser: newPerson(),
  scimPatchUser: patch({ op: 'replace', path: 'active', value: false }),
}

const addressOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ownIds[name] ?? randomUUID())
const call = (method: string, url: string, token: string | null, more: object = {}) =>
  world().server.inject({
    method: method as 'GET',
    url,
    ...more,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })

/** `OK`, or the reason why a link isn't opened. */
async function open(url: string, token: string | null = null): Promise<string> {
  const answer = await call('GET', url, token)
  return answer.statusCode === 200 ? 'OK' : (answer.json() as { reason: string }).reason
}

/** Every path of the server with its methods, from the tree that it prints. */
function mountedPaths(): string[] {
  const parents: string[] = []
  return world()
    .server.printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^((?:[│ ] {3})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      parents.splice(depth, Infinity, part)
      return methods ? [parents.join('')] : []
    })
}

/** Calls of a role whose responses aren't JSON, and the document about all calls. */
const roleCalls: readonly { path: string; access: Permission }[] = [
  ...Object.values(plainRoutes).map(({ path, access }) => ({ path: `/api/rest${path}`, access })),
  { path: '/api/rest/openapi.json', access: 'contract:read' },
]
/** Links that are signed for one session. */
const linkCalls = {
  '/api/rest/v1/files/': { record: 'reportId', access: 'reports:read', opened: 'OK' },
  // The file of the example has no page.
  '/api/rest/v1/files/firstPage/': { record: 'reportId', access: 'reports:read', opened: 'NO_PAGE_TO_SHOW' },
  '/api/rest/v1/files/takedown/': { record: 'takedownId', access: 'takedowns:read', opened: 'OK' },
} as const satisfies Record<string, { record: string; access: Permission; opened: string }>
/**
 * Calls for everyone: sign-in, which uses cookies and no access token, and what contains nothing of a company. Metrics have a token of
 * their own.
 */
const publicCalls = /^\/(healthz|readyz|metrics|api\/auth(\/.*)?|api\/rest\/auth\/refresh-accessToken)$/

/** Pages for everyone that a company switches on; what they say is tried in the test of the feature. */
const tipCalls = [`${tipBase}/:company`, `${tipBase}/:company/status`]

/** Addresses with a random part, which providers deliver to. */
const hookCall = `${hookBase}/:connector/:token`

/** A path without the names of its parameters. */
const shape = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, ':')

test('every call that a feature mounts itself belongs to a group that is tried here', () => {
  const known = new Set([
    ...Object.values(definitions).map(({ path }) => shape(`/api/rest${path}`)),
    ...Object.values(tokenRoutes).map(({ base, path }) => shape(`${base}${path}`)),
    ...roleCalls.map(({ path }) => path),
    ...Object.keys(linkCalls).map((path) => `${path}:`),
    signingKeysPath,
    shape(hookCall),
    ...tipCalls.map(shape),
  ])
  const paths = mountedPaths()
  expect(paths.length).toBeGreaterThan(Object.keys(tokenRoutes).length)
  expect(paths.filter((path) => !known.has(shape(path)) && !publicCalls.test(path))).toEqual([])
})

test.each(roleCalls)('$path is open to the roles that the table of permissions names', async ({ path, access }) => {
  await tryAll(roles, async (role) => {
    // A stream doesn't end by itself.
    const answer = await call('GET', path, users[role].accessToken, { payloadAsStream: true })
    answer.stream().destroy()
    expect(answer.statusCode).toBe(can(role, access) ? 200 : 403)
  })
  expect((await call('GET', path, null)).statusCode).toBe(401)
  expect((await call('GET', path, `${users.admin.accessToken.slice(0, -4)}AAAA`)).statusCode).toBe(401)
})

test.each(['GET', 'POST'])('%s of an address for deliveries finds nothing without its random part', async (method) => {
  const url = `${hookBase}/whatsApp/1_${randomUUID()}`
  await tryAll(roles, async (role) => expect((await call(method, url, users[role].accessToken)).statusCode).toBe(404))
  expect((await call(method, url, null)).statusCode).toBe(404)
})

test.each(tipCalls)('%s says the same to every role, and nothing of a company whose page is off', async (path) => {
  const url = addressOf(path.replace(':company', '{company}'))
  await tryAll(['GET', 'POST'], async (method) => {
    const nobody = await call(method, url, null)
    expect(nobody.statusCode).toBe(404)
    expect(nobody.body).not.toContain(marker)
    for (const role of roles) {
      const answer = await call(method, url, users[role].accessToken)
      expect([answer.statusCode, answer.body.includes(marker)], role).toEqual([404, false])
    }
  })
})

describe.each(Object.entries(tokenRoutes))('%s', (name, { method, base, path, security }) => {
  test('refuses access tokens of every role, and calls without a token', async () => {
    const url = `${base}${addressOf(path)}`
    await tryAll(roles, async (role) => expect((await call(method, url, users[role].accessToken)).statusCode).toBe(401))
    expect((await call(method, url, null)).statusCode).toBe(401)
    expect((await call(method, url, foreignTokens[security === 'apiKey' ? 'scimToken' : 'apiKey'])).statusCode).toBe(
      401,
    )
  })

  test.runIf(security === 'apiKey')('refuses a key without its scope', async () => {
    const { key } = await addKey(own, { scopes: ['read'] })
    expect((await call(method, `${base}${addressOf(path)}`, key)).statusCode).toBe(403)
  })

  test('finds nothing of a company that the token is not of', async () => {
    const payload = validPayloads[name]
    const answer = await call(method, `${base}${addressOf(path)}`, foreignTokens[security], payload && { payload })
    expect(answer.body).not.toContain(marker)
    if (/\{(company|userId)\}/.test(path)) expect(answer.statusCode).toBe(404)
  })
})

test.each(Object.entries(linkCalls))('%s opens with a link that was signed for the session', async (path, rule) => {
  const { record, access, opened } = rule
  const [ownId, foreignId] = await Promise.all([
    recordMakers[record]?.(own, 'x') as Promise<string>,
    recordMakers[record]?.(foreign, marker) as Promise<string>,
  ])
  const prefix = path.slice('/api/rest/v1/files/'.length)
  const link = (user: TestUser, company: TestCompany, id: string) =>
    fileHrefOf(theWorld().keys, { ...user, userId: user.id } as never, company, `${prefix}${id}`, Date.now())
  await tryAll(roles, async (role) => {
    const user = users[role]
    const signed = link(user, own, ownId)
    expect(await open(signed)).toBe(can(role, access) ? opened : 'NOT_FOUND')
    expect(await open(`${path}${ownId}`, user.accessToken), 'not signed').toBe('NOT_FOUND')
    expect(await open(link(user, own, foreignId)), 'the record of a stranger').toBe('NOT_FOUND')
    if (role !== 'superAdmin') expect(await open(link(user, foreign, foreignId)), 'a stranger').toBe('NOT_FOUND')
    expect(await open(signed.replace(ownId, foreignId)), 'signed for another record').toBe('NOT_FOUND')
    expect(await open(signed.replace(/s=[^&]+/, `s=${users.qa.sessionId}x`)), 'another session').toBe('NOT_FOUND')
  })
})

test('sign-in and the published keys say the same to every role, and nothing of a company', async () => {
  const paths = mountedPaths().filter((path) => publicCalls.test(path) || path === signingKeysPath)
  expect(paths.length).toBeGreaterThan(5)
  await tryAll(paths, async (path) => {
    const url = path.replace(/:\w+/, 'credentials').replace('*', '')
    for (const method of ['GET', 'POST']) {
      const nobody = await call(method, url, null)
      expect(nobody.body).not.toContain(marker)
      for (const role of roles) {
        const answer = await call(method, url, users[role].accessToken)
        expect([answer.statusCode, answer.body.includes(marker)], role).toEqual([nobody.statusCode, false])
      }
    }
  })
})
