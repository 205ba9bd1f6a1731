import { describe, expect, test } from 'vitest'
import { getUserDetails } from '@signet/contract/access/account'
import { listAudit } from '@signet/contract/operation/audit'
import {
  addPasskey,
  confirmTotp,
  listPasskeys,
  passkeyAssertion,
  passkeyOptions,
  removePasskey,
  removeTotp,
  startTotp,
} from '@signet/contract/access/factors'
import { withAuthenticatorApp } from '../../../test/outside/authenticator-app.ts'
import { codeOf, SoftAuthenticator } from '../../../test/outside/authenticator.ts'
import { newCompany, newUser, refusal, send, testPassword, useWorld, type TestUser } from '../../../test/harness.ts'
import type { IdentityContext } from '../../app/context.ts'
import type { AppError } from '../../errors.ts'
import { assertFreshFactor, type FreshFactor } from '../factors/fresh-factor.ts'

const world = useWorld()
// The origin that the tests' requests are sent to.
const origin = 'http://localhost'

const newClient = async () => newUser('client', await newCompany())

async function withTotp(): Promise<{ user: TestUser; secret: string; recoveryCodes: string[] }> {
  const user = await newClient()
  return { user, ...(await withAuthenticatorApp(user)) }
}

async function withPasskey(): Promise<{ user: TestUser; key: SoftAuthenticator; passkeyId: string }> {
  const user = await newClient()
  const key = new SoftAuthenticator()
  const { body: options } = await send(user, passkeyOptions)
  const added = await send(user, addPasskey, { body: { ...key.create(options, origin), name: 'My laptop' } })
  expect(added.status).toBe(201)
  return { user, key, passkeyId: added.body.id }
}

async function actionsOf(user: TestUser): Promise<string[]> {
  const auditor = await newUser('superAdmin', user.company)
  const { body } = await send(auditor, listAudit, { query: { company: user.company.key, target: user.id } })
  return body.items.map(({ action }) => action)
}

/** Makes a call that requires a recently confirmed factor. */
async function confirmFresh(user: TestUser, factor: FreshFactor): Promise<string> {
  const traces: Parameters<IdentityContext['recordAfterRefusal']>[0][] = []
  try {
    await world().database.withIdentity([user.company.id], (tx, identity) =>
      assertFreshFactor(
        {
          tx,
          actor: { userId: user.id, email: user.email, name: 'x', role: user.role },
          company: user.company,
          // A separate address per user, because wrong codes also count for the address.
          ip: `192.0.2.${user.id}`,
          requestId: crypto.randomUUID(),
          installation: { origin, factorKey: world().keys.sealing, breachedPasswords: null, mailFrom: null },
          identity,
          recordAfterRefusal: (trace: (typeof traces)[0]) => traces.push(trace),
        } as unknown as IdentityContext,
        factor,
      ),
    )
    return 'ok'
  } catch (error) {
    return (error as AppError).reason
  } finally {
    for (const trace of traces) await world().database.inIdentity(trace)
  }
}

describe('one-time codes', () => {
  test('are in force once the first code arrived; the recovery codes are shown then and never again', async () => {
    const user = await newClient()
    const started = await send(user, startTotp)
    expect(started.body.secret).toMatch(/^[A-Z2-7]{32,}$/)
    expect(started.body.uri).toBe(
      `otpauth://totp/Signet:${encodeURIComponent(user.email)}?secret=${started.body.secret}&issuer=Signet`,
    )
    expect((await send(user, getUserDetails)).body.mfa).toEqual({ totp: false, passkeys: 0 })
    const wrong = await send(user, confirmTotp, { body: { code: '12345' } })
    expect(wrong).toMatchObject(refusal('NEW_CODE_WRONG', 'body.code'))

    const confirmed = await send(user, confirmTotp, { body: { code: codeOf(started.body.secret) } })
    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    for (const code of confirmed.body.recoveryCodes) expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect((await send(user, getUserDetails)).body.mfa).toEqual({ totp: true, passkeys: 0 })
    expect(await send(user, startTotp)).toMatchObject(refusal('TOTP_IN_USE'))
    expect(await actionsOf(user)).toContain('factor.totpAdded')
  })

  test('are kept so that a copy of the database gives away neither the secret nor a recovery code', async () => {
    const { secret, recoveryCodes } = await withTotp()
    const { rows } = await world().database.pool.query<{ dump: string }>(
      `select concat((select json_agg(t) from totp_factors t), (select json_agg(r) from recovery_codes r),
        (select string_agg(encode(secret, 'escape'), ' ') from totp_factors)) as dump`,
    )
    for (const word of [secret, ...recoveryCodes]) expect(rows[0]?.dump).not.toContain(word)
  })

  test('are given up with the password and a code, and the recovery codes go with them', async () => {
    const { user, secret, recoveryCodes } = await withTotp()
    const [first, second] = recoveryCodes as [string, string]
    const give = (password: string, code: string) => send(user, removeTotp, { body: { password, code } })
    expect(await give('not the password', codeOf(secret, 1))).toMatchObject(refusal('PASSWORD_WRONG', 'body.password'))
    expect(await give(testPassword, '000000')).toMatchObject(refusal('CODE_WRONG', 'body.code'))
    expect((await give(testPassword, first.toUpperCase())).status).toBe(204)
    expect((await send(user, getUserDetails)).body.mfa.totp).toBe(false)
    expect(await confirmFresh(user, { totp: second })).toBe('CODE_WRONG')
    expect((await give(testPassword, second)).status).toBe(404)
    expect(await actionsOf(user)).toContain('factor.totpRemoved')
  })
})

describe('a fresh second factor', () => {
  test('is a code that was not used before, also not by another request at the same moment', async () => {
    const { user, secret } = await withTotp()
    const code = codeOf(secret)
    const results = await Promise.all([1, 2, 3].map(() => confirmFresh(user, { totp: code })))
    expect(results.toSorted()).toEqual(['CODE_WRONG', 'CODE_WRONG', 'ok'])
    expect(await confirmFresh(user, { totp: codeOf(secret, -1) })).toBe('CODE_WRONG')
    expect(await confirmFresh(user, { totp: codeOf(secret, 1) })).toBe('ok')
    expect(await confirmFresh(user, {})).toBe('FACTOR_NEEDED')
  })

  test('can be a recovery code, once, which is recorded', async () => {
    const { user, recoveryCodes } = await withTotp()
    const stranger = await withTotp()
    const [code] = recoveryCodes as [string]
    expect(await confirmFresh(stranger.user, { totp: code })).toBe('CODE_WRONG')
    expect(await confirmFresh(user, { totp: ` ${code.replaceAll('-', ' ')} ` })).toBe('ok')
    expect(await confirmFresh(user, { totp: code })).toBe('CODE_WRONG')
    expect(await actionsOf(user)).toContain('factor.recoveryCodeUsed')
  })

  test('is locked for a while after five wrong codes', async () => {
    const { user, secret } = await withTotp()
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect(await confirmFresh(user, { totp: '000000' })).toBe('CODE_WRONG')
    expect(await confirmFresh(user, { totp: codeOf(secret) })).toBe('TOO_MANY_ATTEMPTS')
    await world().database.pool.query(`update sign_ins set at = at - interval '61 seconds' where email = $1`, [
      user.email,
    ])
    expect(await confirmFresh(user, { totp: codeOf(secret) })).toBe('ok')
  })

  test('is what a passkey of the user signed for this very question, once', async () => {
    const { user, key } = await withPasskey()
    const stranger = await withPasskey()
    const { body: options } = await send(user, passkeyAssertion)
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options['allowCredentials']).toHaveLength(1)
    expect(await confirmFresh(user, { passkey: stranger.key.get(options, origin) })).toBe('PASSKEY_WRONG')
    const assertion = key.get(options, origin)
    expect(await confirmFresh(stranger.user, { passkey: assertion })).toBe('PASSKEY_WRONG')
    expect(await confirmFresh(user, { passkey: assertion })).toBe('ok')
    expect(await confirmFresh(user, { passkey: assertion })).toBe('PASSKEY_WRONG')
  })

  test('of a passkey counts for no other origin, no made-up and no old question', async () => {
    const { user, key } = await withPasskey()
    const ask = async () => (await send(user, passkeyAssertion)).body
    expect(await confirmFresh(user, { passkey: key.get(await ask(), 'http://evil.example') })).toBe('PASSKEY_WRONG')
    expect(await confirmFresh(user, { passkey: key.get({ challenge: 'bWFkZS11cA' }, origin) })).toBe('PASSKEY_WRONG')
    const old = await ask()
    await world().database.pool.query(`update passkey_challenges set expires_at = now() where user_id = $1`, [user.id])
    expect(await confirmFresh(user, { passkey: key.get(old, origin) })).toBe('PASSKEY_WRONG')
  })

  test('of a passkey whose counter does not move on is refused: there is a copy of it', async () => {
    const { user, key } = await withPasskey()
    const ask = async () => (await send(user, passkeyAssertion)).body
    expect(await confirmFresh(user, { passkey: key.get(await ask(), origin, 5) })).toBe('ok')
    expect(await confirmFresh(user, { passkey: key.get(await ask(), origin, 5) })).toBe('PASSKEY_WRONG')
    expect(await confirmFresh(user, { passkey: key.get(await ask(), origin, 6) })).toBe('ok')
  })
})

const add = (by: TestUser, made: object) => send(by, addPasskey, { body: made })

describe('passkeys', () => {
  test('are made, listed and removed, each on record', async () => {
    const { user, passkeyId } = await withPasskey()
    expect((await send(user, listPasskeys)).body).toEqual([
      {
        id: passkeyId,
        name: 'My laptop',
        createdAt: expect.stringMatching(/Z$/) as string,
        lastUsedAt: null,
      },
    ])
    expect((await send(user, getUserDetails)).body.mfa).toEqual({ totp: false, passkeys: 1 })
    const stranger = await newClient()
    expect((await send(stranger, removePasskey, { params: { passkeyId } })).status).toBe(404)
    expect((await send(user, removePasskey, { params: { passkeyId } })).status).toBe(204)
    expect((await send(user, listPasskeys)).body).toEqual([])
    expect(await actionsOf(user)).toEqual(expect.arrayContaining(['factor.passkeyAdded', 'factor.passkeyRemoved']))
  })

  test('are limited to twenty for each user', async () => {
    const { user } = await withPasskey()
    await world().database.pool.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
       select gen_random_uuid(), user_id, credential_id || n, public_key, 0, '{}', name
       from passkeys, generate_series(1, 19) n where user_id = $1`,
      [user.id],
    )
    const { body: options } = await send(user, passkeyOptions)
    const made = new SoftAuthenticator().create(options, origin)
    expect(await add(user, made)).toMatchObject(refusal('TOO_MANY_PASSKEYS'))
  })

  test('are made only with options given to the same person, and only once', async () => {
    const [user, stranger] = [await newClient(), await newClient()]
    const { body: options } = await send(user, passkeyOptions)
    const key = new SoftAuthenticator()
    const unreadable = { ...key.create(options, origin), rawId: 'not base64url!' }
    expect(await add(user, unreadable)).toMatchObject(refusal('NOT_BASE64URL', 'body.rawId'))
    const refused = refusal('PASSKEY_NOT_CHECKED')
    expect(await add(stranger, key.create(options, origin))).toMatchObject(refused)
    expect(await add(user, key.create(options, 'https://evil.example'))).toMatchObject(refused)
    expect((await add(user, key.create(options, origin))).status).toBe(201)
    expect(await add(user, new SoftAuthenticator().create(options, origin))).toMatchObject(refused)
  })
})
