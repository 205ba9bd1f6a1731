import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { definitions } from '@signet/contract'
import { addApiKey, endApiKey, listApiKeys } from '@signet/contract/access/api-keys'
import { can } from '@signet/contract/access/permissions'
import { listAllThreats } from '@signet/contract/threats/threats'
import { hourMs } from '@signet/contract/time'
import { listAudit } from '@signet/contract/operation/audit'
import { addKey } from '../../../test/api-key.ts'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'

const world = useWorld()

let own: TestCompany
let other: TestCompany
let superAdmin: TestUser
const marker = 'strangers-only'

beforeAll(async () => {
  own = await newCompany()
  other = await newCompany({ name: marker })
  superAdmin = await newUser('superAdmin', own)
  await newThreat(other, { name: `login-${marker}.example` })
})

/** Uses a key instead of a user's token. */
const withKey = (key: string): TestUser => ({ ...superAdmin, accessToken: key })
const inCompany = (company: TestCompany) => ({ params: { company: company.key } })

async function makeKey(company: TestCompany, body: object = {}) {
  return send(superAdmin, addApiKey, { ...inCompany(company), body: { name: 'Reader', scopes: ['read'], ...body } })
}

describe('a key', () => {
  test('is shown once, opens its company, and is listed without its secret', async () => {
    const company = await newCompany()
    const threat = await newThreat(company)
    const made = await makeKey(company)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Reader', scopes: ['read'], expires: null, lastUsedAt: null })
    expect(made.body.key).toMatch(/^sgk_[0-9a-z]+_[\w-]{43}$/)

    const read = await send(withKey(made.body.key), listAllThreats)
    expect(read.body.items.map(({ id }) => id)).toEqual([threat.id])

    const listed = await send(superAdmin, listApiKeys, inCompany(company))
    expect(listed.body).toMatchObject([{ id: made.body.id, start: made.body.key.slice(0, 12) }])
    expect(listed.body[0]?.lastUsedAt).not.toBeNull()
    expect(JSON.stringify(listed.body)).not.toContain(made.body.key)
  })

  test('is nowhere in the database, not even in the answer kept for a repeated request', async () => {
    const company = await newCompany()
    const headers = { 'idempotency-key': randomUUID() }
    const input = { ...inCompany(company), body: { name: 'Reader', scopes: ['read'] }, headers }
    const [first, again] = [await send(superAdmin, addApiKey, input), await send(superAdmin, addApiKey, input)]
    expect(again).toMatchObject({ status: 201, body: first.body })
    const { rows } = await world().database.pool.query<{ all: string }>(
      `select concat((select json_agg(k) from idempotency_keys k), (select json_agg(a) from api_keys a),
        (select json_agg(u) from audit u)) as all`,
    )
    expect(rows[0]?.all).toContain(first.body.id)
    expect(rows[0]?.all).not.toContain(first.body.key.slice(16))
  })

  test('stops working as soon as it is revoked', async () => {
    const company = await newCompany()
    const { body } = await makeKey(company)
    const params = { company: company.key, apiKeyId: body.id }
    expect((await send(superAdmin, endApiKey, { params })).status).toBe(204)
    expect(await send(withKey(body.key), listAllThreats)).toMatchObject(refusal('API_KEY_NEEDED'))
    expect((await send(superAdmin, listApiKeys, inCompany(company))).body).toEqual([])
    expect((await send(superAdmin, endApiKey, { params })).status).toBe(404)
    const audit = await send(superAdmin, listAudit, { query: { company: company.key, target: body.id } })
    expect(audit.body.items.map(({ action }) => action).toSorted()).toEqual(['apiKey.add', 'apiKey.end'])
  })

  test('opens nothing once it has expired or its company is closed', async () => {
    const company = await newCompany()
    const expired = await addKey(company, { expiresAt: new Date(Date.now() - 1000) })
    expect((await send(withKey(expired.key), listAllThreats)).status).toBe(401)
    const living = await addKey(company, { expiresAt: new Date(Date.now() + hourMs) })
    expect((await send(withKey(living.key), listAllThreats)).status).toBe(200)
    await world().database.pool.query('update companies set is_active = false where id = $1', [company.id])
    expect((await send(withKey(living.key), listAllThreats)).status).toBe(401)
  })

  test('of one company does not open when it claims to be of another', async () => {
    const { key } = await addKey(own)
    const claimed = key.replace(/^sgk_[0-9a-z]+_/, `sgk_${other.id.toString(36)}_`)
    for (const bad of [claimed, `${key}x`, key.slice(0, -1), 'sgk_0_', `sgk_zzzzzz_${'a'.repeat(43)}`])
      expect((await send(withKey(bad), listAllThreats)).status, bad).toBe(401)
  })

  test('of scope ingest reads nothing, and a key of another company is not found', async () => {
    const ingest = await addKey(own, { scopes: ['ingest'] })
    expect(await send(withKey(ingest.key), listAllThreats)).toMatchObject(refusal('SCOPE_MISSING'))
    const params = { company: own.key, apiKeyId: (await addKey(other)).id }
    expect((await send(superAdmin, endApiKey, { params })).status).toBe(404)
  })

  test.each([
    [{ name: '' }, 'body.name', 'TEXT_TOO_SHORT'],
    [{ scopes: [] }, 'body.scopes', 'LIST_TOO_SHORT'],
    [{ scopes: ['write'] }, 'body.scopes.0', 'NOT_AN_OPTION'],
    [{ expires: '2020-01-01' }, 'body.expires', 'NOT_IN_FUTURE'],
    [{ role: 'superAdmin' }, 'body.role', 'UNKNOWN_FIELD'],
  ] as const)('is refused with the field at fault: %j', async (body, path, reason) => {
    expect(await makeKey(own, body)).toMatchObject(refusal(reason, path))
  })

  test('is made by a superAdmin for a company by its key in the path only', async () => {
    expect((await send(superAdmin, addApiKey, { params: { company: 'no-such' }, body: {} })).body.code).toBe(
      'COMPANY_NOT_FOUND',
    )
    const query = { company: other.key }
    const refused = await send(superAdmin, listApiKeys, { ...inCompany(own), raw: query })
    expect(refused).toMatchObject(refusal('NOT_ONE_COMPANY', 'query.company'))
  })

  test('is one of a hundred of its company', async () => {
    const company = await newCompany()
    await addKey(company)
    await world().database.pool.query(
      `insert into api_keys (company_id, id, name, scopes, token_hash, start, created_by, created_by_name)
       select company_id, gen_random_uuid(), name, scopes, sha256(n::text::bytea), start, created_by, created_by_name
       from api_keys, generate_series(1, 99) n where company_id = $1`,
      [company.id],
    )
    expect(await makeKey(company)).toMatchObject(refusal('TOO_MANY_API_KEYS'))
  })
})

describe.each(Object.entries(definitions))('a reading key at %s', (_name, route) => {
  test('may what a clientPeeker of its company may read, and nothing of a person', async () => {
    const { access } = route
    const isPersonal = access === 'account:own' || access === 'notifications:own'
    const mayRead = route.method === 'GET' && access !== 'PUBLIC' && can('clientPeeker', access) && !isPersonal
    const { key } = await addKey(own)
    const params = { source: 'Domain', company: own.key }
    const answer = await send(withKey(key), route, { params, ...(route.method === 'GET' ? {} : { body: {} }) })
    if (mayRead) expect([200, 400, 404]).toContain(answer.status)
    else expect(answer.status).toBe(403)
    const foreign = await send(withKey(key), route, { params, raw: { company: other.key } })
    expect(foreign.status).toBe(mayRead ? 404 : 403)
    expect(JSON.stringify([answer.body, foreign.body])).not.toContain(marker)
  })
})
