import { describe, expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { changeDetails, getUserDetails, putPreferences } from '@signet/contract/access/account'
import {
  anotherServer,
  newCompany,
  newUser,
  send,
  testPassword,
  useWorld,
  type TestUser,
} from '../../../test/harness.ts'
import { newVisitor, portalOrigin, type Visitor } from '../../../test/visitor.ts'
import { hashOf } from './tokens/tokens.ts'

const world = useWorld()

async function signedIn(): Promise<{ visitor: Visitor; user: TestUser }> {
  const user = await newUser('client', await newCompany())
  const visitor = newVisitor(world().server)
  await visitor.signIn(user.email, testPassword)
  const session = await visitor.get('/api/auth/session')
  const { accessToken } = session.body['user'] as { accessToken: string }
  return { visitor, user: { ...user, accessToken } }
}
const statusOf = async (user: TestUser) => (await send(user, getUserDetails)).status
const refreshToken = (visitor: Visitor) => visitor.cookies.get('signet.refresh-token')?.value as string
const sql = (text: string, values: unknown[]) => world().database.pool.query(text, values)

describe('the session', () => {
  test('is an empty object when no one is signed in', async () => {
    const answer = await newVisitor(world().server).get('/api/auth/session')
    expect(answer).toMatchObject({ status: 200, text: '{}' })
    expect(answer.headers['cache-control']).toBe('no-store')
    const forged = newVisitor(world().server)
    forged.cookies.set('next-auth.session-token', { value: 'made-up', path: '/' })
    expect((await forged.get('/api/auth/session')).text).toBe('{}')
  })

  test('holds the language, the time zone and the theme that the user has chosen, in any browser', async () => {
    const user = await newUser('client', await newCompany())
    const opened = async () => {
      const visitor = newVisitor(world().server)
      await visitor.signIn(user.email, testPassword)
      return (await visitor.get('/api/auth/session')).body['user']
    }
    expect(await opened()).not.toMatchObject({ locale: expect.anything() as string })
    await send(user, changeDetails, { body: { locale: 'de', timeZone: 'Asia/Kolkata' } })
    await send(user, putPreferences, { body: { portal: { theme: 'dark' } } })
    expect(await opened()).toMatchObject({ locale: 'de', timeZone: 'Asia/Kolkata', theme: 'dark' })
  })

  test('holds the user with company, modules, sources and an access token that opens the API', async () => {
    const company = await newCompany({ modules: { news: true }, threatSources: ['Domain', 'URL'] })
    const second = await newCompany()
    const admin = await newUser('admin', company, [second])
    const visitor = newVisitor(world().server)
    await visitor.signIn(admin.email, testPassword)
    const { body } = await visitor.get('/api/auth/session')
    const { accessToken, ...user } = body['user'] as Record<string, unknown>
    expect(user).toEqual({
      id: admin.id,
      name: expect.any(String) as string,
      email: admin.email,
      role: 'admin',
      company: company.key,
      config: expect.objectContaining({ pages: [] }) as object,
      modules: { touts: false, leaks: false, news: true, kmp: false },
      adminCompanies: [second.key],
      threatSources: ['Domain', 'URL'],
      toutSources: [],
    })
    expect(Date.parse(body['expires'] as string)).toBeGreaterThan(Date.now())
    expect(await statusOf({ ...admin, accessToken: accessToken as string })).toBe(200)
  })

  test('a cookie alone never opens a call of the API', async () => {
    const { visitor } = await signedIn()
    expect((await visitor.get('/api/rest/user/details')).status).toBe(401)
  })

  test('stays alive while it is used, but never longer than seven days', async () => {
    const { visitor, user } = await signedIn()
    await sql(`update sessions set created_at = now() - interval '6 days 23 hours' where user_id = $1`, [user.id])
    const { body } = await visitor.get('/api/auth/session')
    const leftMs = Date.parse(body['expires'] as string) - Date.now()
    expect(leftMs).toBeGreaterThan(50 * minuteMs)
    expect(leftMs).toBeLessThanOrEqual(60 * minuteMs)
    await sql(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [user.id])
    expect((await visitor.get('/api/auth/session')).text).toBe('{}')
    expect(await statusOf(user)).toBe(401)
  })

  test('ends at once for a user who is disabled', async () => {
    const { visitor, user } = await signedIn()
    await sql('update users set is_active = false where id = $1', [user.id])
    expect((await visitor.get('/api/auth/session')).text).toBe('{}')
    expect((await visitor.refresh()).status).toBe(403)
    expect(await statusOf(user)).toBe(401)
  })
})

describe('signing out', () => {
  test('kills session, refresh and access token at once', async () => {
    const { visitor, user } = await signedIn()
    const kept = new Map(visitor.cookies)
    expect(await statusOf(user)).toBe(200)
    const answer = await visitor.signOut()
    expect(answer).toMatchObject({ status: 200, body: { url: `${portalOrigin}/` } })
    // The browser's cache of pages and images is cleared as well.
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(visitor.cookies.has('next-auth.session-token')).toBe(false)
    expect(visitor.cookies.has('signet.refresh-token')).toBe(false)

    // Cookies copied before are now useless.
    for (const [name, cookie] of kept) visitor.cookies.set(name, cookie)
    expect((await visitor.get('/api/auth/session')).text).toBe('{}')
    expect((await visitor.refresh()).status).toBe(403)
    expect(await statusOf(user)).toBe(401)
  })

  test('leaves the other sessions of the user alone', async () => {
    const { visitor, user } = await signedIn()
    const other = newVisitor(world().server)
    await other.signIn(user.email, testPassword)
    await visitor.signOut()
    expect((await other.get('/api/auth/session')).body).toMatchObject({ user: { id: user.id } })
  })

  test('needs the csrf token, so that no other site can do it', async () => {
    const { visitor, user } = await signedIn()
    const answer = await visitor.post('/api/auth/signout', { form: { callbackUrl: '/', json: 'true' } })
    expect(answer).toMatchObject({ status: 200, body: { url: `${portalOrigin}/api/auth/signin?csrf=true` } })
    expect(await statusOf(user)).toBe(200)
  })
})

describe('refreshing the access token', () => {
  const refused = { status: 403, body: { message: 'Invalid or Expired Refresh Token', code: 'INVALID_REFRESH_TOKEN' } }

  test('gives a new access token and rotates the cookie', async () => {
    const { visitor, user } = await signedIn()
    const before = refreshToken(visitor)
    const answer = await visitor.refresh()
    expect(answer.status).toBe(200)
    expect(refreshToken(visitor)).not.toBe(before)
    expect(await statusOf({ ...user, accessToken: answer.body['accessToken'] as string })).toBe(200)
    expect((await visitor.refresh()).status).toBe(200)
  })

  test('without a cookie, or with one we did not give, is refused with 403', async () => {
    const visitor = newVisitor(world().server)
    expect(await visitor.refresh()).toMatchObject(refused)
    visitor.cookies.set('signet.refresh-token', { value: 'made-up', path: '/api/rest/auth' })
    expect(await visitor.refresh()).toMatchObject(refused)
  })

  test('answers a tab that lost the race for ten seconds more, without a new cookie', async () => {
    const { visitor, user } = await signedIn()
    const slowTab = newVisitor(world().server)
    for (const [name, cookie] of visitor.cookies) slowTab.cookies.set(name, cookie)
    await visitor.refresh()
    const answer = await slowTab.refresh()
    expect(answer.status).toBe(200)
    expect(answer.cookies).toEqual([])
    expect(await statusOf({ ...user, accessToken: answer.body['accessToken'] as string })).toBe(200)
    expect((await visitor.refresh()).status).toBe(200)
  })

  test('of two tabs that refresh at the same moment both get a token and one gets the cookie', async () => {
    const { visitor } = await signedIn()
    const otherTab = newVisitor(world().server)
    for (const [name, cookie] of visitor.cookies) otherTab.cookies.set(name, cookie)
    const answers = await Promise.all([visitor.refresh(), otherTab.refresh()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.flatMap(({ cookies }) => cookies)).toHaveLength(1)
  })

  test('with a rotated token after ten seconds ends the whole session', async () => {
    const { visitor, user } = await signedIn()
    const thief = newVisitor(world().server)
    for (const [name, cookie] of visitor.cookies) thief.cookies.set(name, cookie)
    await visitor.refresh()
    await sql(`update refresh_tokens set rotated_at = rotated_at - interval '11 seconds' where token_hash = $1`, [
      hashOf(refreshToken(thief)),
    ])
    expect(await thief.refresh()).toMatchObject(refused)
    expect(await visitor.refresh()).toMatchObject(refused)
    expect((await visitor.get('/api/auth/session')).text).toBe('{}')
    expect(await statusOf(user)).toBe(401)
  })

  test('with a rotated token whose successor was used ends the whole session, however soon', async () => {
    const { visitor, user } = await signedIn()
    const thief = newVisitor(world().server)
    for (const [name, cookie] of visitor.cookies) thief.cookies.set(name, cookie)
    await visitor.refresh()
    await visitor.refresh()
    expect(await thief.refresh()).toMatchObject(refused)
    expect(await visitor.refresh()).toMatchObject(refused)
    expect(await statusOf(user)).toBe(401)
  })

  test('with an expired token is refused and leaves the session alone', async () => {
    const { visitor, user } = await signedIn()
    await sql(`update refresh_tokens set expires_at = now() - interval '1 second' where token_hash = $1`, [
      hashOf(refreshToken(visitor)),
    ])
    expect(await visitor.refresh()).toMatchObject(refused)
    expect(visitor.cookies.has('signet.refresh-token')).toBe(false)
    expect(await statusOf(user)).toBe(200)
  })
})

test('over https every cookie is Secure and its name is bound to https', async () => {
  const publicOrigin = 'https://portal.example'
  const server = await anotherServer({ publicOrigin })
  const user = await newUser('client', await newCompany())
  const visitor = newVisitor(server)
  const csrf = await visitor.get('/api/auth/csrf')
  const answer = await visitor.signIn(user.email, testPassword)
  expect(answer.body).toEqual({ url: `${publicOrigin}/home` })
  const cookies = [...csrf.cookies, ...answer.cookies]
  expect(cookies.map(({ name }) => name).toSorted()).toEqual([
    '__Host-next-auth.csrf-token',
    '__Secure-next-auth.callback-url',
    '__Secure-next-auth.session-token',
    '__Secure-signet.refresh-token',
  ])
  expect(cookies.every(({ secure }) => secure === true)).toBe(true)
  expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
  expect((await visitor.get('/api/auth/session')).body).toMatchObject({ user: { email: user.email } })
  await server.close()
})
