import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteColleague } from '@signet/contract/access/colleagues'
import { addPasskey, passkeyOptions } from '@signet/contract/access/factors'
import { roles, type Role } from '@signet/contract/access/permissions'
import { listAudit } from '@signet/contract/operation/audit'
import { withAuthenticatorApp } from '../../../../test/outside/authenticator-app.ts'
import { codeOf, SoftAuthenticator } from '../../../../test/outside/authenticator.ts'
import {
  anotherServer,
  newCompany,
  newUser,
  refusal,
  send,
  testPassword,
  useWorld,
  type TestUser,
} from '../../../../test/harness.ts'
import { newVisitor, portalOrigin } from '../../../../test/visitor.ts'

const world = useWorld()
const visit = () => newVisitor(world().server)
const newClient = async () => newUser('client', await newCompany())
const errorUrl = (error: string) => `${portalOrigin}/api/auth/error?error=${error}&provider=credentials`
const sql = (text: string, values: unknown[]) => world().database.pool.query(text, values)

async function withTotp(): Promise<{ user: TestUser; secret: string; recoveryCodes: string[] }> {
  const user = await newClient()
  return { user, ...(await withAuthenticatorApp(user)) }
}

async function withPasskey(role: Role = 'client'): Promise<{ user: TestUser; key: SoftAuthenticator }> {
  const user = await newUser(role, await newCompany())
  const key = new SoftAuthenticator()
  const headers = { host: new URL(portalOrigin).host }
  const { body: options } = await send(user, passkeyOptions, { headers })
  expect((await send(user, addPasskey, { body: key.create(options, portalOrigin), headers })).status).toBe(201)
  return { user, key }
}

async function actionsOf(user: TestUser): Promise<string[]> {
  const auditor = await newUser('superAdmin', user.company)
  const { body } = await send(auditor, listAudit, { query: { company: user.company.key, target: user.id } })
  return body.items.map(({ action }) => action)
}

const options = async (body: object = {}) => {
  const answer = await visit().post('/api/auth/passkey/options', { json: body })
  expect(answer.status).toBe(200)
  return answer.body as { challenge: string }
}
const signInBy = (passkey: unknown) => visit().signIn('', '', { passkey: JSON.stringify(passkey) })
const enrolOf = (url: unknown) => new URL(String(url)).searchParams.get('enrol') ?? ''

describe('a user with one-time codes', () => {
  test('is asked for a code after the right password and never before', async () => {
    const { user, secret } = await withTotp()
    const wrong = await visit().signIn(user.email, 'not the password', { totp: codeOf(secret) })
    expect(wrong).toMatchObject({ status: 401, body: { url: errorUrl('CredentialsSignin') } })
    const challenged = await visit().signIn(user.email, testPassword)
    expect(challenged).toMatchObject({
      status: 401,
      text: JSON.stringify({ url: errorUrl('TotpRequired') }),
      cookies: [],
    })
    const refused = await visit().signIn(user.email, testPassword, { totp: '000000' })
    expect(refused).toMatchObject({ status: 401, text: JSON.stringify({ url: errorUrl('TotpInvalid') }), cookies: [] })
    const visitor = visit()
    const code = codeOf(secret)
    expect((await visitor.signIn(user.email, testPassword, { totp: code })).status).toBe(200)
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({ user: { email: user.email } })
    const again = await visit().signIn(user.email, testPassword, { totp: code })
    expect(again.body['url']).toBe(errorUrl('TotpInvalid'))
  })

  test('may use a recovery code instead, once', async () => {
    const { user, recoveryCodes } = await withTotp()
    const [code] = recoveryCodes as [string]
    expect((await visit().signIn(user.email, testPassword, { totp: code })).status).toBe(200)
    expect((await visit().signIn(user.email, testPassword, { totp: code })).status).toBe(401)
    expect(await actionsOf(user)).toContain('factor.recoveryCodeUsed')
  })

  test('is locked after five wrong codes, from any address, even for the right code, and recorded', async () => {
    const { user, secret } = await withTotp()
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const answer = await visit().signIn(user.email, testPassword, { totp: '000000' })
      expect(answer.body['url']).toBe(errorUrl('TotpInvalid'))
    }
    const stopped = await visit().signIn(user.email, testPassword, { totp: codeOf(secret) })
    expect(stopped.body['url']).toBe(errorUrl('TooManyAttempts'))
    expect(await actionsOf(user)).toContain('account.locked')
    await sql(`update sign_ins set at = at - interval '61 seconds' where email = $1`, [user.email])
    expect((await visit().signIn(user.email, testPassword, { totp: codeOf(secret) })).status).toBe(200)
  })

  test('cannot be guessed by many at the same moment', async () => {
    const { user } = await withTotp()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => visit().signIn(user.email, testPassword, { totp: '000000' })),
    )
    const checked = answers.filter(({ body }) => body['url'] === errorUrl('TotpInvalid'))
    expect(checked).toHaveLength(5)
  })
})

describe('a passkey', () => {
  test('opens a session without a password', async () => {
    const { user, key } = await withPasskey()
    const visitor = visit()
    const passkey = JSON.stringify(key.get(await options(), portalOrigin))
    const answer = await visitor.signIn('', '', { passkey })
    expect(answer).toMatchObject({ status: 200, body: { url: `${portalOrigin}/home` } })
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({ user: { id: user.id } })
    expect((await visit().signIn('', '', { passkey })).body['url']).toBe(errorUrl('CredentialsSignin'))
  })

  test('gets the same challenge whether or not the user exists', async () => {
    const { user } = await withPasskey()
    const answers = await Promise.all([options(), options({ email: user.email }), options({ email: 'a@b.example' })])
    const shapes = answers.map(({ challenge, ...rest }) => ({ ...rest, challenge: challenge.length }))
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
  })

  test('of no user, another origin, a forged challenge or a disabled user looks like a wrong password', async () => {
    const { user, key } = await withPasskey()
    const refused = { status: 401, text: JSON.stringify({ url: errorUrl('CredentialsSignin') }), cookies: [] }
    expect(await signInBy(new SoftAuthenticator().get(await options(), portalOrigin))).toMatchObject(refused)
    expect(await signInBy(key.get(await options(), 'http://evil.example'))).toMatchObject(refused)
    expect(await signInBy(key.get({ challenge: 'bWFkZS11cA' }, portalOrigin))).toMatchObject(refused)
    expect(await signInBy({ id: 'x' })).toMatchObject(refused)
    expect(await visit().signIn('', '', { passkey: '{' })).toMatchObject(refused)
    await sql('update users set is_active = false where id = $1', [user.id])
    expect(await signInBy(key.get(await options(), portalOrigin))).toMatchObject(refused)
  })

  test.each(['client', 'clientPeeker'] as const)(
    'of a %s whose company insists on its own sign-in looks like a wrong password',
    async (role) => {
      const { user, key } = await withPasskey(role)
      const { user: staff, key: staffKey } = await withPasskey('admin')
      for (const { company } of [user, staff]) {
        await sql(
          `insert into sso_settings (company_id, id, protocol, entry_point, idp_cert, enforced)
           values ($1, gen_random_uuid(), 'saml', 'https://idp.example/', 'x', true)`,
          [company.id],
        )
      }
      const refused = { status: 401, body: { url: errorUrl('CredentialsSignin') }, cookies: [] }
      expect(await signInBy(key.get(await options(), portalOrigin))).toMatchObject(refused)
      expect((await signInBy(staffKey.get(await options(), portalOrigin))).status).toBe(200)
    },
  )

  test('is rejected if it was copied, and recorded', async () => {
    const { user, key } = await withPasskey()
    expect((await signInBy(key.get(await options(), portalOrigin, 7))).status).toBe(200)
    expect((await signInBy(key.get(await options(), portalOrigin, 7))).status).toBe(401)
    expect(await actionsOf(user)).toContain('factor.passkeyCopied')
  })

  test('alone makes the password ask for a second factor', async () => {
    const { user } = await withPasskey()
    const { url } = (await visit().signIn(user.email, testPassword)).body
    expect(url).toBe(`${errorUrl('TotpRequired')}&passkey=true`)
    // Before the right password, nothing says that the account has one.
    const wrong = await visit().signIn(user.email, 'not the password')
    expect(wrong.body['url']).toBe(errorUrl('CredentialsSignin'))
  })
})

describe('where staff must have a second factor', () => {
  let server: FastifyInstance
  beforeAll(async () => {
    // No sign-in settings are given, so the defaults apply.
    server = await anotherServer()
  })
  afterAll(() => server.close())

  test.each(roles)('%s is led to one after the right password, exactly when staff', async (role) => {
    const user = await newUser(role, await newCompany())
    const visitor = newVisitor(server)
    const wrong = await visitor.signIn(user.email, 'not the password')
    expect(wrong.body['url']).toBe(errorUrl('CredentialsSignin'))
    const answer = await visitor.signIn(user.email, testPassword)
    if (role === 'client' || role === 'clientPeeker') {
      expect(answer.status).toBe(200)
      return
    }
    expect(answer).toMatchObject({ status: 401, cookies: [] })
    expect(answer.body['url']).toMatch(
      new RegExp(`^${portalOrigin}/api/auth/error\\?error=TotpRequired&provider=credentials&enrol=[\\w-]{43}$`),
    )
  })

  test('a user invited by a colleague is asked to set one up as well', async () => {
    const client = await newUser('client', await newCompany())
    const email = 'invited-by-a-colleague@test.example'
    const body = { name: 'Iris', email, role: 'clientPeeker' as const }
    expect((await send(client, inviteColleague, { body })).status).toBe(201)
    await sql('update users set password_hash = (select password_hash from users where id = $1) where email = $2', [
      client.id,
      email,
    ])
    const visitor = newVisitor(server)
    const enrol = enrolOf((await visitor.signIn(email, testPassword)).body['url'])
    const started = await visitor.post('/api/auth/totp/enrol', { json: { token: enrol } })
    const totp = codeOf(String(started.body['secret']))
    expect((await visitor.signIn(email, testPassword, { enrol, totp })).status).toBe(200)
    expect((await newVisitor(server).signIn(client.email, testPassword)).status).toBe(200)
  })

  test('a passkey that is created as the first factor signs in, with recovery codes this once', async () => {
    const user = await newUser('admin', await newCompany())
    const visitor = newVisitor(server)
    const enrolment = async () => enrolOf((await visitor.signIn(user.email, testPassword)).body['url'])
    const optionsOf = async (token: string) => {
      const { status, body } = await visitor.post('/api/auth/passkey/enrol', { json: { token } })
      return { status, options: body as { challenge: string } }
    }
    const enrol = await enrolment()
    const { status, options: creation } = await optionsOf(enrol)
    expect(status).toBe(200)
    const key = new SoftAuthenticator()
    // One of another challenge is refused, and the answer has a token for another attempt.
    const { body: foreign } = await visitor.signIn(user.email, testPassword, {
      enrol,
      newPasskey: JSON.stringify(key.create({ ...creation, challenge: 'AAAA' }, portalOrigin)),
    })
    expect(foreign['url']).toContain('error=TotpRequired')
    const next = enrolOf(foreign['url'])
    expect((await optionsOf(enrol)).status).toBe(400)
    const { options: again } = await optionsOf(next)
    const newPasskey = JSON.stringify(key.create(again, portalOrigin))
    const answer = await visitor.signIn(user.email, testPassword, { enrol: next, newPasskey })
    expect(answer.status).toBe(200)
    const [code] = answer.body['recoveryCodes'] as string[]
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({ user: { id: user.id } })
    expect(await actionsOf(user)).toContain('factor.passkeyAdded')

    expect((await newVisitor(server).signIn(user.email, testPassword)).body['url']).toContain('passkey=true')
    expect((await newVisitor(server).signIn(user.email, testPassword, { totp: String(code) })).status).toBe(200)
  })

  test('the first factor is put in force by the sign-in that brings its first code, with recovery codes this once', async () => {
    const user = await newUser('admin', await newCompany())
    const visitor = newVisitor(server)
    const enrol = enrolOf((await visitor.signIn(user.email, testPassword)).body['url'])
    const started = await visitor.post('/api/auth/totp/enrol', { json: { token: enrol } })
    expect(started).toMatchObject({ status: 200, body: { uri: expect.stringContaining('otpauth://totp/') as string } })
    const secret = started.body['secret'] as string

    const wrong = await visitor.signIn(user.email, testPassword, { enrol, totp: '000000' })
    expect(wrong.body['url']).toBe(errorUrl('TotpInvalid'))
    const answer = await visitor.signIn(user.email, testPassword, { enrol, totp: codeOf(secret) })
    expect(answer.status).toBe(200)
    expect(answer.body['recoveryCodes']).toHaveLength(10)
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({ user: { id: user.id } })
    expect(await actionsOf(user)).toContain('factor.totpAdded')

    // The token is used up, and from now on a code is required.
    expect(await visitor.post('/api/auth/totp/enrol', { json: { token: enrol } })).toMatchObject(
      refusal('TOKEN_EXPIRED'),
    )
    expect((await newVisitor(server).signIn(user.email, testPassword)).body['url']).toBe(errorUrl('TotpRequired'))
    const next = await newVisitor(server).signIn(user.email, testPassword, { totp: codeOf(secret, 1) })
    expect(next).toMatchObject({ status: 200, body: { url: `${portalOrigin}/home` } })
    expect(next.body['recoveryCodes']).toBeUndefined()
  })

  test('the token for it is of one user, and good for minutes only', async () => {
    const [user, other] = [await newUser('qa', await newCompany()), await newUser('qa', await newCompany())]
    const visitor = newVisitor(server)
    const enrol = enrolOf((await visitor.signIn(user.email, testPassword)).body['url'])
    const started = await visitor.post('/api/auth/totp/enrol', { form: { token: enrol } })
    const code = codeOf(started.body['secret'] as string)
    const foreign = await newVisitor(server).signIn(other.email, testPassword, { enrol, totp: code })
    expect(foreign.body['url']).toContain('error=TotpRequired')
    await sql('update user_tokens set expires_at = now() where user_id = $1', [user.id])
    expect(await visitor.post('/api/auth/totp/enrol', { json: { token: enrol } })).toMatchObject(
      refusal('TOKEN_EXPIRED'),
    )
    const late = await visitor.signIn(user.email, testPassword, { enrol, totp: code })
    expect(late).toMatchObject({ status: 401, cookies: [] })
    expect(await visitor.post('/api/auth/totp/enrol', { json: {} })).toMatchObject(refusal('TOKEN_EXPIRED'))
  })
})
