import { randomUUID } from 'node:crypto'
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { searchOwnSites } from '@signet/contract/companies/asset-proposals'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { listAudit } from '@signet/contract/operation/audit'
import type { ErrorReason } from '@signet/contract/errors/errors'
import { scanFeed } from '../intake/scans/scan-feed.ts'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany } from '../../../test/harness.ts'

const world = useWorld()

const brand = {
  key: 'umber',
  name: 'Umber Freight',
  aliases: ['umberfreight'],
  official: ['umberfreight.example'],
  handles: [{ source: 'Instagram' as const, handle: 'umberfreight' }],
  phones: ['+47 22 00 00 00'],
  accounts: ['NO93 8601 1117 947'],
}
const assets = {
  brands: [brand],
  domains: ['umber-mail.example'],
  people: [
    {
      name: 'Iris Umber',
      title: 'Chief executive',
      emails: ['iris@umber.example'],
      handles: [{ source: 'Twitter' as const, handle: 'irisumber' }],
    },
  ],
  apps: [{ name: 'Umber', packageName: 'example.umber.app', signerSha256: ['ab'.repeat(32)] }],
  partners: [
    {
      name: 'Amber Logistics',
      role: 'reseller' as const,
      domains: ['amber-umberfreight.example'],
      handles: [{ source: 'Instagram' as const, handle: 'amber.umberfreight' }],
      phones: ['+47 22 11 11 11'],
      accounts: [],
    },
  ],
}

async function createFixture() {
  const company = await newCompany()
  return { company, admin: await newUser('admin', company), client: await newUser('clientPeeker', company) }
}

/** The names of a feed that became threats of the company. */
async function found(company: TestCompany, names: readonly string[]): Promise<string[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-assets-'))
  const feed = path.join(directory, 'names.txt')
  await writeFile(feed, names.join('\n'))
  await scanFeed({ database: world().database, feedAllow: [] }, { scanId: randomUUID(), feed, companyId: company.id })
  await rm(directory, { recursive: true })
  const { rows } = await world().database.pool.query<{ title: string }>(
    'select title from threats where company_id = $1 order by title',
    [company.id],
  )
  return rows.map(({ title }) => title)
}

describe('what a company protects', () => {
  test('is stored as sent, visible to everyone in the company, and recorded', async () => {
    const { company, admin, client } = await createFixture()
    const before = await send(client, getAssets)
    expect(before.body).toMatchObject({ brands: [{ key: 'brand' }], domains: [], people: [], apps: [], version: 1 })
    const put = await send(admin, putAssets, { body: { ...assets, version: 1 } })
    expect(put).toMatchObject({ status: 200, body: { ...assets, version: 2 } })
    expect((await send(client, getAssets)).body).toEqual({ ...assets, version: 2 })
    const superAdmin = await newUser('superAdmin', company)
    const trail = await send(superAdmin, listAudit, { query: { company: company.key } })
    expect(trail.body.items).toMatchObject([
      {
        action: 'settings.assetsChanged',
        before: { brands: [{ key: 'brand' }] },
        after: { brands: [{ key: 'umber' }] },
      },
    ])
  })

  test('is what the next feed is read by, and the own domains are no threat', async () => {
    const { company, admin } = await createFixture()
    const names = ['login-umberfreight.example', 'umberfreight.example', 'www.umberfreight-mail.example']
    expect(await found(company, names)).toEqual([])
    const domains = ['umberfreight-mail.example']
    await send(admin, putAssets, { body: { ...assets, domains, version: 1 } })
    expect(await found(company, names)).toEqual(['login-umberfreight.example'])
    const withoutDomains = await send(admin, putAssets, { body: { ...assets, domains: [], version: 2 } })
    expect(withoutDomains.status).toBe(200)
    expect(await found(company, names)).toEqual(['login-umberfreight.example', 'www.umberfreight-mail.example'])
  })

  test('keeps the id of a brand whose key stays, so that its threats stay its own', async () => {
    const { company, admin } = await createFixture()
    const { brands } = (await send(admin, getAssets)).body
    const changed = brands.map((one) => ({ ...one, name: 'Renamed' }))
    await send(admin, putAssets, { body: { ...assets, brands: [brand, ...changed], version: 1 } })
    const { rows } = await world().database.pool.query(
      'select id, name from brands where company_id = $1 and key = $2',
      [company.id, 'brand'],
    )
    expect(rows).toEqual([{ id: company.brandId, name: 'Renamed' }])
    expect((await send(admin, getAssets)).body.brands.map(({ key }) => key)).toEqual(['umber', 'brand'])
  })

  test('of an older version is a conflict, also when two put at once', async () => {
    const { admin } = await createFixture()
    const answers = await Promise.all([1, 2].map(() => send(admin, putAssets, { body: { ...assets, version: 1 } })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('writes hosts and fingerprints in one form', async () => {
    const { admin } = await createFixture()
    const { body } = await send(admin, putAssets, {
      body: {
        brands: [{ ...brand, official: ['ÜMBER.example.', 'WWW.Umber.Example'] }],
        domains: ['a.example'],
        people: [],
        apps: [{ name: 'Umber', packageName: 'example.umber', signerSha256: [Array(32).fill('AB').join(':')] }],
        version: 1,
      },
    })
    expect(body.brands[0]?.official).toEqual(['xn--mber-zra.example', 'www.umber.example'])
    expect(body.apps[0]?.signerSha256).toEqual(['ab'.repeat(32)])
  })

  test.each<[string, ErrorReason, object]>([
    ['body.brands.0.official.1', 'NOT_A_DOMAIN', { brands: [{ ...brand, official: ['umber.example', 'co.uk'] }] }],
    ['body.brands.0.official.0', 'NOT_A_DOMAIN', { brands: [{ ...brand, official: ['com'] }] }],
    ['body.brands.0.official.0', 'NOT_A_DOMAIN', { brands: [{ ...brand, official: ['github.io'] }] }],
    ['body.brands.0.official.0', 'NOT_A_DOMAIN', { brands: [{ ...brand, official: ['192.0.2.7'] }] }],
    ['body.brands.0.official.0', 'NOT_A_DOMAIN', { brands: [{ ...brand, official: ['https://umber.example/x'] }] }],
    ['body.domains.0', 'NOT_A_DOMAIN', { domains: ['not a host'] }],
    ['body.domains.0', 'NOT_A_DOMAIN', { domains: ['*umber.example'] }],
    ['body.domains.0', 'NOT_A_DOMAIN', { domains: ['umber.*'] }],
    ['body.brands.0.aliases', 'LIST_TOO_SHORT', { brands: [{ ...brand, aliases: [] }] }],
    ['body.brands.0.phones.0', 'NOT_A_PHONE_NUMBER', { brands: [{ ...brand, phones: ['call me'] }] }],
    ['body.brands.0.accounts.0', 'NOT_AN_ACCOUNT_NUMBER', { brands: [{ ...brand, accounts: ['NO93 8601 *'] }] }],
    [
      'body.brands.0.handles.0.source',
      'NOT_AN_OPTION',
      { brands: [{ ...brand, handles: [{ source: 'MySpace', handle: 'x' }] }] },
    ],
    ['body.brands', 'REPEATED', { brands: [brand, brand] }],
    ['body.people.0.name', 'TEXT_TOO_SHORT', { people: [{ name: '', title: '', emails: [], handles: [] }] }],
    ['body.people.0.emails.0', 'INVALID_FORMAT', { people: [{ name: 'I', title: '', emails: ['iris'], handles: [] }] }],
    ['body.apps.0.packageName', 'NOT_A_PACKAGE_NAME', { apps: [{ name: 'x', packageName: 'x', signerSha256: [] }] }],
    [
      'body.apps.0.signerSha256.0',
      'NOT_A_SHA256',
      { apps: [{ name: 'x', packageName: 'a.b', signerSha256: ['abc'] }] },
    ],
  ])('is refused by the name of what is wrong: %s is %s in %j', async (place, reason, more) => {
    const { admin } = await createFixture()
    const refused = await send(admin, putAssets, { body: { ...assets, ...more, version: 1 } })
    expect(refused).toMatchObject(refusal(reason, place))
    expect((await send(admin, getAssets)).body.version).toBe(1)
  })
})

test('sites are not searched while the installation may not look up domains', async () => {
  const { company, admin } = await createFixture()
  expect(await send(admin, searchOwnSites, { body: { company: company.key } })).toMatchObject(refusal('ENRICHMENT_OFF'))
})
