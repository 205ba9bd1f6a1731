import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { hourMs } from '@signet/contract/time'
import { getUserDetails } from '@signet/contract/access/account'
import type { MailTokenStore, SessionSettings } from '../../app/session-settings.ts'
import {
  anotherServer,
  newCompany,
  newUser,
  send,
  testPassword,
  useWorld,
  type TestUser,
} from '../../../test/harness.ts'
import { newVisitor, type Visitor } from '../../../test/visitor.ts'
import { readEnv } from '../../env.ts'
import { defaultSessionSettings, type SetUpFault } from './session-settings.ts'

const world = useWorld()
const misconfigured = 'There is a problem with the server configuration. Check the server logs for more information.'
const sql = (text: string, values: unknown[]) => world().database.pool.query(text, values)

/** A server with these settings, and the codes of its log entries. */
async function serverWith(session: Partial<SessionSettings>) {
  const lines: { code?: string }[] = []
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) lines.push(JSON.parse(line) as { code?: string })
  })
  const server = await anotherServer({ log: pino({ level: 'error' }, stream), session })
  return { server, codes: () => lines.map(({ code }) => code) }
}

const store: MailTokenStore = {
  createVerificationToken: () => null,
  useVerificationToken: () => null,
  getUserByEmail: () => null,
}
const { getUserByEmail, ...incomplete } = store

describe('a wrong set-up', () => {
  const faults: [SetUpFault, Partial<SessionSettings>][] = [
    ['NO_SECRET', { hasSecret: false }],
    ['CALLBACK_CREDENTIALS_HANDLER_ERROR', { passwords: { check: null } }],
    ['CALLBACK_CREDENTIALS_JWT_ERROR', { strategy: 'jwt' }],
    ['EMAIL_REQUIRES_ADAPTER_ERROR', { mail: { store: null } }],
    ['MISSING_ADAPTER_METHODS_ERROR', { mail: { store: incomplete } }],
  ]
  test.each(faults)('%s is found at start and logged; every session call answers 500', async (code, session) => {
    const { server, codes } = await serverWith(session)
    expect(codes()).toEqual([code])
    const visitor = newVisitor(server)
    const answers = [
      await visitor.get('/api/auth/session'),
      await visitor.get('/api/auth/providers'),
      await visitor.get('/api/auth/csrf'),
      await visitor.get('/api/auth/signin'),
      await visitor.post('/api/auth/callback/credentials', { form: { email: 'a@b.example', password: 'x' } }),
      await visitor.post('/api/auth/signout', { form: {} }),
      await visitor.refresh(),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 500, body: { message: misconfigured } })
    expect((await visitor.get('/healthz')).status).toBe(200)
    await server.close()
  })

  test('of two kinds is logged as two', async () => {
    const { server, codes } = await serverWith({ hasSecret: false, strategy: 'jwt' })
    expect(codes()).toEqual(['NO_SECRET', 'CALLBACK_CREDENTIALS_JWT_ERROR'])
    await server.close()
  })

  test('is not what works: passwords off, or mail with a whole store', async () => {
    expect(getUserByEmail).toBeDefined()
    for (const session of [{}, { mail: { store } }, { strategy: 'jwt', passwords: null }] as const) {
      const { server, codes } = await serverWith(session)
      expect(codes()).toEqual([])
      expect((await newVisitor(server).get('/api/auth/session')).status).toBe(200)
      await server.close()
    }
  })

  test('of a client that calls without an action is logged with each call', async () => {
    const { server, codes } = await serverWith({})
    for (const url of ['/api/auth', '/api/auth/']) {
      expect(await newVisitor(server).get(url)).toMatchObject({ status: 500, body: { message: misconfigured } })
      expect((await newVisitor(server).post(url, { form: {} })).status).toBe(500)
    }
    expect(new Set(codes())).toEqual(new Set(['MISSING_NEXTAUTH_API_ROUTE_ERROR']))
    await server.close()
  })
})

const signedIn = async (visitor: Visitor, user: TestUser) => {
  expect((await visitor.signIn(user.email, testPassword)).status).toBe(200)
  return visitor
}
const sessionUserOf = async (visitor: Visitor) => (await visitor.get('/api/auth/session')).body['user']
const expiresOf = async (visitor: Visitor) =>
  Date.parse((await visitor.get('/api/auth/session')).body['expires'] as string)

describe('lifetimes', () => {
  test('of staff end after twelve hours however much they do, of clients after seven days', async () => {
    const company = await newCompany()
    for (const [role, maxHours] of [
      ['qa', 12],
      ['client', 7 * 24],
    ] as const) {
      const user = await newUser(role, company)
      const visitor = await signedIn(newVisitor(world().server), user)
      await sql(`update sessions set created_at = now() - make_interval(hours => $2) where user_id = $1`, [
        user.id,
        maxHours - 1,
      ])
      const leftMs = (await expiresOf(visitor)) - Date.now()
      expect(leftMs).toBeGreaterThan(0.9 * hourMs)
      expect(leftMs).toBeLessThanOrEqual(hourMs)
      await sql(`update sessions set created_at = created_at - interval '61 minutes' where user_id = $1`, [user.id])
      await visitor.get('/api/auth/session')
      expect((await visitor.get('/api/auth/session')).text).toBe('{}')
      expect((await visitor.refresh()).status).toBe(403)
    }
  })

  test('are the configured ones', async () => {
    const lifetimes = { ...defaultSessionSettings.lifetimes, accessToken: 1, sessionIdle: 1800, staffMax: 600 }
    const { server } = await serverWith({ lifetimes, staffFactor: false })
    const company = await newCompany()
    const [staff, client] = [await newUser('admin', company), await newUser('client', company)]
    const left = async (user: TestUser) => (await expiresOf(await signedIn(newVisitor(server), user))) - Date.now()
    expect(await left(staff)).toBeLessThanOrEqual(600_000)
    expect(await left(client)).toBeGreaterThan(600_000)
    expect(await left(client)).toBeLessThanOrEqual(1_800_000)

    const visitor = await signedIn(newVisitor(server), client)
    const { accessToken } = (await visitor.get('/api/auth/session')).body['user'] as { accessToken: string }
    const payload = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
      exp: number
      iat: number
    }
    expect(payload.exp - payload.iat).toBe(1)
    await server.close()
  })
})

test('the session says how often a portal asks for it again if the environment sets that, and nothing otherwise', async () => {
  const user = await newUser('client', await newCompany())
  const polled = { ...defaultSessionSettings.lifetimes, ...readEnv({ SIGNET_LIFETIMES: 'poll=45' }).lifetimes }
  const { server } = await serverWith({ lifetimes: polled })
  expect(await sessionUserOf(await signedIn(newVisitor(server), user))).toMatchObject({ pollSeconds: 45 })
  expect(await sessionUserOf(await signedIn(newVisitor(world().server), user))).not.toHaveProperty('pollSeconds')
  await server.close()
})

test('of five tabs that refresh at the same moment all get a token, one gets the cookie, and the session lives on', async () => {
  const user = await newUser('client', await newCompany())
  const first = newVisitor(world().server)
  await first.signIn(user.email, testPassword)
  const tabs = Array.from({ length: 5 }, () => {
    const tab = newVisitor(world().server)
    for (const [name, cookie] of first.cookies) tab.cookies.set(name, cookie)
    return tab
  })
  const answers = await Promise.all(tabs.map((tab) => tab.refresh()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers.flatMap(({ cookies }) => cookies)).toHaveLength(1)
  for (const { body } of answers) {
    const accessToken = body['accessToken'] as string
    expect((await send({ ...user, accessToken }, getUserDetails)).status).toBe(200)
  }
  const winner = tabs[answers.findIndex(({ cookies }) => cookies.length === 1)] as Visitor
  expect((await winner.refresh()).status).toBe(200)
})
