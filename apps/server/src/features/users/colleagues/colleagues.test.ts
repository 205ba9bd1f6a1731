import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  disableColleague,
  enableColleague,
  invitationsPerDay,
  inviteColleague,
  listColleagues,
  resendColleagueInvite,
} from '@signet/contract/access/colleagues'
import { roles } from '@signet/contract/access/permissions'
import { addUser, getUser } from '@signet/contract/access/users'
import { getClientInfo, userLimitDefault } from '@signet/contract/companies/companies'
import { changeCompany } from '@signet/contract/companies/onboarding'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, refusal, send, useWorld, type TestUser } from '../../../../test/harness.ts'

const world = useWorld()
const sql = (text: string, values: unknown[]) => world().database.pool.query<Record<string, unknown>>(text, values)

const of = (user: { id: string }) => ({ params: { userId: user.id }, body: {} })
let counter = 0
const newAddress = () => `colleague-${(counter += 1)}@test.example`
const invite = (user: TestUser, more: object = {}) =>
  send(user, inviteColleague, { body: { name: 'Iris Umber', email: newAddress(), role: 'clientPeeker', ...more } })
const limitTo = (company: { id: number }, userLimit: number) =>
  sql(`update companies set config = jsonb_build_object('userLimit', $2::int) where id = $1`, [company.id, userLimit])

describe('the users of a company', () => {
  test('are listed with their state, without staff and users of other companies', async () => {
    const company = await newCompany()
    const client = await newUser('client', company)
    const peeker = await newUser('clientPeeker', company)
    await newUser('admin', company)
    await newUser('qa', await newCompany(), [company])
    await newUser('client', await newCompany())
    const invited = (await invite(client)).body
    await send(client, disableColleague, of(peeker))
    const { body } = await send(client, listColleagues)
    expect(body).toMatchObject({ limit: userLimitDefault, enabled: 2 })
    expect(new Map(body.users.map((user) => [user.id, user.state]))).toEqual(
      new Map([
        [client.id, 'active'],
        [invited.id, 'invited'],
        [peeker.id, 'disabled'],
      ]),
    )
    expect(body.users.at(-1)?.id).toBe(peeker.id)
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  test.each(roles.filter((role) => role !== 'client'))('are not managed by the role %s here', async (role) => {
    const user = await newUser(role, await newCompany())
    expect((await send(user, listColleagues)).status).toBe(403)
    expect((await invite(user)).status).toBe(403)
  })
})

describe('an invited colleague', () => {
  test('belongs to the company of the client, gets an email and needs a second factor', async () => {
    const client = await newUser('client', await newCompany())
    const email = newAddress()
    const { status, body } = await invite(client, { email: email.toUpperCase() })
    expect({ status, body }).toMatchObject({ status: 201, body: { email, role: 'clientPeeker', state: 'invited' } })
    const { rows } = await sql('select company_id, role, needs_factor from users where email = $1', [email])
    expect(rows).toEqual([{ company_id: client.company.id, role: 'clientPeeker', needs_factor: true }])
    const mails = await sql('select template, company_id from mails where to_address = $1', [email])
    expect(mails.rows).toEqual([{ template: 'invitation', company_id: client.company.id }])
    const auditor = await newUser('superAdmin', client.company)
    const trail = await send(auditor, listAudit, { query: { company: client.company.key } })
    expect(trail.body.items).toMatchObject([
      { action: 'user.invited', by: client.email, target: { id: body.id }, after: { email, role: 'clientPeeker' } },
    ])
  })

  test('has no role of staff and is in no other company', async () => {
    const client = await newUser('client', await newCompany())
    const other = await newCompany()
    for (const role of roles.filter((each) => !each.startsWith('client')))
      expect(await invite(client, { role })).toMatchObject(refusal('NOT_AN_OPTION', 'body.role'))
    expect((await invite(client, { company: other.key })).status).toBe(404)
    expect(await invite(client, { adminCompanies: [other.key] })).toMatchObject(
      refusal('UNKNOWN_FIELD', 'body.adminCompanies'),
    )
  })

  test('has an address that nobody uses, in whichever company', async () => {
    const client = await newUser('client', await newCompany())
    const { email } = await newUser('admin', await newCompany())
    expect(await invite(client, { email })).toMatchObject(refusal('ADDRESS_TAKEN', 'body.email'))
  })

  test('can be invited again until they have a password, but not while disabled', async () => {
    const client = await newUser('client', await newCompany())
    const invited = (await invite(client)).body
    expect((await send(client, resendColleagueInvite, of(invited))).status).toBe(200)
    const { rows } = await sql('select count(*)::int as open from user_tokens where user_id = $1', [invited.id])
    expect(rows).toEqual([{ open: 1 }])
    await send(client, disableColleague, of(invited))
    expect(await send(client, resendColleagueInvite, of(invited))).toMatchObject(refusal('SIGN_IN_DISABLED'))
    const settled = await newUser('clientPeeker', client.company)
    expect(await send(client, resendColleagueInvite, of(settled))).toMatchObject(refusal('INVITATION_ACCEPTED'))
  })

  test('says what is known about its email, of the latest one', async () => {
    const client = await newUser('client', await newCompany())
    const staff = await newUser('superAdmin', client.company)
    const invited = (await invite(client)).body
    expect(invited.invitation?.state).toBe('queued')
    const read = async () => {
      const { body } = await send(client, listColleagues)
      const { body: shown } = await send(staff, getUser, { params: { userId: invited.id } })
      const invitation = body.users.find(({ id }) => id === invited.id)?.invitation
      expect(shown.invitation).toEqual(invitation)
      return invitation
    }
    const settle = (state: string, error: object | null = null) =>
      sql(`update mails set state = $2, error = $3, ended_at = now() where to_address = $1`, [
        invited.email,
        state,
        error && JSON.stringify(error),
      ])
    await settle('failed', { reason: 'MAIL_DAILY_LIMIT', parameters: {} })
    expect(await read()).toMatchObject({ state: 'refused', reason: { reason: 'MAIL_DAILY_LIMIT' } })
    expect((await send(client, resendColleagueInvite, of(invited))).body.invitation?.state).toBe('queued')
    await settle('sent')
    expect(await read()).toMatchObject({ state: 'accepted' })
    await sql(`update users set password_hash = 'x' where id = $1`, [invited.id])
    expect(await read()).toBeUndefined()
    await sql(`update users set password_hash = (select password_hash from users where id = $2) where id = $1`, [
      invited.id,
      (await invite(client)).body.id,
    ])
    await sql('delete from mails where to_address = $1', [invited.email])
    expect(await read()).toBeUndefined()
  })

  test('is one of a limited number of invitations in 24 hours', async () => {
    const client = await newUser('client', await newCompany())
    const invited = (await invite(client)).body
    await sql(
      `insert into mails (company_id, id, template, to_name, to_address, subject, text)
       select $1, gen_random_uuid(), 'invitation', 'X', 'x@test.example', 'X', 'X' from generate_series(2, $2::int)`,
      [client.company.id, invitationsPerDay],
    )
    expect(await invite(client)).toMatchObject(refusal('INVITATION_LIMIT'))
    expect(await send(client, resendColleagueInvite, of(invited))).toMatchObject(refusal('INVITATION_LIMIT'))
    await sql(`update mails set created_at = now() - interval '25 hours' where company_id = $1`, [client.company.id])
    expect((await invite(client)).status).toBe(201)
  })
})

describe('the limit of a company', () => {
  test('counts enabled and invited users, without staff, and is set by a superAdmin', async () => {
    const client = await newUser('client', await newCompany())
    const staff = await newUser('superAdmin', client.company)
    const params = { company: client.company.key }
    const change = (userLimit: number, version: number) =>
      send(staff, changeCompany, { params, body: { config: { userLimit }, version } })
    expect((await change(2, 1)).body.config.userLimit).toBe(2)
    const invited = (await invite(client)).body
    expect(await invite(client)).toMatchObject({ ...refusal('USER_LIMIT'), body: { parameters: { max: 2 } } })
    await send(client, disableColleague, of(invited))
    expect((await invite(client)).status).toBe(201)
    expect(await send(client, enableColleague, of(invited))).toMatchObject(refusal('USER_LIMIT'))
    expect((await change(3, 2)).status).toBe(200)
    expect((await send(client, enableColleague, of(invited))).body.state).toBe('invited')
    expect((await send(client, listColleagues)).body).toMatchObject({ limit: 3, enabled: 3 })
    expect((await change(0, 3)).body.details?.[0]?.path).toBe('body.config.userLimit')
  })

  test('holds against simultaneous invitations', async () => {
    const client = await newUser('client', await newCompany())
    await limitTo(client.company, 3)
    const answers = await Promise.all([1, 2, 3, 4].map(() => invite(client)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect((await send(client, listColleagues)).body.enabled).toBe(3)
  })

  test('does not bind a superAdmin, who invites users beyond it', async () => {
    const client = await newUser('client', await newCompany())
    await limitTo(client.company, 1)
    const staff = await newUser('superAdmin', client.company)
    const body = { name: 'X', email: newAddress(), role: 'client' as const, company: client.company.key }
    expect((await send(staff, addUser, { body })).status).toBe(201)
  })
})

describe('disabling a colleague', () => {
  test('signs them out at once, is recorded, and can be undone', async () => {
    const client = await newUser('client', await newCompany())
    const colleague = await newUser('client', client.company)
    expect((await send(client, disableColleague, of(colleague))).body.state).toBe('disabled')
    expect((await send(colleague, getClientInfo)).status).toBe(401)
    expect((await send(client, disableColleague, of(colleague))).status).toBe(200)
    expect((await send(client, enableColleague, of(colleague))).body.state).toBe('active')
    const { rows } = await sql('select action, company_id, by_email from audit where target_id = $1 order by at, id', [
      colleague.id,
    ])
    const by = { company_id: client.company.id, by_email: client.email }
    expect(rows).toEqual([
      { action: 'user.disabled', ...by },
      { action: 'user.enabled', ...by },
    ])
  })

  test('is refused for oneself, and unknown for staff and users of other companies', async () => {
    const client = await newUser('client', await newCompany())
    expect(await send(client, disableColleague, of(client))).toMatchObject(refusal('OWN_ACCOUNT'))
    const strangers = [
      await newUser('superAdmin', client.company),
      await newUser('admin', await newCompany(), [client.company]),
      await newUser('client', await newCompany()),
      { id: randomUUID() },
    ]
    for (const stranger of strangers)
      for (const route of [disableColleague, enableColleague, resendColleagueInvite])
        expect((await send(client, route, of(stranger))).status).toBe(404)
    const { rows } = await sql('select count(*)::int as disabled from users where id = any ($1) and not is_active', [
      strangers.map(({ id }) => id),
    ])
    expect(rows).toEqual([{ disabled: 0 }])
  })

  test('leaves one client also when two disable each other at the same instant', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await newUser('client', await newCompany())
      const two = await newUser('client', one.company)
      const answers = await Promise.all([send(one, disableColleague, of(two)), send(two, disableColleague, of(one))])
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(1)
      // Unless the other one was already signed out.
      expect(['LAST_CLIENT', 'UNAUTHENTICATED']).toContain(refused[0]?.body.reason)
    }
  })
})

test('a user of the identity provider is enabled there only', async () => {
  const client = await newUser('client', await newCompany())
  const colleague = await newUser('clientPeeker', client.company)
  await sql('insert into scim_users (user_id) values ($1)', [colleague.id])
  expect((await send(client, disableColleague, of(colleague))).status).toBe(200)
  expect(await send(client, enableColleague, of(colleague))).toMatchObject(refusal('PROVISIONED_ACCOUNT'))
})
