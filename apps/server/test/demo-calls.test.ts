import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes, type RouteName } from '@signet/contract'
import { can, roles, type Role } from '@signet/contract/permissions'
import type { AnyRoute } from '@signet/contract/route'
import { loadDemo } from '../src/demo/load-demo.ts'
import { demoInputs } from './demo-inputs.ts'
import { newUser, send, tinyPng, useWorld, type TestCompany, type TestUser } from './harness.ts'

/*
 * Every call of the contract, with valid input, as each role that may make it, on the data of the demo: it succeeds, its body is
 * what the contract says, and no list is empty where the demo has data.
 */

const world = useWorld()
const everyRoute = Object.entries(routes) as [RouteName, AnyRoute][]
let companies: Record<'meridian-bank' | 'kestrel-rail', TestCompany>
let fresh = 0

/** Lists that are empty for somebody who has only just been given an account. */
const mayBeEmpty = new Set<RouteName>([])

beforeAll(async () => {
  const { database, files, queue, keys, secrets } = world()
  await loadDemo({ database, files, queue, keys, secrets }, { waitForScan: false, say: () => {} })
  const { rows } = await database.pool.query<{ id: number; key: string }>('select id, key from companies')
  companies = Object.fromEntries(rows.map(({ id, key }) => [key, { id, key, brandId: '' }])) as typeof companies
})

/** Touts are what the railway has. */
const companyFor = (route: AnyRoute) => companies[route.module === 'touts' ? 'kestrel-rail' : 'meridian-bank']

describe.each(everyRoute)('%s', (name, route) => {
  const allowed = roles.filter((role) => route.access !== 'PUBLIC' && can(role, route.access))

  test.each(allowed)('answers as %s what the contract says', async (role) => {
    const company = companyFor(route)
    const user = await userOf(role, company)
    const input = (await demoInputs[name]?.({ role, userId: user.id, company })) ?? {}
    const withCompany = route.path.includes('{company}') ? {} : { company: company.key }
    const isForm = input.form !== undefined
    const answer = await send(user, route, {
      params: { company: company.key, ...input.params },
      raw: { ...withCompany, ...input.query },
      ...(isForm
        ? { form: { files: [{ bytes: tinyPng(`${name} ${role} ${(fresh += 1)}`), name: 'seen.png' }], ...input.form } }
        : {}),
      ...(!isForm && route.method !== 'GET' && route.body ? { body: input.body ?? {} } : {}),
    })
    expect([200, 201, 202, 204], JSON.stringify(answer.body)).toContain(answer.status)
    if (answer.status === 204) return
    const parsed = z.safeDecode(route.response as z.ZodMiniType, answer.body)
    if (!parsed.success) expect.fail(z.prettifyError(parsed.error))
    if (route.method === 'GET' && !mayBeEmpty.has(name)) expect(listOf(answer.body)?.length).not.toBe(0)
  })
})

const known = new Map<string, TestUser>()

/** One user a role and company; staff work for it, clients belong to it. Changing a password ends sessions, so that one is new. */
async function userOf(role: Role, company: TestCompany): Promise<TestUser> {
  const key = `${role} ${company.key}`
  const user = known.get(key) ?? (await newUser(role, company, role.startsWith('client') ? [] : [company]))
  known.set(key, user)
  return user
}

/** The rows of a page or of a plain list. */
function listOf(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body
  const { items } = (body ?? {}) as { items?: unknown }
  return Array.isArray(items) ? items : undefined
}
