import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getClientInfo } from '@signet/contract/companies/companies'
import { archiveCompany } from '@signet/contract/companies/onboarding'
import { clientRoles, roles, type Role } from '@signet/contract/access/permissions'
import type { ErrorReason } from '@signet/contract/errors/errors'
import {
  addUser,
  changeUser,
  disableUser,
  enableUser,
  endSessions,
  getUser,
  listUsers,
  resendInvite,
  resetFactor,
  type UserState,
} from '@signet/contract/access/users'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, refusal, send, testPassword, useWorld, type TestCompany } from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'
import type { Actor, IdentityContext } from '../../app/context.ts'
import { mayHaveAdminCompanies, mayManage } from '../identity/user-rules.ts'
import { changeLockedUser } from './change-user.ts'
import { refuseScope } from './check-scope.ts'

const world = useWorld()

const manager = async (home?: TestCompany) => newUser('superAdmin', home ?? (await newCompany()))
const of = (user: { id: string }) => ({ userId: user.id })
let counter = 0
const newEmail = () => `invited-${(counter += 1)}@test.example`

async function mailsTo(address: string) {
  const { rows } = await world().database.pool.query<{ text: string; template: string; company_id: number }>(
    'select text, template, company_id from mails where to_address = $1 order by created_at',
    [address],
  )
  return rows
}
async function openTokens(userId: string): Promise<number> {
  const { rows } = await world().database.pool.query<{ count: number }>(
    'select count(*)::int as count from user_tokens where user_id = $1 and used_at is null',
    [userId],
  )
  return rows[0]?.count as number
}

describe('an invited person', () => {
  test('gets one email with a link, is recorded in their company, and cannot sign in with any password', async () => {
    const user = await manager()
    const company = await newCompany()
    const email = newEmail()
    const made = await send(user, addUser, {
      body: { name: 'Iris Umber', email: email.toUpperCase(), role: 'client', company: company.key },
    })
    expect(made).toMatchObject({
      status: 201,
      body: { email, role: 'client', company: company.key, adminCompanies: [], isActive: true, isInvited: true },
    })
    const mails = await mailsTo(email)
    expect(mails).toMatchObject([{ template: 'invitation', company_id: company.id }])
    expect(mails[0]?.text).toMatch(/http:\/\/\S+\/auth\/reset\?token=[\w-]{43}/)
    expect(mails[0]?.text).toContain('Iris Umber')
    expect(await openTokens(made.body.id)).toBe(1)

    const visitor = newVisitor(world().server)
    for (const password of ['', 'A'.repeat(43), testPassword])
      expect((await visitor.signIn(email, password)).status).toBe(401)

    const trail = await send(user, listAudit, { query: { company: company.key } })
    expect(trail.body.items).toMatchObject([
      { action: 'user.invited', by: user.email, target: { type: 'user', id: made.body.id }, after: { email } },
    ])
    expect(JSON.stringify(trail.body)).not.toMatch(/token|argon2/)
  })

  test('can be invited again, which invalidates the earlier link; a user with a password cannot', async () => {
    const user = await manager()
    const email = newEmail()
    const body = { name: 'X', email, role: 'qa' as const, company: user.company.key, adminCompanies: [] }
    const { id } = (await send(user, addUser, { body })).body
    expect((await send(user, resendInvite, { params: { userId: id } })).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(2)
    expect(await openTokens(id)).toBe(1)
    const settled = await newUser('client', user.company)
    expect(await send(user, resendInvite, { params: of(settled) })).toMatchObject(refusal('INVITATION_ACCEPTED'))
  })

  test('has a mail address of their own, whatever its case', async () => {
    const user = await manager()
    const body = { name: 'X', email: user.email.toUpperCase(), role: 'client' as const, company: user.company.key }
    expect(await send(user, addUser, { body })).toMatchObject(refusal('ADDRESS_TAKEN', 'body.email'))
  })

  test.each<[string, ErrorReason, object]>([
    ['body.email', 'NOT_A_MAIL_ADDRESS', { email: 'nobody' }],
    ['body.email', 'NOT_A_MAIL_ADDRESS', { email: 'a@b.example, c@d.example' }],
    ['body.email', 'NOT_A_MAIL_ADDRESS', { email: 'ada@localhost' }],
    ['body.email', 'NOT_A_MAIL_ADDRESS', { email: 'ada..b@bank.example' }],
    ['body.email', 'NOT_ONE_LINE', { email: 'a@b.example\r\nbcc: c@d.example' }],
    ['body.role', 'NOT_AN_OPTION', { role: 'owner' }],
    ['body.name', 'TEXT_TOO_SHORT', { name: '' }],
    ['body.password', 'UNKNOWN_FIELD', { password: testPassword }],
    ['body.isActive', 'UNKNOWN_FIELD', { isActive: true }],
  ])('is refused by the name of what is wrong: %s is %s in %j', async (path, reason, more) => {
    const user = await manager()
    const body = { name: 'X', email: newEmail(), role: 'client', company: user.company.key, ...more }
    expect(await send(user, addUser, { body })).toMatchObject(refusal(reason, path))
  })

  test('of one company has no others, and no user can be added to an archived or missing company', async () => {
    const user = await manager()
    const [other, archived] = [await newCompany(), await newCompany()]
    await send(user, archiveCompany, { params: { company: archived.key }, body: {} })
    const invite = (more: object) =>
      send(user, addUser, {
        body: { name: 'X', email: newEmail(), role: 'client', company: user.company.key, ...more },
      })
    for (const role of ['client', 'clientPeeker'])
      expect(await invite({ role, adminCompanies: [other.key] })).toMatchObject(
        refusal('ONE_COMPANY_ONLY', 'body.adminCompanies'),
      )
    for (const adminCompanies of [[archived.key], ['no-such-company']])
      expect((await invite({ role: 'admin', adminCompanies })).body.code).toBe('COMPANY_NOT_FOUND')
    expect((await invite({ company: archived.key })).body.code).toBe('COMPANY_NOT_FOUND')
    const good = await invite({ role: 'admin', adminCompanies: [other.key, other.key] })
    expect(good.body.adminCompanies).toEqual([other.key])
  })
})

describe('a change of a person', () => {
  test('of role or companies ends their sessions at once and is recorded with before and after', async () => {
    const user = await manager()
    const [home, next] = [await newCompany(), await newCompany()]
    const person = await newUser('admin', home, [next])
    const changed = await send(user, changeUser, {
      params: of(person),
      body: { role: 'client', company: next.key, adminCompanies: [], version: 1 },
    })
    expect(changed.body).toMatchObject({ role: 'client', company: next.key, adminCompanies: [], version: 2 })
    expect((await send(person, getClientInfo)).status).toBe(401)
    for (const company of [home, next]) {
      const { body } = await send(user, listAudit, { query: { company: company.key } })
      expect(body.items).toMatchObject([
        {
          action: 'user.changed',
          company: company.key,
          before: { role: 'admin', company: home.key, adminCompanies: [next.key] },
          after: { role: 'client', company: next.key, adminCompanies: [] },
        },
      ])
    }
  })

  test('of the name alone leaves their sessions open', async () => {
    const user = await manager()
    const person = await newUser('client', user.company)
    const changed = await send(user, changeUser, { params: of(person), body: { name: 'Renamed', version: 1 } })
    expect(changed.body.name).toBe('Renamed')
    expect((await send(person, getClientInfo)).status).toBe(200)
  })

  test('to a role of one company needs the further companies taken away in the same call', async () => {
    const user = await manager()
    const person = await newUser('admin', user.company, [await newCompany()])
    const refused = await send(user, changeUser, { params: of(person), body: { role: 'client', version: 1 } })
    expect(refused).toMatchObject(refusal('ONE_COMPANY_ONLY', 'body.adminCompanies'))
  })

  test('of an older version is a conflict', async () => {
    const user = await manager()
    const person = await newUser('client', user.company)
    await send(user, changeUser, { params: of(person), body: { name: 'First', version: 1 } })
    const late = await send(user, changeUser, { params: of(person), body: { name: 'Second', version: 1 } })
    expect(late).toMatchObject(refusal('STALE_VERSION'))
    expect((await send(user, getUser, { params: of(person) })).body.name).toBe('First')
  })
})

test('users cannot change their own role or companies, disable themselves or reset their own factor, only their name', async () => {
  const user = await manager()
  await manager()
  const other = await newCompany()
  const params = of(user)
  const refused = [
    await send(user, changeUser, { params, body: { role: 'admin', version: 1 } }),
    await send(user, changeUser, { params, body: { adminCompanies: [other.key], version: 1 } }),
    await send(user, changeUser, { params, body: { company: other.key, version: 1 } }),
    await send(user, disableUser, { params }),
    await send(user, resetFactor, { params }),
  ]
  expect(refused).toMatchObject(refused.map(() => refusal('OWN_ACCOUNT')))
  expect((await send(user, changeUser, { params, body: { name: 'Me', version: 1 } })).status).toBe(200)
})

describe('a disabled user', () => {
  test('is signed out at once, cannot sign in, and can again when enabled, without the old sessions', async () => {
    const user = await manager()
    const person = await newUser('client', user.company)
    expect((await send(user, disableUser, { params: of(person) })).body.isActive).toBe(false)
    expect((await send(person, getClientInfo)).status).toBe(401)
    const visitor = newVisitor(world().server)
    expect((await visitor.signIn(person.email, testPassword)).status).toBe(401)
    expect((await send(user, disableUser, { params: of(person) })).status).toBe(200)
    expect((await send(user, enableUser, { params: of(person) })).body.isActive).toBe(true)
    expect((await send(person, getClientInfo)).status).toBe(401)
    expect((await visitor.signIn(person.email, testPassword)).status).toBe(200)
    const { rows } = await world().database.pool.query(
      'select action from audit where target_id = $1 order by at, id',
      [person.id],
    )
    expect(rows).toEqual([{ action: 'user.disabled' }, { action: 'user.enabled' }])
  })

  test('cannot be invited, and an open invitation is worthless', async () => {
    const user = await manager()
    const body = { name: 'X', email: newEmail(), role: 'client' as const, company: user.company.key }
    const { id } = (await send(user, addUser, { body })).body
    await send(user, disableUser, { params: { userId: id } })
    expect(await openTokens(id)).toBe(0)
    expect(await send(user, resendInvite, { params: { userId: id } })).toMatchObject(refusal('SIGN_IN_DISABLED'))
  })
})

test('a reset of the second factors removes them, ends the sessions and is recorded', async () => {
  const user = await manager()
  const person = await newUser('client', user.company)
  await world().database.pool.query(
    `insert into totp_factors (user_id, secret, confirmed_at) values ($1, '\\x00', now())`,
    [person.id],
  )
  expect((await send(user, getUser, { params: of(person) })).body.mfa.totp).toBe(true)
  expect((await send(user, resetFactor, { params: of(person) })).body.mfa).toEqual({ totp: false, passkeys: 0 })
  expect((await send(person, getClientInfo)).status).toBe(401)
  const trail = await send(user, listAudit, { query: { company: user.company.key } })
  expect(trail.body.items[0]).toMatchObject({ action: 'user.factorReset', before: { hasTotp: true } })
})

test('the sessions of a person end at once, and the person may sign in again', async () => {
  const user = await manager()
  const person = await newUser('clientPeeker', user.company)
  expect((await send(user, endSessions, { params: of(person) })).status).toBe(200)
  expect((await send(person, getClientInfo)).status).toBe(401)
  expect((await newVisitor(world().server).signIn(person.email, testPassword)).status).toBe(200)
})

test('returns 404 for an unknown id', async () => {
  const user = await manager()
  const params = { userId: randomUUID() }
  for (const route of [getUser, disableUser, enableUser, resetFactor, endSessions, resendInvite])
    expect((await send(user, route, { params })).status).toBe(404)
})

describe('the list of people', () => {
  test('lists users of the selected companies, by role and by name or address', async () => {
    const [home, other] = [await newCompany(), await newCompany()]
    const user = await manager(home)
    const admin = await newUser('admin', home, [other])
    const client = await newUser('client', other)
    const emails = async (query: object) =>
      (await send(user, listUsers, { query })).body.items.map(({ email }) => email).toSorted()
    expect(await emails({ company: [other.key] })).toEqual([admin.email, client.email].toSorted())
    expect(await emails({ company: [home.key, other.key] })).toEqual([user.email, admin.email, client.email].toSorted())
    expect(await emails({ company: [home.key], role: ['admin', 'qa'] })).toEqual([admin.email])
    expect(await emails({ searchQuery: client.email.toUpperCase() })).toEqual([client.email])
    expect(await emails({ searchQuery: '%' })).toEqual([])
    const all = await send(user, listUsers, {
      query: { company: [home.key, other.key], limit: 2, sortField: 'lastSignIn' },
    })
    expect(all.body).toMatchObject({ total: 3, pageNumber: 1, limit: 2 })
    expect(JSON.stringify(all.body)).not.toContain('argon2')
  })
})

/** Two superAdmins and no other users with that role. */
async function onlyTwo() {
  await world().database.pool.query(`update users set is_active = false where role = 'superAdmin'`)
  return [await manager(), await manager()] as const
}
async function left(): Promise<number> {
  const { rows } = await world().database.pool.query<{ left: number }>(
    `select count(*)::int as left from users where role = 'superAdmin' and is_active`,
  )
  return rows[0]?.left as number
}

describe('the last superAdmin who can sign in', () => {
  test.each(['disable', 'demote'] as const)('is there also when two %s each other at the same instant', async (how) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = await onlyTwo()
      const take = (by: typeof one, subject: typeof one) =>
        how === 'disable'
          ? send(by, disableUser, { params: of(subject) })
          : send(by, changeUser, { params: of(subject), body: { role: 'admin', version: 1 } })
      const answers = await Promise.all([take(one, two), take(two, one)])
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(1)
      // Unless the other one was already signed out.
      expect(['LAST_SUPER_ADMIN', 'UNAUTHENTICATED']).toContain(refused[0]?.body.reason)
      expect(await left()).toBe(1)
    }
  })

  test('does not count who belongs to an archived company', async () => {
    const [one, two] = await onlyTwo()
    await world().database.pool.query('update companies set is_active = false where id = $1', [two.company.id])
    const third = await manager()
    await send(third, disableUser, { params: of(one) })
    expect(await left()).toBe(2)
    // `two` belongs to an archived company and doesn't count, so disabling it doesn't remove the last superAdmin.
    expect((await send(third, disableUser, { params: of(two) })).status).toBe(200)
    expect(await left()).toBe(1)
  })
})

describe('managing users', () => {
  test('only a superAdmin can manage users', () => {
    for (const actor of roles)
      for (const subject of roles) expect(mayManage(actor, subject), `${actor} ${subject}`).toBe(actor === 'superAdmin')
  })

  test('nobody grants or changes rights above their own, even where the access table lets them in', async () => {
    const admin = await newUser('admin', await newCompany())
    const actor = { role: 'admin' } as Actor
    expect(() => refuseScope(actor, 'superAdmin', [])).toThrow(expect.objectContaining({ reason: 'ROLE_TOO_HIGH' }))
    const context = { actor, identity: world().database.inIdentity } as unknown as IdentityContext
    const changing = changeLockedUser(context, admin.id, () => expect.fail('changed'))
    await expect(changing).rejects.toMatchObject({ reason: 'ACCOUNT_TOO_HIGH' })
  })

  test('an identity provider makes clients and client peekers only, and they have one company', () => {
    expect(clientRoles).toEqual(['client', 'clientPeeker'])
    expect(roles.filter((role: Role) => !mayHaveAdminCompanies(role))).toEqual(['client', 'clientPeeker'])
  })
})

test('people are found by whether they may sign in', async () => {
  const user = await manager()
  const company = await newCompany()
  const active = await newUser('client', company)
  const disabled = await newUser('client', company)
  await send(user, disableUser, { params: of(disabled) })
  const email = newEmail()
  await send(user, addUser, { body: { name: 'Iris', email, role: 'client', company: company.key } })
  const found = async (...state: UserState[]) =>
    (await send(user, listUsers, { query: { company: [company.key], state } })).body.items.map((one) => one.email)
  expect(await found('active')).toEqual([active.email])
  expect(await found('disabled')).toEqual([disabled.email])
  expect(await found('invited')).toEqual([email])
  expect(await found('disabled', 'invited')).toHaveLength(2)
})

test('a mail address that is taken is refused by the name of its field', async () => {
  const user = await manager()
  const company = await newCompany()
  const { email } = await newUser('client', company)
  const refused = await send(user, addUser, { body: { name: 'Iris', email, role: 'client', company: company.key } })
  expect(refused).toMatchObject(refusal('ADDRESS_TAKEN', 'body.email'))
})
