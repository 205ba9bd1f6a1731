import { beforeEach, describe, expect, test } from 'vitest'
import {
  changeDetails,
  changePassword,
  defaultPreferences,
  endOtherSessions,
  endOwnSession,
  getPreferences,
  listOwnSessions,
  listOwnSignIns,
  putPreferences,
  getUserDetails,
} from '@signet/contract/access/account'
import type { AnyRoute, BodyOf } from '@signet/contract/route'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, refusal, send, testPassword, useWorld, type TestUser } from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'

const world = useWorld()
const sql = (text: string, values: unknown[] = []) => world().database.pool.query<Record<string, unknown>>(text, values)
const newClient = async () => newUser('client', await newCompany())
const nextPassword = 'quite another long one'
const statusOf = async (user: TestUser) => (await send(user, getUserDetails)).status
const signInStatus = async (user: TestUser, password: string) =>
  (await newVisitor(world().server).signIn(user.email, password)).status

const change = (user: TestUser, body: BodyOf<typeof changePassword>, headers = {}) =>
  send(user, changePassword, { body, headers })
const put = (user: TestUser, body: object) => send(user, putPreferences as AnyRoute, { body })

// All calls of the tests come from one address, which the rate limit counts.
beforeEach(() => sql(`update sign_ins set at = at - interval '1 minute'`))

/** The audit records about a person, in the person's own company. */
async function auditOf(user: TestUser) {
  const auditor = await newUser('superAdmin', user.company)
  const query = { company: user.company.key, userEmail: user.email }
  return (await send(auditor, listAudit, { query })).body.items
}

describe('the own details', () => {
  test('are changed, answered, kept and left alone where nothing was given', async () => {
    const user = await newClient()
    const body = { name: '  Zoë  Kent ', phone: '+47 22 00 00 00', locale: 'en-gb', timeZone: 'Europe/Oslo' }
    const changed = await send(user, changeDetails, { body })
    expect(changed.status).toBe(200)
    const kept = { name: 'Zoë  Kent', phone: '+47 22 00 00 00', locale: 'en-GB', timeZone: 'Europe/Oslo' }
    expect(changed.body).toMatchObject({ id: user.id, email: user.email, ...kept })

    const cleared = await send(user, changeDetails, { body: { phone: null } })
    const { phone: _, ...rest } = kept
    expect(cleared.body).toMatchObject(rest)
    expect(cleared.body).not.toHaveProperty('phone')
    expect((await send(user, getUserDetails)).body).toEqual(cleared.body)
  })

  test.each([
    ['name', '', 'TEXT_TOO_SHORT'],
    ['name', 'x'.repeat(101), 'TEXT_TOO_LONG'],
    ['name', null, 'INVALID_TYPE'],
    ['phone', 'call me', 'NOT_A_PHONE_NUMBER'],
    ['locale', 'not a language', 'NOT_A_LOCALE'],
    ['timeZone', 'Mars/Olympus', 'NOT_A_TIME_ZONE'],
    ['timeZone', '+02:00', 'NOT_A_TIME_ZONE'],
    ['role', 'superAdmin', 'UNKNOWN_FIELD'],
    ['email', 'other@test.example', 'UNKNOWN_FIELD'],
  ] as const)('are refused when %s is %j, and nothing changes', async (field, value, reason) => {
    const user = await newClient()
    const before = (await send(user, getUserDetails)).body
    const answer = await send(user, changeDetails, { body: { timeZone: 'UTC', [field]: value } })
    expect(answer).toMatchObject(refusal(reason, `body.${field}`))
    expect((await send(user, getUserDetails)).body).toEqual(before)
  })

  test('leave a record of what changed, and none when nothing did', async () => {
    const user = await newClient()
    await send(user, changeDetails, { body: { timeZone: 'UTC' } })
    await send(user, changeDetails, { body: { timeZone: 'UTC' } })
    expect(await auditOf(user)).toMatchObject([
      {
        action: 'account.detailsChanged',
        target: { type: 'user', id: user.id },
        before: { timeZone: null },
        after: { timeZone: 'UTC' },
      },
    ])
  })
})

describe('a new password', () => {
  test('counts from now on, the old one no longer', async () => {
    const user = await newClient()
    expect(await change(user, { current: testPassword, next: nextPassword })).toMatchObject({ status: 204 })
    expect(await signInStatus(user, nextPassword)).toBe(200)
    expect(await signInStatus(user, testPassword)).toBe(401)
  })

  test('ends every other session of the person at once and keeps the one it was set in', async () => {
    const [user, bystander] = [await newClient(), await newClient()]
    const other = newVisitor(world().server)
    await other.signIn(user.email, testPassword)
    await change(user, { current: testPassword, next: nextPassword })
    expect((await other.get('/api/auth/session')).text).toBe('{}')
    expect((await other.refresh()).status).toBe(403)
    expect(await statusOf(user)).toBe(200)
    expect(await statusOf(bystander)).toBe(200)
  })

  test('leaves no session behind to a sign-in with the old password that it overtook', async () => {
    const user = await newClient()
    const changing = await world().database.pool.connect()
    await changing.query('begin')
    await changing.query(`update users set password_hash = password_hash || 'x' where id = $1`, [user.id])
    const signingIn = signInStatus(user, testPassword)
    await expect
      .poll(
        async () =>
          (await sql(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
            .rowCount,
      )
      .toBe(1)
    await changing.query('commit')
    changing.release()
    expect(await signingIn).toBe(401)
    expect((await send(user, listOwnSessions)).body).toHaveLength(1)
  })

  test('leaves a record without either password', async () => {
    const user = await newClient()
    await change(user, { current: testPassword, next: nextPassword })
    const records = await auditOf(user)
    expect(records).toMatchObject([{ action: 'account.passwordChanged', target: { type: 'user', id: user.id } }])
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${testPassword}|${nextPassword}|argon2`))
  })

  test('is recorded in the own company of a user who works for others', async () => {
    const [own, customer] = [await newCompany(), await newCompany()]
    const admin = await newUser('admin', own, [customer])
    await change(admin, { current: testPassword, next: nextPassword })
    const { rows } = await sql('select company_id from audit where user_id = $1', [admin.id])
    expect(rows).toEqual([{ company_id: own.id }])
  })

  test('does not come about when no record can be made of it', async () => {
    const user = await newClient()
    await sql(
      `alter table audit add constraint no_password_records check (action <> 'account.passwordChanged') not valid`,
    )
    try {
      expect((await change(user, { current: testPassword, next: nextPassword })).status).toBe(500)
    } finally {
      await sql('alter table audit drop constraint no_password_records')
    }
    expect(await signInStatus(user, testPassword)).toBe(200)
  })

  test('returns 400 for a wrong current password, without signing out', async () => {
    const user = await newClient()
    const answer = await change(user, { current: 'not the password', next: nextPassword })
    expect(answer).toMatchObject(refusal('PASSWORD_WRONG', 'body.current'))
    expect(await signInStatus(user, testPassword)).toBe(200)
    const { rows } = await sql(`select result, reason from sign_ins where user_id = $1 order by id`, [user.id])
    expect(rows[0]).toEqual({ result: 'refused', reason: 'passwordChange' })
  })

  test.each([
    ['eleven characters', 'x1y2z3-abcd', 'TEXT_TOO_SHORT'],
    ['129 characters', 'ab'.repeat(65).slice(0, 129), 'TEXT_TOO_LONG'],
    ['the current one', testPassword, 'PASSWORD_UNCHANGED'],
    ['the most common', 'Password1234', 'PASSWORD_BREACHED'],
    ['a run of keys', 'QWERTYUIOP123', 'PASSWORD_BREACHED'],
  ] as const)('is refused when it is %s', async (_what, next, reason) => {
    const user = await newClient()
    const answer = await change(user, { current: testPassword, next })
    expect(answer).toMatchObject(refusal(reason, 'body.next'))
    expect(await signInStatus(user, testPassword)).toBe(200)
  })

  test('is refused when it is the mail address', async () => {
    const user = await newClient()
    const answer = await change(user, { current: testPassword, next: user.email.toUpperCase() })
    expect(answer).toMatchObject(refusal('PASSWORD_IS_ADDRESS', 'body.next'))
  })

  test.each([12, 128])('may have %i characters', async (length) => {
    const user = await newClient()
    const next = 'pZ7'.repeat(43).slice(0, length)
    expect((await change(user, { current: testPassword, next })).status).toBe(204)
    expect(await signInStatus(user, next)).toBe(200)
  })

  test('cannot be guessed: the tenth wrong one locks the account, at sign-in as well', async () => {
    const user = await newClient()
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect((await change(user, { current: `guess number ${attempt}`, next: nextPassword })).status).toBe(400)
    }
    const answer = await change(user, { current: testPassword, next: nextPassword })
    expect(answer).toMatchObject(refusal('TOO_MANY_ATTEMPTS'))
    expect(answer.headers['retry-after']).toBe('60')
    expect(await signInStatus(user, testPassword)).toBe(401)
    expect(await statusOf(user)).toBe(200)
  })

  test('many at once are answered, whatever the number of connections, and one of them counts', async () => {
    const user = await newClient()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        change(user, { current: testPassword, next: `${nextPassword} ${index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const { status } of answers) expect([204, 400, 409, 429]).toContain(status)
  })

  test('is set once when the request is repeated, and no plain hash of it is stored', async () => {
    const user = await newClient()
    const headers = { 'idempotency-key': `password-${user.id}` }
    const body = { current: testPassword, next: nextPassword }
    expect((await change(user, body, headers)).status).toBe(204)
    expect((await change(user, body, headers)).status).toBe(204)
    expect(await auditOf(user)).toHaveLength(1)
    const { createHash } = await import('node:crypto')
    const plain = createHash('sha256')
      .update(JSON.stringify(['/api/rest/user/password', body]))
      .digest()
    const { rows } = await sql('select body_hash from idempotency_keys where user_id = $1', [user.id])
    expect(rows).toHaveLength(1)
    expect(plain.equals(rows[0]?.['body_hash'] as Buffer)).toBe(false)
  })
})

describe('the own sessions', () => {
  test('are listed while they live, newest first, with where they came from', async () => {
    const user = await newClient()
    const visitor = newVisitor(world().server, '198.51.100.20')
    await visitor.signIn(user.email, testPassword)
    await sql(
      `insert into sessions (id, user_id, token_hash, expires_at) values (gen_random_uuid(), $1, $2, now() - interval '1 second')`,
      [user.id, Buffer.from(user.id)],
    )
    const { body } = await send(user, listOwnSessions)
    expect(body).toEqual([
      expect.objectContaining({ ip: '198.51.100.20', userAgent: 'lightMyRequest', current: false }) as object,
      { id: user.sessionId, at: expect.stringMatching(/Z$/) as string, ip: null, userAgent: null, current: true },
    ])
  })

  test('are ended one at a time, at once, with a record', async () => {
    const user = await newClient()
    const visitor = newVisitor(world().server)
    await visitor.signIn(user.email, testPassword)
    const sessionId = (await send(user, listOwnSessions)).body.find(({ current }) => !current)?.id as string
    expect((await send(user, endOwnSession, { params: { sessionId } })).status).toBe(204)
    expect((await visitor.get('/api/auth/session')).text).toBe('{}')
    expect((await visitor.refresh()).status).toBe(403)
    expect((await send(user, listOwnSessions)).body).toHaveLength(1)
    expect((await send(user, endOwnSession, { params: { sessionId } })).status).toBe(404)
    expect(await auditOf(user)).toMatchObject([
      { action: 'account.sessionEnded', target: { type: 'session', id: sessionId } },
    ])
  })

  test('can be ended from within the same session', async () => {
    const user = await newClient()
    expect((await send(user, endOwnSession, { params: { sessionId: user.sessionId } })).status).toBe(204)
    expect(await statusOf(user)).toBe(401)
  })

  test('are ended all but the one that asks, with how many they were', async () => {
    const user = await newClient()
    const visitors = [newVisitor(world().server), newVisitor(world().server)]
    for (const visitor of visitors) await visitor.signIn(user.email, testPassword)
    expect(await send(user, endOtherSessions)).toMatchObject({ status: 200, body: { ended: 2 } })
    for (const visitor of visitors) expect((await visitor.get('/api/auth/session')).text).toBe('{}')
    expect((await send(user, listOwnSessions)).body).toMatchObject([{ current: true }])
    expect((await send(user, endOtherSessions)).body).toEqual({ ended: 0 })
    expect(await auditOf(user)).toMatchObject([{ action: 'account.sessionsEnded', after: { sessionsEnded: 2 } }])
  })

  test('of another user return 404, even within the company', async () => {
    const user = await newClient()
    const colleague = await newUser('client', user.company)
    const answer = await send(user, endOwnSession, { params: { sessionId: colleague.sessionId } })
    expect(answer).toMatchObject(refusal('NOT_FOUND'))
    expect(await statusOf(colleague)).toBe(200)
    expect((await send(user, listOwnSessions)).body.map(({ id }) => id)).not.toContain(colleague.sessionId)
  })
})

test('the last sign-ins tell who came in and who was turned away, of the own account only', async () => {
  const user = await newClient()
  const colleague = await newUser('client', user.company)
  await newVisitor(world().server, '198.51.100.30').signIn(user.email, testPassword)
  await newVisitor(world().server, '198.51.100.31').signIn(user.email, 'not the password')
  await newVisitor(world().server, '198.51.100.32').signIn(colleague.email, testPassword)
  await sql(`insert into sign_ins (email, user_id, result, reason) values ($1, $2, 'challenged', 'TotpRequired')`, [
    user.email,
    user.id,
  ])
  const { body } = await send(user, listOwnSignIns)
  expect(body).toMatchObject([
    { result: 'refused', method: 'password', ip: '198.51.100.31' },
    { result: 'ok', method: 'password', ip: '198.51.100.30', userAgent: 'lightMyRequest' },
  ])
})

describe('preferences', () => {
  const wanted = { mail: 'weekly', severities: ['Critical', 'High'], sources: ['Domain', 'APK'] } as const
  test('include no email by default', async () => {
    expect((await send(await newClient(), getPreferences)).body).toEqual(defaultPreferences)
  })

  test('are kept for the person alone, replaced as a whole and on record', async () => {
    const user = await newClient()
    const colleague = await newUser('client', user.company)
    expect(await put(user, wanted)).toMatchObject({ status: 200, body: wanted })
    expect((await send(user, getPreferences)).body).toEqual({ ...wanted, portal: {} })
    expect((await send(colleague, getPreferences)).body).toEqual(defaultPreferences)
    const silent = { mail: 'off', severities: [], sources: [] }
    await put(user, silent)
    expect((await send(user, getPreferences)).body).toEqual({ ...silent, portal: {} })
    expect(await auditOf(user)).toMatchObject([
      { action: 'account.preferencesChanged', before: wanted, after: silent },
      { before: silent, after: wanted },
    ])
  })

  test('hold how the portal is set up, each setting kept until it is set again', async () => {
    const user = await newClient()
    const columns = { threats: [{ key: 'severity' }, { key: 'title', width: 320 }] }
    await put(user, wanted)
    await put(user, { portal: { density: 'compact', keys: { takedown: 'x' } } })
    const answer = await put(user, { portal: { columns, keys: {}, defaultSource: null } })
    const portal = { density: 'compact', keys: {}, columns, defaultSource: null }
    expect(answer).toMatchObject({ status: 200, body: { ...wanted, portal } })
    const silent = { mail: 'off', severities: [], sources: [] }
    expect((await put(user, silent)).body).toEqual({ ...silent, portal })
    expect((await auditOf(user))[1]).toMatchObject({
      before: { portal: { keys: { takedown: 'x' } } },
      after: { portal: { columns, keys: {}, defaultSource: null } },
    })
  })

  test('may begin with the portal, and then ask for no mail', async () => {
    const user = await newClient()
    expect((await put(user, { portal: { keysOff: true } })).body).toEqual({
      ...defaultPreferences,
      portal: { keysOff: true },
    })
  })

  test.each([
    {},
    { ...wanted, portal: { colour: 'green' } },
    { portal: { density: 'tiny' } },
    { portal: { keys: { takedown: '' } } },
    { portal: { keys: { 'take down': 't' } } },
    { portal: { keys: Object.fromEntries(Array.from({ length: 81 }, (_, index) => [`a${index}`, 'x'])) } },
    { portal: { columns: { threats: [{ key: 'title', width: 5000 }] } } },
    { portal: { columns: { threats: Array.from({ length: 41 }, (_, index) => ({ key: `c${index}` })) } } },
    { portal: { defaultSource: 'Fax' } },
    { portal: { defaultRange: 31 } },
    { mail: 'daily', portal: {} },
    { ...wanted, mail: 'hourly' },
    { ...wanted, severities: ['Severe'] },
    { ...wanted, severities: ['High', 'High'] },
    { ...wanted, sources: ['Fax'] },
    { ...wanted, more: true },
    { mail: 'daily' },
  ])('are refused when they are %j', async (body) => {
    const user = await newClient()
    expect(await put(user, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect((await send(user, getPreferences)).body).toEqual(defaultPreferences)
  })

  test.each([
    [{ portal: { keys: { 'take down': 't' } } }, 'body.portal.keys.take down', 'NOT_A_NAME'],
    [{ portal: { keys: { ['x'.repeat(99)]: 't' } } }, `body.portal.keys.${'x'.repeat(99)}`, 'TEXT_TOO_LONG'],
  ] as const)('say what is wrong with the name of a setting: %j', async (body, path, reason) => {
    expect(await put(await newClient(), body)).toMatchObject(refusal(reason, path))
  })
})

test('work on the account goes back to the role of company work, which sees no person', async () => {
  const company = await newCompany()
  const reading = world().database.withIdentity([company.id], async (tx, identity) => {
    await identity((own) => own.selectFrom('users').select('id').limit(1).execute())
    await tx.selectFrom('threats').select('id').execute()
    return tx.selectFrom('users').select('id').execute()
  })
  await expect(reading).rejects.toThrow(/permission denied for table users/)
  const looking = world().database.withIdentity([company.id], (_tx, identity) =>
    identity((own) => own.selectFrom('threats').select('id').execute()),
  )
  await expect(looking).rejects.toThrow(/permission denied for table threats/)
})
