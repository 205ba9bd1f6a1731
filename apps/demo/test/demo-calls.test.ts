import { beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { getAlerts } from '@signet/contract/messages/alerts'
import { listAnnouncements } from '@signet/contract/messages/announcements'
import { listSentEmails } from '@signet/contract/messages/email'
import { listCaughtMails } from '@signet/contract/messages/mail'
import { getWhatsNew, listNews } from '@signet/contract/messages/news'
import { listNotifications } from '@signet/contract/messages/notifications'
import { definitions, type RouteName } from '@signet/contract'
import { can, roles, type Role } from '@signet/contract/access/permissions'
import type { RouteDefinition } from '@signet/contract/route'
import { demoUsers } from '../src/companies/demo-users.ts'
import { demoCompanies } from '../src/companies/demo-companies.ts'
import { loadDemo } from '../src/load-demo.ts'
import { signAccessToken } from '@signet/server/features/sessions/tokens/tokens'
import { demoInputs, recordMakers } from '@signet/server/test/every-call/every-example'
import {
  newCompany,
  newUser,
  send,
  tinyPng,
  useWorld,
  type TestCompany,
  type TestUser,
} from '@signet/server/test/harness'
import { tryAll } from '@signet/server/test/every-call/try-all'

/*
 * Checks what the demo sends its users; then makes every call of the contract with valid input, as each role that may make it, on the data
 * of the demo: it succeeds, its body matches the contract, and no list is empty if the demo has data.
 *
 * On a PostgreSQL server by its address, it only looks for statements that the server does not know. One role of each kind sends them all.
 */

const world = useWorld({ looksUp: true })
const everyRoute = Object.entries(definitions) as [RouteName, RouteDefinition][]
let companies: Record<'meridian-bank' | 'kestrel-rail', TestCompany>
let fresh = 0

const load = () => {
  const { database, files, queue, keys, secrets } = world()
  return loadDemo({ database, files, queue, keys, secrets }, { waitForScan: false })
}

beforeAll(async () => {
  await load()
  const { rows } = await world().database.pool.query<TestCompany>(
    `select c.id, c.key, (array_agg(b.id))[1] as "brandId" from companies c join brands b on b.company_id = c.id group by 1, 2`,
  )
  companies = Object.fromEntries(rows.map((row) => [row.key, row])) as typeof companies
})

/** Only the railway company has touts. */
const companyFor = (route: RouteDefinition) => companies[route.module === 'touts' ? 'kestrel-rail' : 'meridian-bank']

/** A demo user with a session. */
async function signedIn(email: string): Promise<TestUser> {
  const session = await newUser('client', await newCompany())
  const { rows } = await world().database.pool.query<{ id: string }>('select id from users where email = $1', [
    email.toLowerCase(),
  ])
  const userId = rows[0]?.id as string
  await world().database.pool.query('update sessions set user_id = $1 where id = $2', [userId, session.sessionId])
  return { ...session, accessToken: await signAccessToken(world().keys, session.sessionId, userId) }
}

test('the demo creates notifications for every user and all announcements, once', async () => {
  // Users with a second factor duplicate the other users of their role and have no history yet.
  const users = demoUsers.filter(({ of, email }) => of !== 'public-feed-watch' && !email.includes('.totp@'))
  for (const { email, role, of } of users) {
    const user = await signedIn(email)
    const { body } = await send(user, listNotifications, { query: { limit: 200 } })
    expect(body.total, email).toBeGreaterThan(role === 'qa' ? 2 : 50)
    if (role === 'client') {
      expect(new Set(body.items.map(({ company }) => company))).toEqual(new Set([of]))
      expect(body.unread, email).toBeLessThan(body.total / 2)
      expect((await send(user, listNews)).body.total).toBe(10)
      expect((await send(user, getAlerts)).body.rules).toHaveLength(3)
    }
  }
  const superAdmin = await signedIn('superAdmin@demo.example')
  const meridian = { raw: { company: 'meridian-bank' } }
  expect((await send(superAdmin, getWhatsNew, meridian)).body.length).toBeGreaterThan(10)
  const announced = (await send(superAdmin, listAnnouncements)).body
  expect(announced.items.filter(({ state }) => state === 'scheduled')).toHaveLength(1)
  const sent = (await send(superAdmin, listSentEmails)).body
  expect(sent.total).toBe(18)
  for (const { recipients, delivered, failed, unknown } of sent.items)
    expect(delivered + failed + unknown).toBe(recipients)
  const caught = (await send(superAdmin, listCaughtMails)).body
  expect(caught.total).toBeGreaterThan(0)

  await load()
  expect((await send(superAdmin, listSentEmails)).body.total).toBe(18)
  expect((await send(superAdmin, listAnnouncements)).body.total).toBe(announced.total)
  expect((await send(superAdmin, listCaughtMails)).body.total).toBe(caught.total)
})

const oneOfEachKind = new Set<Role>(['superAdmin', 'qa', 'client'])

/** The roles that may make a call, of which a server by its address only gets one of each kind. */
function callersOf(route: RouteDefinition): Role[] {
  const allowed = roles.filter((role) => route.access !== 'PUBLIC' && can(role, route.access))
  const some = allowed.filter((role) => oneOfEachKind.has(role))
  return 'connectionString' in inject('server') && some.length > 0 ? some : allowed
}

test.each(everyRoute)('%s answers those who may call it what the contract says', async (name, route) => {
  await tryAll(callersOf(route), async (role) => {
    const company = companyFor(route)
    const user = isPersonal(route) ? await newUser(role, company, staffOf(role, company)) : await userOf(role, company)
    const input = (await demoInputs[name]?.({ role, user, company })) ?? {}
    const withCompany = route.path.includes('{company}') ? {} : { company: company.key }
    const isForm = input.form !== undefined
    const answer = await send(user, route, {
      params: { company: company.key, ...input.params, ...(await recordsFor(route, company, input.params)) },
      raw: { ...withCompany, ...input.query },
      ...(isForm
        ? { form: { files: [{ bytes: tinyPng(`${name} ${role} ${(fresh += 1)}`), name: 'seen.png' }], ...input.form } }
        : {}),
      ...(!isForm && route.method !== 'GET' && route.body ? { body: input.body ?? {} } : {}),
    })
    expect([200, 201, 202, 204], JSON.stringify(answer.body)).toContain(answer.status)
    if (answer.status === 204) return
    const parsed = z.safeDecode(route.response, answer.body)
    if (!parsed.success) expect.fail(z.prettifyError(parsed.error))
    if (route.method === 'GET') expect(listOf(answer.body)?.length).not.toBe(0)
    // A superAdmin sees every company; for all others, text of another company is a leak.
    if (role !== 'superAdmin') expect(foreignWordsIn(answer.body, company)).toEqual([])
  })
})

/** A record of the company for every other parameter with a maker; it contains the company's own name. */
async function recordsFor(
  route: RouteDefinition,
  company: TestCompany,
  overrides: object = {},
): Promise<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g)) {
    const make = recordMakers[name]
    if (make && !(name in overrides)) made[name] = await make(company, company.key)
  }
  return made
}

const known = new Map<string, TestUser>()

/** Calls on an account end sessions and use up factors; a view as a client lasts as long as the session. */
const isPersonal = ({ access }: RouteDefinition) =>
  access === 'account:own' || access === 'leaks:reveal' || access === 'clientView:use'
const staffOf = (role: Role, company: TestCompany) => (role.startsWith('client') ? [] : [company])

/** One user per role and company; staff work for it, clients belong to it. */
async function userOf(role: Role, company: TestCompany): Promise<TestUser> {
  const key = `${role} ${company.key}`
  const user = known.get(key) ?? (await newUser(role, company, staffOf(role, company)))
  known.set(key, user)
  return user
}

/** The names of the other demo companies that occur in an answer. */
function foreignWordsIn(body: unknown, company: TestCompany): string[] {
  const text = JSON.stringify(body).toLowerCase()
  return demoCompanies
    .filter(({ key, isInvented }) => isInvented && key !== company.key)
    .map(({ word }) => word)
    .filter((word) => text.includes(word))
}

/** The rows of a page or of a plain list. */
function listOf(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body
  const { items } = (body ?? {}) as { items?: unknown }
  return Array.isArray(items) ? items : undefined
}
