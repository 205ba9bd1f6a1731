import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  clientId,
  clientSecret,
  startOidcProvider,
  type FakeOidc,
  type OidcPerson,
} from '../../../test/outside/fake-oidc.ts'
import { newCompany, newUser, testPassword, useWorld, type TestCompany } from '../../../test/harness.ts'
import { errorIn, newDomain, serverWithOrigin, serviceUrl, setSso, startSignIn } from '../../../test/outside/sso.ts'
import { newVisitor, portalOrigin } from '../../../test/visitor.ts'

const world = useWorld()
let idp: FakeOidc
let server: FastifyInstance

beforeAll(async () => {
  idp = await startOidcProvider(serviceUrl)
  server = await serverWithOrigin([idp.address])
})
afterAll(() => server.close())

async function companyWithSso(more: object = {}): Promise<{ company: TestCompany; domain: string }> {
  const [company, domain] = [await newCompany(), newDomain()]
  const answer = await setSso(company, {
    protocol: 'oidc',
    issuer: idp.issuer,
    clientId,
    clientSecret,
    domains: [domain],
    ...more,
  })
  expect(answer.status).toBe(200)
  return { company, domain }
}

/** Signs in a user of the provider, through all steps. */
async function signIn(hint: string, person: OidcPerson) {
  idp.people.set(hint.toLowerCase(), { email: hint, email_verified: true, name: 'Robin Example', ...person })
  const { visitor, url } = await startSignIn(server, hint)
  const back = await idp.signIn(url)
  const answer = await visitor.get(pathOf(back))
  return { visitor, back, answer, error: errorIn(answer) }
}
const pathOf = (url: string) => url.slice(new URL(url).origin.length)

/** A sign-in up to the answer of the provider. */
async function answered() {
  const { domain } = await companyWithSso()
  const email = `person@${domain}`
  idp.people.set(email, { email, email_verified: true })
  const { visitor, url } = await startSignIn(server, email)
  return { visitor, url, path: pathOf(await idp.signIn(url)), email }
}

async function userOf(email: string) {
  const { rows } = await world().database.pool.query<{ role: string; company_id: number; name: string }>(
    'select * from users where email = $1',
    [email],
  )
  return rows[0]
}

test('the list of providers names the password and one company sign-in, and no company', async () => {
  await companyWithSso()
  const { body } = await newVisitor(server).get('/api/auth/providers')
  expect(Object.keys(body)).toEqual(['credentials', 'sso'])
  expect(body['sso']).toEqual({
    id: 'sso',
    name: 'Single sign-on',
    type: 'oauth',
    signinUrl: `${portalOrigin}/api/auth/signin/sso`,
    callbackUrl: serviceUrl,
  })
})

test('a person new to us signs in and becomes a clientPeeker of the company, on record', async () => {
  const { company, domain } = await companyWithSso()
  const { visitor, answer } = await signIn(`New.Person@${domain}`, {})
  expect(answer).toMatchObject({ status: 302, headers: { location: `${portalOrigin}/threats` } })
  const { user } = (await visitor.get('/api/auth/session')).body as { user: Record<string, unknown> }
  expect(user).toMatchObject({ role: 'clientPeeker', company: company.key, name: 'Robin Example' })
  expect((await visitor.refresh()).status).toBe(200)
  const { rows } = await world().database.pool.query('select action, after from audit where target_id = $1', [
    user['id'],
  ])
  expect(rows).toMatchObject([{ action: 'user.add', after: { via: 'sso', role: 'clientPeeker' } }])
})

test('a client who is known keeps the role, and signs in again', async () => {
  const { company, domain } = await companyWithSso()
  const known = await newUser('client', company)
  const email = `known@${domain}`
  await world().database.pool.query('update users set email = $1 where id = $2', [email, known.id])
  for (let time = 1; time <= 2; time += 1) expect((await signIn(email, {})).error).toBeNull()
  expect(await userOf(email)).toMatchObject({ role: 'client', company_id: company.id })
})

test.each<[string, OidcPerson]>([
  ['whose address is not verified', { email_verified: false }],
  ['whose address is of another domain', { email: 'somebody@elsewhere.example' }],
  ['whose address only ends like the domain', { email: 'somebody@x' }],
  ['who has no address', { email: '' }],
])('a person %s is not let in and not made', async (_who, person) => {
  const { domain } = await companyWithSso()
  const { error, visitor } = await signIn(`someone@${domain}`, person)
  expect(error).toBe('AccessDenied')
  expect((await visitor.get('/api/auth/session')).body).toEqual({})
  expect(await userOf(`someone@${domain}`)).toBeUndefined()
  expect(await userOf(person.email ?? `someone@${domain}`)).toBeUndefined()
})

test.each(['superAdmin', 'admin', 'subAdmin', 'adminPeeker', 'subAdminPeekerOne', 'subAdminPeekerTwo', 'qa'] as const)(
  'a %s never comes in this way',
  async (role) => {
    const { company, domain } = await companyWithSso()
    const user = await newUser(role, company)
    await world().database.pool.query('update users set email = $1 where id = $2', [`staff@${domain}`, user.id])
    expect((await signIn(`staff@${domain}`, {})).error).toBe('AccessDenied')
    expect(await userOf(`staff@${domain}`)).toMatchObject({ role })
  },
)

test('a disabled person and one of another company are not let in', async () => {
  const { company, domain } = await companyWithSso()
  const disabled = await newUser('client', company)
  await world().database.pool.query('update users set email = $1, is_active = false where id = $2', [
    `off@${domain}`,
    disabled.id,
  ])
  expect((await signIn(`off@${domain}`, {})).error).toBe('AccessDenied')
  const foreign = await newUser('client', await newCompany())
  await world().database.pool.query('update users set email = $1 where id = $2', [`other@${domain}`, foreign.id])
  expect((await signIn(`other@${domain}`, {})).error).toBe('AccessDenied')
})

test('people of two companies with the same provider come into their own only', async () => {
  const [first, second] = [await companyWithSso(), await companyWithSso()]
  const crossing = await signIn(`a@${first.domain}`, { email: `b@${second.domain}` })
  expect(crossing.error).toBe('AccessDenied')
  const { error } = await signIn(`b@${second.domain}`, {})
  expect(error).toBeNull()
  expect(await userOf(`b@${second.domain}`)).toMatchObject({ company_id: second.company.id })
})

test('an address reassigned by the provider does not give access to the account', async () => {
  const { domain } = await companyWithSso()
  expect((await signIn(`shared@${domain}`, { sub: 'first' })).error).toBeNull()
  expect((await signIn(`shared@${domain}`, { sub: 'second' })).error).toBe('AccessDenied')
  expect((await signIn(`shared@${domain}`, { sub: 'first' })).error).toBeNull()
})

test('a sign-in rejected by the provider is reported', async () => {
  const { domain } = await companyWithSso()
  const { visitor, url } = await startSignIn(server, `unknown@${domain}`)
  expect(errorIn(await visitor.get(pathOf(await idp.signIn(url))))).toBe('AccessDenied')
})

describe('an answer of the provider', () => {
  test('counts once, also when the browser keeps its cookie', async () => {
    const { visitor, path } = await answered()
    const kept = new Map(visitor.cookies)
    expect(errorIn(await visitor.get(path))).toBeNull()
    expect(errorIn(await visitor.get(path))).toBe('OAuthCallback')
    for (const [name, value] of kept) visitor.cookies.set(name, value)
    expect(errorIn(await visitor.get(path))).toBe('OAuthCallback')
  })

  test('with another state, another issuer or a made-up code is refused', async () => {
    for (const change of [/state=[^&]*/, /code=[^&]*/, /iss=[^&]*/]) {
      const { visitor, path } = await answered()
      expect(path).toMatch(change)
      const changed = path.replace(change, (found) => `${found.split('=')[0]}=https%3A%2F%2Fevil.example`)
      expect(errorIn(await visitor.get(changed)), String(change)).toBe('OAuthCallback')
      expect((await visitor.get('/api/auth/session')).body).toEqual({})
    }
  })

  test('with the nonce of another sign-in is refused', async () => {
    const { visitor, url, email } = await answered()
    const other = new URL(url)
    other.searchParams.set('nonce', 'another')
    idp.people.set(email, { email, email_verified: true })
    expect(errorIn(await visitor.get(pathOf(await idp.signIn(other.href))))).toBe('OAuthCallback')
  })

  test('is of no use in another browser, or after the csrf cookie changed', async () => {
    const { path, visitor } = await answered()
    expect(errorIn(await newVisitor(server).get(path))).toBe('OAuthCallback')
    const stranger = newVisitor(server)
    await stranger.csrfToken()
    const state = visitor.cookies.get('signet.sso-state')
    if (state) stranger.cookies.set('signet.sso-state', state)
    expect(errorIn(await stranger.get(path))).toBe('OAuthCallback')
  })

  test('is of no use once the company changed its settings', async () => {
    const { path, visitor, email } = await answered()
    await world().database.pool.query(
      'update sso_settings s set version = version + 1 from sso_domains d where d.company_id = s.company_id and d.domain = $1',
      [email.split('@')[1]],
    )
    expect(errorIn(await visitor.get(path))).toBe('OAuthCallback')
  })

  test('keeps its secrets out of the browser: the cookie is sealed, short-lived and for this call only', async () => {
    const { visitor, url } = await answered()
    const cookie = visitor.cookies.get('signet.sso-state')
    expect(cookie?.path).toBe('/api/auth/callback/sso')
    const opened = Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1')
    expect(opened).not.toContain(new URL(url).searchParams.get('nonce'))
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')
  })
})

describe('the way there', () => {
  test('is closed without the csrf token, and looks the same for an unknown domain, a dead provider and no address', async () => {
    const { domain } = await companyWithSso()
    const dead = await companyWithSso({ issuer: 'http://127.0.0.1:9' })
    const refusedCsrf = await startSignIn(server, `a@${domain}`, { csrfToken: 'x' })
    expect(refusedCsrf.url).toBe(`${portalOrigin}/api/auth/signin?csrf=true`)
    for (const email of ['a@unknown.example', `a@${dead.domain}`, '', 'no address']) {
      expect((await startSignIn(server, email)).url).toBe(
        `${portalOrigin}/api/auth/error?error=OAuthSignin&provider=sso`,
      )
    }
  })

  test('leads to no address that is not public, unless it is on the list', async () => {
    const { domain } = await companyWithSso()
    const strict = await serverWithOrigin()
    expect(errorIn({ status: 200, headers: { location: (await startSignIn(strict, `a@${domain}`)).url } })).toBe(
      'OAuthSignin',
    )
    await strict.close()
  })

  test('needs the configured origin where the request comes from afar', async () => {
    const { domain } = await companyWithSso()
    const { url } = await startSignIn(world().server, `a@${domain}`)
    expect(new URL(url).searchParams.get('error')).toBe('Configuration')
  })

  test('ends on our origin, whatever address was requested', async () => {
    const { domain } = await companyWithSso()
    const email = `a@${domain}`
    idp.people.set(email, { email, email_verified: true })
    const { visitor, url } = await startSignIn(server, email, { callbackUrl: 'https://evil.example/x' })
    const answer = await visitor.get(pathOf(await idp.signIn(url)))
    expect(answer.headers['location']).toBe(`${portalOrigin}/`)
  })
})

test('where a company insists, its clients have no other way in, and it looks like a wrong password', async () => {
  const { company, domain } = await companyWithSso({ enforced: true })
  const [client, staff] = [await newUser('clientPeeker', company), await newUser('admin', company)]
  await world().database.pool.query('update users set email = $1 where id = $2', [`c@${domain}`, client.id])
  const refused = await newVisitor(server).signIn(`c@${domain}`, testPassword)
  expect(refused.status).toBe(401)
  expect(refused.body['url']).toContain('error=CredentialsSignin')
  expect((await signIn(`c@${domain}`, {})).error).toBeNull()
  expect(String((await newVisitor(server).signIn(staff.email, testPassword)).body['url'])).not.toContain(
    'CredentialsSignin',
  )
})
