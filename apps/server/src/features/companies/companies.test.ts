import { describe, expect, test } from 'vitest'
import { listUsers } from '@signet/contract/access/users'
import { getClientInfo, listCompanyChoices } from '@signet/contract/companies/companies'
import { putConnector } from '@signet/contract/collection/connectors'
import { getUserDetails } from '@signet/contract/access/account'
import { listAllThreats } from '@signet/contract/threats/threats'
import { anotherServer, newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../test/harness.ts'
import { addCompany } from './add-company.ts'
import { addBrands } from './companies.queries.ts'

const world = useWorld()

describe('the company a call is about', () => {
  test('is the first admin company by name when none is given, else the own one', async () => {
    const [own, second, first] = [
      await newCompany({ name: 'Own' }),
      await newCompany({ name: 'Zebra' }),
      await newCompany({ name: 'Aardvark' }),
    ]
    const admin = await newUser('admin', own, [second, first])
    const client = await newUser('client', own)
    expect((await send(admin, getClientInfo)).body.company).toBe(first.key)
    expect((await send(client, getClientInfo)).body.company).toBe(own.key)
    for (const company of [own, second, first]) {
      expect((await send(admin, getClientInfo, { query: { company: company.key } })).body.company).toBe(company.key)
    }
  })

  test('may be every active company for a superAdmin, and none that is closed', async () => {
    const [own, other, closed] = [await newCompany(), await newCompany(), await newCompany()]
    const superAdmin = await newUser('superAdmin', own)
    await world().database.pool.query('update companies set is_active = false where id = $1', [closed.id])
    const infoOf = async (company: string) => (await send(superAdmin, getClientInfo, { query: { company } })).status
    expect(await infoOf(other.key)).toBe(200)
    expect(await infoOf(closed.key)).toBe(404)
  })

  test('that is foreign looks like one that does not exist', async () => {
    const user = await newUser('client', await newCompany())
    const foreign = await newCompany()
    const answers = [foreign.key, 'no-such-company', 'x'.repeat(101), String(foreign.id), '%'].map(async (company) => {
      const { status, body } = await send(user, getClientInfo, { raw: { company } })
      return [status, body.code, body.message]
    })
    for (const answer of await Promise.all(answers)) {
      expect(answer).toEqual([404, 'COMPANY_NOT_FOUND', "This company doesn't exist, or you don't have access to it."])
    }
  })

  test.each<[Record<string, string | string[]>]>([[{ company: ['a', 'b'] }], [{ 'company[]': 'a' }]])(
    'of a list are keys separated by commas: %j is refused',
    async (raw) => {
      const user = await newUser('superAdmin', await newCompany())
      expect(await send(user, listUsers, { raw })).toMatchObject(refusal('NOT_COMPANIES', 'query.company'))
    },
  )

  test.each<[Record<string, string | string[]>]>([
    [{ company: '*' }],
    [{ 'company[]': 'a' }],
    [{ 'company[0]': 'a' }],
    [{ 'company.key': 'a' }],
  ])('must be one key: %j is refused', async (raw) => {
    const user = await newUser('client', await newCompany())
    expect(await send(user, getClientInfo, { raw })).toMatchObject(refusal('NOT_ONE_COMPANY', 'query.company'))
  })

  test('is never chosen by a header', async () => {
    const [own, other] = [await newCompany(), await newCompany()]
    const admin = await newUser('superAdmin', own)
    await newThreat(other, { name: 'of-the-other.example' })
    const headers = { 'x-company': other.key, company: other.key, 'x-forwarded-user': 'somebody' }
    const { body } = await send(admin, listAllThreats, { query: { company: own.key }, headers })
    expect(body.total).toBe(0)
  })
})

test('the portal learns that the internet is simulated', async () => {
  const user = await newUser('client', await newCompany())
  const server = await anotherServer({ installation: { isInternetSimulated: true } })
  const headers = { authorization: `Bearer ${user.accessToken}` }
  const { body } = await server.inject({ url: `/api/rest${getClientInfo.path}`, headers })
  expect(JSON.parse(body)).toMatchObject({ company: user.company.key, isInternetSimulated: true })
  await server.close()
})

test('the info of a company says whether emails reach anybody', async () => {
  const user = await newUser('admin', await newCompany())
  const infoOf = async (installation: object): Promise<unknown> => {
    const server = await anotherServer({ installation })
    const { body } = await server.inject({
      url: `/api/rest/client/getClientInfo?company=${user.company.key}`,
      headers: { authorization: `Bearer ${user.accessToken}` },
    })
    await server.close()
    return JSON.parse(body)
  }
  expect(await infoOf({ mailFrom: null })).toMatchObject({ isMailKept: true })
  const withServer = await infoOf({ mailFrom: { name: 'Signet', address: 'signet@sender.example' } })
  expect(withServer).not.toHaveProperty('isMailKept')
})

test('the company answers its name, modules, sources and configuration', async () => {
  const pages = [{ pageRoute: 'events', pageName: 'Special' }]
  const company = await newCompany({
    name: 'Meridian',
    modules: { leaks: true },
    threatSources: ['APK', 'FB'],
    config: { pages, homeRoute: '/special/home' },
  })
  const user = await newUser('clientPeeker', company)
  expect((await send(user, getClientInfo)).body).toEqual({
    company: company.key,
    name: 'Meridian',
    logo: null,
    isDemo: false,
    // Unset values get the usual defaults.
    config: {
      pages,
      homeRoute: '/special/home',
      navigation: 'standard',
      qaNavigation: 'deletionQueue',
      addThreats: false,
    },
    modules: { touts: false, leaks: true, news: false, kmp: false },
    threatSources: ['APK', 'FB'],
    setUpSources: [],
    toutSources: [],
  })
})

test('sources are set up once something collects them or they have threats that count', async () => {
  const company = await newCompany({ threatSources: ['Domain', 'Reddit', 'APK', 'WhatsApp', 'Twitter'] })
  const superAdmin = await newUser('superAdmin', company)
  const query = { company: company.key }
  const setUp = async () => (await send(superAdmin, getClientInfo, { query })).body.setUpSources
  expect(await setUp()).toEqual([])
  await newThreat(company, { source: 'APK', stage: 'queued' })
  await newThreat(company, { source: 'WhatsApp', stage: 'deleted' })
  const connector = { params: { connector: 'x' as const }, query }
  await send(superAdmin, putConnector, { ...connector, body: { isOn: true, credentials: { token: 'AAAA' } } })
  expect(await setUp()).toEqual(['APK', 'Twitter'])
  await send(superAdmin, putConnector, { ...connector, body: { isOn: false } })
  expect(await setUp()).toEqual(['APK'])
  const { pool } = world().database
  const { rows } = await pool.query(
    `insert into scans (id, feed, state) values (gen_random_uuid(), 'bundled', 'done') returning id`,
  )
  expect(await setUp()).toEqual(['Domain', 'APK'])
  await pool.query('delete from scans where id = $1', [rows[0].id])
})

test('the choices are the companies a person works for, the own one too, by name', async () => {
  const [own, second] = [await newCompany({ name: 'Mid' }), await newCompany({ name: 'Alpha' })]
  await newCompany({ name: 'Foreign' })
  const admin = await newUser('adminPeeker', own, [second])
  expect((await send(admin, listCompanyChoices)).body).toEqual([
    { company: second.key, name: 'Alpha' },
    { company: own.key, name: 'Mid' },
  ])
})

test('a person sees the own details and no secret of them', async () => {
  const company = await newCompany()
  const user = await newUser('subAdmin', company, [company])
  const { body } = await send(user, getUserDetails)
  expect(body).toEqual({
    id: user.id,
    name: expect.any(String) as string,
    email: user.email,
    role: 'subAdmin',
    company: company.key,
    adminCompanies: [company.key],
    mfa: { totp: false, passkeys: 0 },
    lastSignIn: null,
  })
})

test('adding a company or a brand again leaves the first as it is', async () => {
  const company = await newCompany({ name: 'First' })
  const again = await addCompany(world().database, { key: company.key, name: 'Second' })
  expect(again).toEqual({ companyId: company.id, isNew: false })
  const brand = { id: 'brand', name: 'Other', aliases: [], official: [] }
  const ids = await world().database.inCompanies([company.id], (tx) => addBrands(tx, company.id, [brand]))
  expect(ids.get('brand')).toBe(company.brandId)
})
