import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { putAssets } from '@signet/contract/companies/assets'
import { listAllowEntries } from '@signet/contract/threats/allow-list'
import { publishThreat } from '@signet/contract/review/qa'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { scanFeed } from './scans/scan-feed.ts'

/* The acceptance test vectors, from the feed through all stages to the review queue. */

const world = useWorld()

const mustFire = [
  'client.com.secure-login.xyz',
  'login-client.com',
  'client.community',
  'cl1ent.com',
  'сlient.com',
  'clientcom.net',
  'client.co',
  'www-client.com',
  'https://user@client.com@evil.tld/',
  'client.com/r?u=evil',
  // A name that the certificate contains only as a subject alternative name.
  '*.client-login.net',
]
const mustBeSilent = [
  'client.com',
  'www.client.com',
  'a.b.client.com',
  'CLIENT.COM.',
  'https://client.com:443/x',
  'client-group.org',
  'www.client-group.org',
  'client.github.io',
]

async function createFixture(official: string[] = ['client.com', 'client-group.org', 'client.github.io']) {
  const company = await newCompany()
  const admin = await newUser('admin', company)
  const brand = { key: 'client', name: 'Client', aliases: ['client'], handles: [], phones: [], accounts: [] }
  const body = { brands: [{ ...brand, official }], domains: [], people: [], apps: [], version: 1 }
  expect((await send(admin, putAssets, { body })).status).toBe(200)
  return { company, admin }
}

function scan(company: TestCompany, names: readonly string[], scanId = randomUUID()) {
  const stdin = Readable.from([Buffer.from(`${names.join('\n')}\n`)])
  return scanFeed({ database: world().database, feedAllow: [], stdin }, { scanId, feed: '-', companyId: company.id })
}

async function threatsOf(company: TestCompany) {
  const { rows } = await world().database.pool.query<{ id: string; title: string; status: string; source: string }>(
    'select id, title, status, source, version from threats where company_id = $1 order by title',
    [company.id],
  )
  return rows
}

test('every name that imitates becomes a threat of its own, and none that belongs to the company does', async () => {
  const { company } = await createFixture()
  expect(await scan(company, [...mustFire, ...mustBeSilent])).toMatchObject({ threatsAdded: mustFire.length })
  const titles = (await threatsOf(company)).map(({ title }) => title)
  for (const name of ['login-client.com', 'xn--lient-0ye.com', 'client-login.net', 'client.com.secure-login.xyz'])
    expect(titles).toContain(name)
  expect(titles.filter((title) => title.includes('evil'))).toHaveLength(2)
})

test('the name under a hosting suffix fires as long as it is no asset', async () => {
  const { company } = await createFixture(['client.com'])
  expect(await scan(company, ['client.github.io'])).toMatchObject({ threatsAdded: 1 })
})

test('a whitelisted domain and its subdomains are suppressed until the decision expires', async () => {
  const { company } = await createFixture()
  const [qa, client] = [await newUser('qa', company), await newUser('client', company)]
  await scan(company, ['login-client.com'])
  const [threat] = await threatsOf(company)
  const threatId = threat?.id as string
  await send(qa, publishThreat, { params: { threatId }, body: { version: 1 } })
  const params = { source: 'Domain' as const, threatId }
  expect((await send(client, decideThreat, { params, body: { action: 'whitelist', version: 2 } })).status).toBe(200)

  expect(
    await scan(company, ['login-client.com', 'www.login-client.com', 'https://login-client.com/pay']),
  ).toMatchObject({
    threatsAdded: 0,
    threatsSeenAgain: 1,
  })
  expect(await threatsOf(company)).toMatchObject([{ title: 'login-client.com', status: 'whitelist' }])
  expect((await send(client, listAllowEntries)).body.items).toMatchObject([
    { kind: 'domain', value: 'login-client.com', suppressions: 3, threat: { id: threatId, source: 'Domain' } },
  ])

  await world().database.pool.query(
    `update allow_entries set expires_at = now() - interval '1 second' where company_id = $1`,
    [company.id],
  )
  expect(await scan(company, ['login-client.com', 'www.login-client.com'])).toMatchObject({ threatsAdded: 1 })
  expect(await threatsOf(company)).toMatchObject([
    { status: 'open' },
    { title: 'www.login-client.com', status: 'open' },
  ])
  expect((await send(client, listAllowEntries)).body.items).toEqual([])
})
