import { describe, expect, test } from 'vitest'
import type { ScimGroup, ScimUser } from '@signet/contract/access/scim'
import { addScimToken, getSso } from '@signet/contract/access/sso'
import { getUserDetails } from '@signet/contract/access/account'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { call, newPerson, patch, provider, type List, type Method } from '../../../test/outside/scim.ts'
import { newDomain, setSso } from '../../../test/outside/sso.ts'

const world = useWorld()

const rowOf = async (id: string) =>
  (
    await world().database.pool.query<{
      role: string
      is_active: boolean
      company_id: number
      email: string
      version: number
    }>('select * from users where id = $1', [id])
  ).rows[0]

describe('the token', () => {
  test('is shown once, stored as a hash, and replaces the one before it', async () => {
    const { company, superAdmin, token } = await provider()
    expect((await call(token, 'GET', '/Users')).status).toBe(200)
    const next = await send(superAdmin, addScimToken, { params: { company: company.key } })
    expect((await call(token, 'GET', '/Users')).status).toBe(401)
    expect((await call(next.body.token, 'GET', '/Users')).status).toBe(200)
    const { rows } = await world().database.pool.query<{ all: string }>(
      'select json_agg(t)::text as all from scim_tokens t',
    )
    expect(rows[0]?.all).not.toContain(next.body.token.slice(6))
    expect((await send(superAdmin, getSso, { params: { company: company.key } })).body).toMatchObject({
      hasScimToken: true,
    })
  })

  test('is needed for every path, and no other token will do', async () => {
    const { company, superAdmin, token } = await provider()
    for (const wrong of ['', superAdmin.accessToken, `${token}x`, token.slice(0, -1)]) {
      for (const path of ['/Users', '/Groups/client', '/Schemas', '/nope']) {
        const answer = await call(wrong, 'GET', path)
        expect(answer).toMatchObject({ status: 401, body: { status: '401' } })
        expect(answer.type).toMatch(/^application\/scim\+json/)
      }
    }
    await world().database.pool.query('update companies set is_active = false where id = $1', [company.id])
    expect((await call(token, 'GET', '/Users')).status).toBe(401)
  })
})

test('the documents of the standard list the supported features', async () => {
  const { token } = await provider()
  expect((await call<object>(token, 'GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
  })
  const types = await call<List<{ id: string }>>(token, 'GET', '/ResourceTypes')
  expect(types.body.Resources.map(({ id }) => id)).toEqual(['User', 'Group'])
  expect((await call<List<object>>(token, 'GET', '/Schemas')).body.totalResults).toBe(2)
  expect(await call(token, 'GET', '/Bulk')).toMatchObject({ status: 404, body: { status: '404' } })
})

describe('a user', () => {
  test('is made as a clientPeeker, found by userName whatever its case, and on record', async () => {
    const { company, token } = await provider()
    const person = newPerson()
    const made = await call(token, 'POST', '/Users', person)
    expect(made).toMatchObject({
      status: 201,
      body: {
        userName: person.userName.toLowerCase(),
        externalId: person.externalId,
        name: { formatted: 'Robin Example', givenName: 'Robin', familyName: 'Example' },
        active: true,
        groups: [{ value: 'clientPeeker' }],
        meta: { resourceType: 'User' },
      },
    })
    const { id } = made.body
    expect(made.body.meta.location).toMatch(new RegExp(`/api/scim/v2/Users/${id}$`))
    expect(await rowOf(id)).toMatchObject({ role: 'clientPeeker', company_id: company.id })
    expect((await call(token, 'GET', `/Users/${id}`)).body).toEqual(made.body)
    for (const filter of [
      `userName eq "${person.userName}"`,
      `USERNAME EQ "${person.userName.toUpperCase()}"`,
      `externalId eq "${person.externalId}"`,
    ]) {
      const found = await call<List<ScimUser>>(token, 'GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect(
        found.body.Resources.map((user) => user.id),
        filter,
      ).toEqual([id])
    }
    const none = await call<List<ScimUser>>(
      token,
      'GET',
      `/Users?filter=${encodeURIComponent('userName eq "no@x.example"')}`,
    )
    expect(none.body).toMatchObject({ totalResults: 0, Resources: [] })
    const { rows } = await world().database.pool.query('select action from audit where target_id = $1', [id])
    expect(rows).toEqual([{ action: 'user.add' }])
  })

  test('cannot be created twice, nor with the address of a user elsewhere', async () => {
    const { token } = await provider()
    const other = await newUser('client', await newCompany())
    const person = newPerson()
    await call(token, 'POST', '/Users', person)
    for (const userName of [person.userName, other.email]) {
      expect(await call(token, 'POST', '/Users', newPerson({ userName }))).toMatchObject({
        status: 409,
        body: { scimType: 'uniqueness', status: '409' },
      })
    }
  })

  test.each(['admin@localhost', 'a..b@x.example', 'nobody'])(
    'must have an address that can be mailed, not %s',
    async (userName) => {
      const { token } = await provider()
      expect((await call(token, 'POST', '/Users', newPerson({ userName }))).status).toBe(400)
    },
  )

  test('must have an address in the company’s email domains, if it has any', async () => {
    const { company, token } = await provider()
    const [domain, foreign] = [newDomain(), newDomain()]
    const oidc = { protocol: 'oidc', issuer: 'https://idp.example', clientId: 'a', clientSecret: 'b' } as const
    await setSso(await newCompany(), { ...oidc, domains: [foreign] })
    expect((await call(token, 'POST', '/Users', newPerson({ userName: `a@${foreign}` }))).status).toBe(400)
    await setSso(company, { ...oidc, domains: [domain] })
    expect((await call(token, 'POST', '/Users', newPerson())).status).toBe(400)
    const made = await call(token, 'POST', '/Users', newPerson({ userName: `a@${domain}` }))
    expect(made.status).toBe(201)
    const moved = await call(
      token,
      'PATCH',
      `/Users/${made.body.id}`,
      patch({ op: 'replace', path: 'userName', value: `a@${foreign}` }),
    )
    expect(moved.status).toBe(400)
  })

  test.each<[string, object, object]>([
    ['by path', { op: 'replace', path: 'active', value: false }, { active: false }],
    ['as Azure writes it', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [
      'without a path',
      { op: 'replace', value: { active: false, 'name.givenName': 'Kim' } },
      { active: false, name: { givenName: 'Kim', familyName: 'Example', formatted: 'Kim Example' } },
    ],
    [
      'in a part of the name',
      { op: 'Add', path: 'name.familyName', value: 'Sample' },
      { name: { formatted: 'Robin Sample', givenName: 'Robin', familyName: 'Sample' } },
    ],
    [
      'with the address of the schema',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'R. E.' },
      { displayName: 'R. E.' },
    ],
    [
      'in what is not kept',
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'x' },
      { active: true },
    ],
    [
      'in a mail address it has already',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'x@people.example' },
      { active: true },
    ],
    [
      'by taking away',
      { op: 'remove', path: 'name.givenName' },
      { name: { formatted: 'Example', familyName: 'Example' } },
    ],
  ])('is changed %s', async (_how, operation, expected) => {
    const { token } = await provider()
    const { body } = await call(token, 'POST', '/Users', newPerson())
    const answer = await call(token, 'PATCH', `/Users/${body.id}`, patch(operation))
    expect(answer).toMatchObject({ status: 200, body: { id: body.id, userName: body.userName, ...expected } })
    expect((await call(token, 'GET', `/Users/${body.id}`)).body).toMatchObject(expected)
  })

  test('is replaced as a whole: missing members are removed', async () => {
    const { token } = await provider()
    const { body } = await call(token, 'POST', '/Users', newPerson())
    const answer = await call(token, 'PUT', `/Users/${body.id}`, {
      userName: body.userName,
      displayName: 'New',
      active: true,
    })
    expect(answer).toMatchObject({ status: 200, body: { id: body.id, displayName: 'New' } })
    expect(answer.body.externalId).toBeUndefined()
    expect(answer.body.name).toEqual({ formatted: 'New' })
  })

  test('that is disabled has no session from that moment, and can be enabled again', async () => {
    const { company, token } = await provider()
    const user = await newUser('client', company)
    expect((await send(user, getUserDetails)).status).toBe(200)
    await call(token, 'PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false }))
    expect((await send(user, getUserDetails)).status).toBe(401)
    await call(token, 'PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: true }))
    expect((await send(user, getUserDetails)).status).toBe(401)
    expect(await rowOf(user.id)).toMatchObject({ is_active: true, version: 3 })
    const { rows } = await world().database.pool.query<{ action: string }>(
      'select action from audit where target_id = $1 order by at',
      [user.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['user.disable', 'user.enable'])
  })

  test('that is deleted is disabled and gone, and made again it is the same', async () => {
    const { company, token } = await provider()
    const user = await newUser('client', company)
    expect((await call(token, 'DELETE', `/Users/${user.id}`)).status).toBe(204)
    expect((await send(user, getUserDetails)).status).toBe(401)
    expect(await rowOf(user.id)).toMatchObject({ is_active: false })
    expect((await call(token, 'GET', `/Users/${user.id}`)).status).toBe(404)
    expect((await call(token, 'DELETE', `/Users/${user.id}`)).status).toBe(404)
    const again = await call(token, 'POST', '/Users', newPerson({ userName: user.email }))
    expect(again).toMatchObject({ status: 201, body: { id: user.id, active: true } })
  })
})

test('users come in pages that do not overlap', async () => {
  const { company, token } = await provider()
  for (let n = 0; n < 5; n += 1) await newUser('client', company)
  const page = async (query: string) => (await call<List<ScimUser>>(token, 'GET', `/Users?${query}`)).body
  const [first, second] = [await page('startIndex=1&count=3'), await page('startIndex=4&count=3')]
  expect(first).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 3 })
  expect(second).toMatchObject({ totalResults: 5, startIndex: 4, itemsPerPage: 2 })
  expect(new Set([...first.Resources, ...second.Resources].map(({ id }) => id)).size).toBe(5)
  expect(await page('count=0')).toMatchObject({ totalResults: 5, Resources: [] })
  expect(await page('startIndex=-5&count=-1')).toMatchObject({ startIndex: 1, Resources: [] })
  expect((await call(token, 'GET', '/Users?count=1e3')).status).toBe(400)
})

describe('the groups are the two roles', () => {
  test('and list their members', async () => {
    const { company, token } = await provider()
    const [client, peeker] = [await newUser('client', company), await newUser('clientPeeker', company)]
    const groups = await call<List<ScimGroup>>(token, 'GET', '/Groups')
    expect(groups.body.Resources.map(({ id, members }) => [id, members?.map(({ value }) => value)])).toEqual([
      ['client', [client.id]],
      ['clientPeeker', [peeker.id]],
    ])
    const short = await call<ScimGroup>(token, 'GET', '/Groups/client?excludedAttributes=members')
    expect(short.body.members).toBeUndefined()
    const named = await call<List<ScimGroup>>(
      token,
      'GET',
      `/Groups?filter=${encodeURIComponent('displayName eq "clients"')}`,
    )
    expect(named.body.Resources.map(({ id }) => id)).toEqual(['client'])
    expect((await call(token, 'GET', '/Groups/superAdmin')).status).toBe(404)
  })

  test('new members get the role, members removed from client become clientPeeker, and their sessions end', async () => {
    const { company, token } = await provider()
    const user = await newUser('clientPeeker', company)
    const member = [{ value: user.id }]
    const joined = await call<ScimGroup>(
      token,
      'PATCH',
      '/Groups/client',
      patch({ op: 'Add', path: 'members', value: member }),
    )
    expect(joined.body.members?.map(({ value }) => value)).toEqual([user.id])
    expect(await rowOf(user.id)).toMatchObject({ role: 'client' })
    expect((await send(user, getUserDetails)).status).toBe(401)
    for (const leave of [
      { op: 'Remove', path: 'members', value: member },
      { op: 'remove', path: `members[value eq "${user.id}"]` },
      { op: 'replace', path: 'members', value: [] },
      { op: 'replace', value: { members: [] } },
      { op: 'remove', path: 'members' },
    ]) {
      await call(token, 'PATCH', '/Groups/client', patch({ op: 'add', path: 'members', value: member }))
      expect((await call(token, 'PATCH', '/Groups/client', patch(leave))).status).toBe(200)
      expect(await rowOf(user.id), JSON.stringify(leave)).toMatchObject({ role: 'clientPeeker' })
    }
    await call(token, 'PATCH', '/Groups/clientPeeker', patch({ op: 'remove', path: 'members', value: member }))
    expect(await rowOf(user.id)).toMatchObject({ role: 'clientPeeker' })
  })
})

describe('people who are not clients of the company', () => {
  test('are not seen, not found and not changed: of another company, or staff of the own', async () => {
    const { company, token } = await provider()
    const others = [
      await newUser('client', await newCompany()),
      await newUser('admin', company),
      await newUser('qa', company),
      await newUser('superAdmin', company),
    ]
    expect((await call<List<ScimUser>>(token, 'GET', '/Users')).body.totalResults).toBe(0)
    for (const user of others) {
      const before = await rowOf(user.id)
      const filter = encodeURIComponent(`userName eq "${user.email}"`)
      expect((await call<List<ScimUser>>(token, 'GET', `/Users?filter=${filter}`)).body.totalResults).toBe(0)
      const tries: [Method, string, object?][] = [
        ['GET', `/Users/${user.id}`],
        ['PUT', `/Users/${user.id}`, newPerson()],
        ['PATCH', `/Users/${user.id}`, patch({ op: 'replace', path: 'active', value: false })],
        ['DELETE', `/Users/${user.id}`],
        ['PATCH', '/Groups/client', patch({ op: 'add', path: 'members', value: [{ value: user.id }] })],
      ]
      for (const [method, path, body] of tries) expect((await call(token, method, path, body)).status, path).toBe(404)
      expect(await rowOf(user.id)).toEqual(before)
      expect((await send(user, getUserDetails)).status).toBe(200)
    }
  })

  test('only these two roles can be assigned', async () => {
    const { token } = await provider()
    const made = await call(token, 'POST', '/Users', newPerson({ roles: [{ value: 'superAdmin' }], role: undefined }))
    expect(await rowOf(made.body.id)).toMatchObject({ role: 'clientPeeker' })
    const answer = await call(
      token,
      'PATCH',
      `/Users/${made.body.id}`,
      patch({ op: 'replace', path: 'role', value: 'admin' }),
    )
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } })
  })
})
