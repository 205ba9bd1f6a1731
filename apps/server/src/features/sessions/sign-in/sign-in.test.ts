import { describe, expect, test } from 'vitest'
import { newCompany, newUser, testPassword, useWorld } from '../../../../test/harness.ts'
import { newVisitor, portalOrigin } from '../../../../test/visitor.ts'
import { hashOf } from '../tokens/tokens.ts'

const world = useWorld()
const visit = (address?: string) => newVisitor(world().server, address)
const newClient = async () => newUser('client', await newCompany())

const refusedUrl = `${portalOrigin}/api/auth/error?error=CredentialsSignin&provider=credentials`
const csrfRefusedUrl = `${portalOrigin}/api/auth/signin?csrf=true`
const sessionCookie = 'next-auth.session-token'
const refreshCookie = 'signet.refresh-token'

describe('what the sign-in page asks first', () => {
  test('a csrf token has 64 hex digits and its cookie ties it to the browser', async () => {
    const answer = await visit().get('/api/auth/csrf')
    expect(answer.body['csrfToken']).toMatch(/^[0-9a-f]{64}$/)
    const cookie = answer.cookies.find(({ name }) => name === 'next-auth.csrf-token')
    expect(cookie?.value).toMatch(new RegExp(`^${String(answer.body['csrfToken'])}\\|[0-9a-f]{64}$`))
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
  })

  test('the csrf token stays the same while the cookie is kept, and a made-up cookie is replaced', async () => {
    const visitor = visit()
    const token = await visitor.csrfToken()
    const again = await visitor.get('/api/auth/csrf')
    expect(again.body['csrfToken']).toBe(token)
    expect(again.cookies).toEqual([])

    visitor.cookies.set('next-auth.csrf-token', { value: `${'0'.repeat(64)}|${'0'.repeat(64)}`, path: '/' })
    expect((await visitor.get('/api/auth/csrf')).body['csrfToken']).not.toBe('0'.repeat(64))
  })

  test('the providers are named with absolute addresses and name no company', async () => {
    const company = await newCompany({ name: 'Nameless Ltd' })
    const { body, text } = await visit().get('/api/auth/providers')
    expect(body['credentials']).toEqual({
      id: 'credentials',
      name: expect.any(String) as string,
      type: 'credentials',
      signinUrl: `${portalOrigin}/api/auth/signin/credentials`,
      callbackUrl: `${portalOrigin}/api/auth/callback/credentials`,
    })
    expect(text).not.toContain(company.key)
    expect(text).not.toContain('Nameless')
  })

  test('an unknown provider leads back to sign-in', async () => {
    const visitor = visit()
    const form = { csrfToken: await visitor.csrfToken(), callbackUrl: '/', json: 'true' }
    const answer = await visitor.post('/api/auth/signin/nobody', { form })
    expect(answer).toMatchObject({ status: 200, body: { url: csrfRefusedUrl } })
    const callback = await visitor.post('/api/auth/callback/nobody', { form })
    expect(callback).toMatchObject({ status: 200, body: { url: `${portalOrigin}/api/auth/signin` } })
    expect(visitor.cookies.has(sessionCookie)).toBe(false)
  })
})

describe('the right password', () => {
  test('opens a session when it comes from a form, and answers the absolute address to go to', async () => {
    const user = await newClient()
    const answer = await visit().signIn(user.email, testPassword)
    expect(answer).toMatchObject({ status: 200, body: { url: `${portalOrigin}/home` } })
    const session = answer.cookies.find(({ name }) => name === sessionCookie)
    expect(session).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
    const refresh = answer.cookies.find(({ name }) => name === refreshCookie)
    expect(refresh).toMatchObject({ path: '/api/rest/auth', httpOnly: true, sameSite: 'Strict' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('opens a session when it comes as JSON, whatever further fields a client sends', async () => {
    const user = await newClient()
    const visitor = visit()
    const json = {
      csrfToken: await visitor.csrfToken(),
      callbackUrl: '/threats/Domain?severity=High',
      email: user.email,
      password: testPassword,
      redirect: false,
      username: 'ignored',
    }
    const answer = await visitor.post('/api/auth/callback/credentials', { json })
    expect(answer).toMatchObject({ status: 200, body: { url: `${portalOrigin}/threats/Domain?severity=High` } })
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({ user: { email: user.email } })
  })

  test('redirects a plain form without json=true', async () => {
    const user = await newClient()
    const answer = await visit().signIn(user.email, testPassword, { json: 'false' })
    expect(answer.status).toBe(302)
    expect(answer.headers['location']).toBe(`${portalOrigin}/home`)
  })

  test('counts with the mail address in any case and with blanks around it', async () => {
    const user = await newClient()
    expect((await visit().signIn(`  ${user.email.toUpperCase()} `, testPassword)).status).toBe(200)
  })

  test('is kept nowhere but as a hash, and neither are the tokens', async () => {
    const user = await newClient()
    const visitor = visit()
    await visitor.signIn(user.email, testPassword)
    const token = visitor.cookies.get(sessionCookie)?.value as string
    const { rows } = await world().database.pool.query<{ dump: string }>(
      `select concat((select json_agg(u) from users u), (select json_agg(s) from sessions s),
        (select json_agg(r) from refresh_tokens r), (select json_agg(i) from sign_ins i)) as dump`,
    )
    expect(rows[0]?.dump).not.toContain(testPassword)
    expect(rows[0]?.dump).not.toContain(token)
    const stored = await world().database.pool.query('select from sessions where token_hash = $1', [hashOf(token)])
    expect(stored.rowCount).toBe(1)
  })
})

describe('a refused sign-in', () => {
  test('looks the same for a wrong password, an unknown user and a disabled one', async () => {
    const [known, disabled, orphan] = [await newClient(), await newClient(), await newClient()]
    await world().database.pool.query('update users set is_active = false where id = $1', [disabled.id])
    await world().database.pool.query('update companies set is_active = false where id = $1', [orphan.company.id])
    const answers = [
      await visit().signIn(known.email, 'not the password'),
      await visit().signIn('nobody@test.example', testPassword),
      await visit().signIn(disabled.email, testPassword),
      await visit().signIn(orphan.email, testPassword),
      await visit().signIn('', ''),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, text: JSON.stringify({ url: refusedUrl }), cookies: [] })
    }
  })

  test('redirects a plain form to the error address', async () => {
    const answer = await visit().signIn('nobody@test.example', testPassword, { json: 'false' })
    expect(answer.status).toBe(302)
    expect(answer.headers['location']).toBe(refusedUrl)
  })

  test('meets a password that only begins with the right 128 characters', async () => {
    const user = await newClient()
    const password = 'p'.repeat(128)
    const { hashPassword } = await import('../passwords/passwords.ts')
    const hash = await hashPassword(password)
    await world().database.pool.query('update users set password_hash = $1 where id = $2', [hash, user.id])
    expect((await visit().signIn(user.email, password)).status).toBe(200)
    expect((await visit().signIn(user.email, `${password}p`)).status).toBe(401)
  })

  test('without a good csrf token answers 200 with the sign-in address and opens nothing', async () => {
    const user = await newClient()
    const form = { callbackUrl: '/home', json: 'true', email: user.email, password: testPassword }
    const withoutCookie = visit()
    const wrongToken = visit()
    await wrongToken.csrfToken()
    const othersToken = await visit().csrfToken()
    const answers = [
      await withoutCookie.post('/api/auth/callback/credentials', { form: { ...form, csrfToken: othersToken } }),
      await wrongToken.post('/api/auth/callback/credentials', { form: { ...form, csrfToken: othersToken } }),
      await wrongToken.post('/api/auth/callback/credentials', { form }),
      await wrongToken.post('/api/auth/callback/credentials', { json: { ...form, csrfToken: { $ne: '' } } }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { url: csrfRefusedUrl } })
    expect(withoutCookie.cookies.has(sessionCookie) || wrongToken.cookies.has(sessionCookie)).toBe(false)
  })
})

describe('guessing passwords', () => {
  test('after ten wrong ones an account answers TooManyAttempts from any address, the right one included', async () => {
    const user = await newClient()
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect((await visit().signIn(user.email, `guess number ${attempt}`)).body['url']).toBe(refusedUrl)
    }
    const answer = await visit().signIn(user.email, testPassword)
    expect(answer.status).toBe(401)
    expect(answer.body['url']).toContain('error=TooManyAttempts')
    expect(answer.cookies).toEqual([])

    await world().database.pool.query(`update sign_ins set at = at - interval '1 minute' where email = $1`, [
      user.email,
    ])
    expect((await visit().signIn(user.email, testPassword)).status).toBe(200)
  })

  test('after ten wrong ones an address is stopped for every account', async () => {
    const address = '198.51.100.7'
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await visit(address).signIn(`somebody-${attempt}@test.example`, testPassword)
    }
    const user = await newClient()
    expect((await visit(address).signIn(user.email, testPassword)).body['url']).toContain('error=TooManyAttempts')
    expect((await visit().signIn(user.email, testPassword)).status).toBe(200)
  })

  test('leaves every attempt in the log of sign-ins with its result and address', async () => {
    const user = await newClient()
    const address = '198.51.100.8'
    await visit(address).signIn(user.email, 'not the password')
    await visit(address).signIn(user.email, testPassword)
    const { rows } = await world().database.pool.query(
      'select result, user_id, ip from sign_ins where email = $1 order by id',
      [user.email],
    )
    expect(rows).toEqual([
      { result: 'refused', user_id: user.id, ip: address },
      { result: 'ok', user_id: user.id, ip: address },
    ])
  })
})
