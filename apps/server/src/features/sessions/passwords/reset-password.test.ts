import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { changePassword, getUserDetails } from '@signet/contract/access/account'
import type { passwordLength } from '@signet/contract/access/credentials'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, refusal, send, testPassword, useWorld, type TestUser } from '../../../../test/harness.ts'
import { newVisitor, portalOrigin } from '../../../../test/visitor.ts'
import { commonPasswords } from '../../factors/common-passwords.ts'
import { isBreached } from '../../factors/breached-passwords.ts'
import { newPasswordToken } from '../../factors/password-tokens.queries.ts'

const world = useWorld({ works: true })
const visit = () => newVisitor(world().server)
const newClient = async () => newUser('client', await newCompany())
const sql = (text: string, values: unknown[]) => world().database.pool.query(text, values)
const newPassword = 'quite another one 4711'

const tokenFor = async (user: TestUser, kind: 'reset' | 'invite' = 'reset') =>
  (await world().database.inIdentity((tx) => newPasswordToken(tx, user.id, kind))).token
const reset = (token: string, password = newPassword) =>
  visit().post('/api/auth/password/reset', { json: { token, password } })
const forgot = (email: string) => visit().post('/api/auth/password/forgot', { json: { email } })
async function mailsTo(user: TestUser): Promise<{ subject: string; text: string; html: string }[]> {
  const { rows } = await sql('select subject, text, html from mails where to_address = $1 order by created_at', [
    user.email,
  ])
  return rows as { subject: string; text: string; html: string }[]
}
/** Waits until every requested job is done: a job queued later also ends later. */
async function jobsDone(): Promise<void> {
  const open = `select from pgboss.job where name = 'forgot-password' and state in ('created', 'retry', 'active')`
  await expect.poll(async () => (await sql(open, [])).rowCount, { timeout: 20_000 }).toBe(0)
}

describe('a forgotten password', () => {
  test('is answered the same for every address, and only a user gets a mail with a link that sets a new one', async () => {
    const user = await newClient()
    const disabled = await newClient()
    await sql('update users set is_active = false where id = $1', [disabled.id])
    const answers = [
      await forgot(` ${user.email.toUpperCase()} `),
      await forgot('nobody@test.example'),
      await forgot(disabled.email),
      await forgot('not an address'),
      await visit().post('/api/auth/password/forgot', { form: {} }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 204, text: '', cookies: [] })
    await jobsDone()
    expect(await mailsTo(disabled)).toEqual([])
    const mails = await mailsTo(user)
    expect(mails).toHaveLength(1)
    const link = /https?:\/\/\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    expect(link).toMatch(new RegExp(`^${portalOrigin}/auth/reset\\?token=[\\w-]{43}$`))

    const token = new URL(link).searchParams.get('token') ?? ''
    expect((await reset(token)).status).toBe(204)
    expect((await visit().signIn(user.email, newPassword)).status).toBe(200)
    expect((await visit().signIn(user.email, testPassword)).status).toBe(401)
  })

  test('sends its mail in the language of the person', async () => {
    const user = await newClient()
    await sql(`update users set locale = 'de-AT' where id = $1`, [user.id])
    await forgot(user.email)
    await jobsDone()
    const [mail] = await mailsTo(user)
    expect(mail?.subject).toBe('Ihr Passwort für Signet zurücksetzen')
    expect(mail?.text).toContain('Guten Tag User ')
    expect(mail?.html).toContain('<html lang="de">')
  })

  test('sends one person three links in an hour at most', async () => {
    const user = await newClient()
    for (let time = 1; time <= 6; time += 1) expect((await forgot(user.email)).status).toBe(204)
    await jobsDone()
    expect(await mailsTo(user)).toHaveLength(3)
  })

  test('requested repeatedly from one address returns the same and does nothing more', async () => {
    const visitor = visit()
    const before = Number(
      (await sql(`select count(*) from pgboss.job where name = 'forgot-password'`, [])).rows[0].count,
    )
    for (let time = 1; time <= 30; time += 1) {
      const json = { email: `somebody-${time}@test.example` }
      expect((await visitor.post('/api/auth/password/forgot', { json })).status).toBe(204)
    }
    const after = Number(
      (await sql(`select count(*) from pgboss.job where name = 'forgot-password'`, [])).rows[0].count,
    )
    expect(after - before).toBe(10)
  })
})

describe('a link that sets a password', () => {
  test('works once, ends every session and is recorded', async () => {
    const user = await newClient()
    const visitor = visit()
    await visitor.signIn(user.email, testPassword)
    const [token, other] = [await tokenFor(user), await tokenFor(user)]
    expect((await reset(token)).status).toBe(204)
    expect(await reset(token, 'yet another one 0815')).toMatchObject(refusal('LINK_EXPIRED', 'body.token'))
    expect(await reset(other, 'yet another one 0815')).toMatchObject(refusal('LINK_EXPIRED', 'body.token'))
    expect((await send(user, getUserDetails)).status).toBe(401)
    expect((await visitor.get('/api/auth/session')).text).toBe('{}')
    expect((await visitor.refresh()).status).toBe(403)
    const auditor = await newUser('superAdmin', user.company)
    const { body } = await send(auditor, listAudit, { query: { company: user.company.key, target: user.id } })
    expect(body.items).toMatchObject([{ action: 'account.passwordReset', by: user.email, after: { sessionsEnded: 2 } }])
  })

  test('is worth nothing after an hour, when made up, or for a disabled user', async () => {
    const user = await newClient()
    const token = await tokenFor(user)
    await sql(`update user_tokens set expires_at = expires_at - interval '1 hour' where user_id = $1`, [user.id])
    expect(await reset(token)).toMatchObject(refusal('LINK_EXPIRED', 'body.token'))
    expect(await reset('made-up')).toMatchObject(refusal('LINK_EXPIRED', 'body.token'))
    expect(await reset('')).toMatchObject(refusal('LINK_EXPIRED', 'body.token'))
    const fresh = await tokenFor(user)
    await sql('update users set is_active = false where id = $1', [user.id])
    expect(await reset(fresh)).toMatchObject(refusal('LINK_EXPIRED', 'body.token'))
  })

  test('used twice at the same moment works once', async () => {
    const token = await tokenFor(await newClient())
    const answers = await Promise.all([reset(token), reset(token, 'yet another one 0815')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 400]))
  })

  test('takes no password that is short, long, the address or among the first that are guessed, and stays good', async () => {
    const user = await newClient()
    const token = await tokenFor(user, 'invite')
    for (const [weak, reason] of [
      ['x'.repeat(11), 'TEXT_TOO_SHORT'],
      ['x'.repeat(129), 'TEXT_TOO_LONG'],
      [user.email.toUpperCase(), 'PASSWORD_IS_ADDRESS'],
      ['Password1234', 'PASSWORD_BREACHED'],
      ['Liverpool2019!', 'PASSWORD_BREACHED'],
    ] as const)
      expect(await reset(token, weak), weak).toMatchObject(refusal(reason, 'body.password'))
    expect((await reset(token, 'x'.repeat(128))).status).toBe(200)
  })

  test('of an invited person answers with the address, with which the person is signed in', async () => {
    const user = await newClient()
    const answer = await reset(await tokenFor(user, 'invite'))
    expect(answer).toMatchObject({ status: 200, body: { email: user.email } })
    expect((await visit().signIn(user.email, newPassword)).status).toBe(200)
  })

  test('unlocks an account that was locked by guesses', async () => {
    const user = await newClient()
    for (let attempt = 1; attempt <= 11; attempt += 1) await visit().signIn(user.email, 'not the password')
    expect((await visit().signIn(user.email, testPassword)).body['url']).toContain('TooManyAttempts')
    expect((await reset(await tokenFor(user))).status).toBe(204)
    expect((await visit().signIn(user.email, newPassword)).status).toBe(200)
  })

  test('is kept as a hash only', async () => {
    const token = await tokenFor(await newClient())
    const { rows } = await sql(`select json_agg(t)::text as dump from user_tokens t`, [])
    expect(rows[0].dump).not.toContain(token)
  })
})

test('a password that must be changed opens no session; the address leads to the form that changes it', async () => {
  const user = await newClient()
  await sql('update users set must_change_password = true where id = $1', [user.id])
  expect((await visit().signIn(user.email, 'not the password')).body['url']).toContain('CredentialsSignin')
  const answer = await visit().signIn(user.email, testPassword)
  expect(answer).toMatchObject({ status: 401, cookies: [] })
  const url = new URL(answer.body['url'] as string)
  expect(url.searchParams.get('error')).toBe('PasswordChangeRequired')
  const form = await visit().get(`${url.pathname}${url.search}`)
  const token = url.searchParams.get('token') ?? ''
  expect(form.headers['location']).toBe(`${portalOrigin}/auth/reset?token=${token}&error=PasswordChangeRequired`)
  expect((await reset(token)).status).toBe(204)
  expect((await visit().signIn(user.email, newPassword)).status).toBe(200)
})

describe('breached passwords', () => {
  test('of the list that comes along are refused in any case, and there are some thousands', async () => {
    const all = new Set(commonPasswords())
    expect(all.size).toBeGreaterThan(5000)
    for (const password of all) expect(password.length).toBeGreaterThanOrEqual(12 satisfies typeof passwordLength.min)
    expect(await isBreached('QWERTYUIOP123', null)).toBe(true)
    expect(await isBreached('a long test password', null)).toBe(false)
  })

  test('are looked up in a folder of range files by the first five digits of their hash', async () => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'signet-ranges-'))
    const range = async (password: string, ending: string) => {
      const hex = createHash('sha1').update(password).digest('hex').toUpperCase()
      await fs.writeFile(
        path.join(directory, hex.slice(0, 5) + ending),
        `${'0'.repeat(35)}:1\r\n${hex.slice(5)}:42\r\n`,
      )
    }
    await range('seen in a breach', '')
    await range('seen in another one', '.txt')
    expect(await isBreached('seen in a breach', directory)).toBe(true)
    expect(await isBreached('seen in another one', directory)).toBe(true)
    expect(await isBreached('Seen in a breach', directory)).toBe(false)
    await fs.rm(directory, { recursive: true })
  })

  test('are refused when the password is changed, too', async () => {
    const user = await newClient()
    const answer = await send(user, changePassword, { body: { current: testPassword, next: 'Summer2026Summer2026' } })
    expect(answer.status).toBe(204)
    const fresh = await newClient()
    const weak = await send(fresh, changePassword, { body: { current: testPassword, next: 'Welcome12345!' } })
    expect(weak).toMatchObject(refusal('PASSWORD_BREACHED', 'body.next'))
  })
})
