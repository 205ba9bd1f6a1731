import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decideAssetProposals, listAssetProposals, searchOwnSites } from '@signet/contract/companies/asset-proposals'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, refusal, send, useWorld } from '../../../../test/harness.ts'
import { startOutside, type Outside } from '../../../../test/outside/outside-world.ts'
import { proposeAssets } from './propose-assets.job.ts'

const world = useWorld({ looksUp: true })
const host = 'umber.example'
const signer = 'ab'.repeat(32)
let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
  outside.dns.set(host, { a: ['127.0.0.1'] })
})
afterAll(() => outside.close())

const html = (path: string, body: string) =>
  outside.web.on(path, (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(body))
const json = (path: string, body: object) =>
  outside.web.on(path, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
const missing = (...paths: string[]) => {
  for (const path of paths) outside.web.on(path, (_, response) => response.writeHead(404).end())
}
beforeEach(() => {
  missing('/', '/robots.txt', '/contact', '/about', '/legal', '/.well-known/assetlinks.json')
  outside.web.requests.length = 0
})

/** A company with an official domain, and what it does with its sites. */
async function createFixture() {
  const company = await newCompany()
  const admin = await newUser('admin', company)
  const query = { company: company.key }
  const { body: before } = await send(admin, getAssets, { query })
  const brand = {
    key: 'umber',
    name: 'Umber Bank',
    aliases: ['umberbank'],
    official: [host],
    handles: [{ source: 'Twitter' as const, handle: '@umber' }],
    phones: ['+44 20 7946 0101'],
    accounts: [],
  }
  await send(admin, putAssets, { query, body: { ...before, company: company.key, brands: [brand] } })
  const lookUps = outside.settings(host)
  return {
    company,
    admin,
    query,
    list: async () => (await send(admin, listAssetProposals, { query })).body,
    assets: async () => (await send(admin, getAssets, { query })).body,
    search: async () => {
      expect((await send(admin, searchOwnSites, { query, body: query })).status).toBe(202)
      const parts = { database: world().database, lookUps, spacingMs: 0 }
      await proposeAssets(parts, { companyId: company.id }, { signal: new AbortController().signal })
    },
    decide: (ids: string[], isAccepted: boolean) =>
      send(admin, decideAssetProposals, { query, body: { company: company.key, ids, isAccepted, brand: 'umber' } }),
  }
}

const values = ({ proposals }: { proposals: { kind: string; value: string }[] }) =>
  proposals.map(({ kind, value }) => `${kind} ${value}`)

test('a site proposes what it names and the company has not entered; nothing changes until a person accepts it', async () => {
  html(
    '/',
    `<a href="/contact">Contact</a><a href="https://twitter.com/Umber">X</a><a href="https://www.instagram.com/umberbank/?hl=en">I</a>
    <a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a><a href="https://partner.test/">Partner</a>
    <a href="https://play.google.com/store/apps/details?id=com.umber.Pay&hl=en">App</a>
    <a href="https://apps.apple.com/gb/app/umber/id4711">App</a>`,
  )
  html(
    '/contact',
    `<a href="tel:+442079460101">Known</a><a href="tel:+44 20 7946 0199">Call</a><a href="mailto:care@umber-care.example">Mail</a>
    <a href="mailto:umber@gmail.com">Mail</a>
    <script type="application/ld+json">{"@type":"Organization","legalName":"Umber Bank Holding plc"}</script>`,
  )
  json('/.well-known/assetlinks.json', [
    {
      target: { namespace: 'android_app', package_name: 'com.umber.app', sha256_cert_fingerprints: [signer] },
    },
  ])
  const { search, list, assets, decide, query, company } = await createFixture()
  const before = await assets()
  await search()
  const found = await list()
  expect(found).toMatchObject({
    isSearching: false,
    searchStartedAt: null,
    searchedAt: expect.any(String),
    filesRead: 3,
    problems: [],
  })
  expect(values(found)).toEqual([
    'app com.umber.Pay',
    'app com.umber.app',
    'domain umber-care.example',
    'handle https://apps.apple.com/gb/app/umber/id4711',
    'handle https://www.instagram.com/umberbank/?hl=en',
    'name Umber Bank Holding plc',
    'phone +44 20 7946 0199',
  ])
  expect(await assets()).toEqual(before)

  const idOf = (value: string) => found.proposals.filter((each) => each.value.includes(value)).map(({ id }) => id)
  const accepted = [
    ...idOf('instagram'),
    ...idOf('com.umber.app'),
    ...idOf('0199'),
    ...idOf('Holding'),
    ...idOf('care'),
  ]
  expect(values((await decide(accepted, true)).body)).toEqual([
    'app com.umber.Pay',
    'handle https://apps.apple.com/gb/app/umber/id4711',
  ])
  expect(await assets()).toMatchObject({
    version: before.version + 1,
    domains: ['umber-care.example'],
    apps: [{ packageName: 'com.umber.app', signerSha256: [signer] }],
    brands: [
      {
        aliases: ['umberbank', 'umber bank holding plc'],
        handles: [{ source: 'Twitter' }, { source: 'Instagram', handle: 'https://www.instagram.com/umberbank/?hl=en' }],
        phones: ['+44 20 7946 0101', '+44 20 7946 0199'],
      },
    ],
  })
  await decide([...idOf('com.umber.Pay'), ...idOf('4711')], false)
  html(
    '/',
    '<a href="https://www.instagram.com/umberbank/">I</a><a href="https://www.tiktok.com/@umberbank">T</a><a href="https://apps.apple.com/gb/app/umber/id4711">App</a>',
  )
  await search()
  expect(values(await list())).toEqual(['handle https://www.tiktok.com/@umberbank'])
  const superAdmin = await newUser('superAdmin', company)
  const { body } = await send(superAdmin, listAudit, { query })
  expect(body.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'settings.ownSitesSearched',
      'settings.assetsChanged',
      'settings.assetProposalsAccepted',
      'settings.assetProposalsRefused',
    ]),
  )
})

test('robots.txt is kept', async () => {
  outside.web.on('/robots.txt', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /contact\n'),
  )
  html('/', '<a href="/contact">Contact</a><a href="/about">About</a>')
  html('/contact', '<a href="tel:+44 20 7946 0155">Call</a>')
  html('/about', '<a href="tel:+44 20 7946 0166">Call</a>')
  const { search, list } = await createFixture()
  await search()
  expect(values(await list())).toEqual(['phone +44 20 7946 0166'])
  expect(outside.web.requests.map(({ url }) => url)).not.toContain('/contact')
})

test('hostile pages cost only themselves', async () => {
  html(
    '/',
    `<a href="/contact/loop">1</a><a href="/contact/huge">2</a><a href="/contact/private">3</a><a href="/contact/elsewhere">4</a>
    <a href="/about">5</a>`,
  )
  outside.web.on('/contact/loop', (_, response) => response.writeHead(302, { location: '/contact/loop' }).end())
  outside.web.on('/contact/huge', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(Buffer.alloc(3 * 1024 * 1024, '<a href="tel:+44 20 7946 0111">'))
  })
  outside.web.on('/contact/private', (_, response) =>
    response.writeHead(302, { location: outside.numbers.url('/secret').replace('127.0.0.1', 'localhost') }).end(),
  )
  // A page of a host that isn't the company's says nothing about it.
  outside.dns.set('stranger.example', { a: ['127.0.0.1'] })
  const stranger = outside.web.url('/stranger')
  outside.web.on('/contact/elsewhere', (_, response) => response.writeHead(302, { location: stranger }).end())
  html('/stranger', '<a href="tel:+44 20 7946 0122">Call</a>')
  html('/about', `${'<div>'.repeat(100_000)}<a href="tel:+44 20 7946 0133">Call</a>`)
  const { search, list } = await createFixture()
  await search()
  const found = await list()
  expect(values(found)).toEqual(['phone +44 20 7946 0133'])
  expect(found.problems).toEqual([])
  expect(outside.numbers.requests).toEqual([])
})

test('a site that can’t be read is named with the reason', async () => {
  const { search, list, admin, query, assets } = await createFixture()
  const { version: _, ...rest } = await assets()
  outside.dns.set('intern.example', { a: ['10.0.0.7'] })
  const domains = ['intern.example']
  await send(admin, putAssets, { query, body: { ...rest, ...query, domains, version: 2 } })
  html('/', '<a href="tel:+44 20 7946 0144">Call</a>')
  await search()
  const { problems, proposals } = await list()
  expect(problems).toMatchObject([{ host: 'intern.example', message: expect.stringContaining('intern.example') }])
  expect(proposals).toHaveLength(1)
})

test('one search runs at a time, and needs an official domain', async () => {
  const { admin, query, assets } = await createFixture()
  const { body: started } = await send(admin, searchOwnSites, { query, body: query })
  expect(started).toMatchObject({ isSearching: true, searchStartedAt: expect.any(String) })
  expect(await send(admin, searchOwnSites, { query, body: query })).toMatchObject(refusal('SITE_SEARCH_RUNNING'))
  const { brands, ...rest } = await assets()
  const none = brands.map((brand) => ({ ...brand, official: [] }))
  await send(admin, putAssets, { query, body: { ...rest, ...query, brands: none } })
  expect(await send(admin, searchOwnSites, { query, body: query })).toMatchObject(refusal('NO_OFFICIAL_DOMAIN'))
})

test('a list of assets that would become too long is refused, and nothing is decided', async () => {
  html('/', '<a href="tel:+44 20 7946 0177">Call</a>')
  const { admin, query, assets, search, list, decide } = await createFixture()
  const { brands, ...rest } = await assets()
  const phones = Array.from({ length: 100 }, (_, at) => `+44 20 7000 ${1000 + at}`)
  await send(admin, putAssets, {
    query,
    body: { ...rest, ...query, brands: brands.map((one) => ({ ...one, phones })) },
  })
  await search()
  const [proposal] = (await list()).proposals
  expect(await decide([proposal?.id ?? ''], true)).toMatchObject(refusal('LIST_TOO_LONG', 'body.ids'))
  expect((await list()).proposals).toHaveLength(1)
})

test('a search that stopped before its end has its start, and another one can begin', async () => {
  const { company, admin, query, list } = await createFixture()
  await send(admin, searchOwnSites, { query, body: query })
  const longAgo = new Date(Date.now() - 11 * 60_000)
  await world().database.inCompanies([company.id], (tx) =>
    tx.updateTable('company_assets').set({ search_started_at: longAgo }).where('company_id', '=', company.id).execute(),
  )
  expect(await list()).toMatchObject({ isSearching: false, searchStartedAt: longAgo.toISOString(), searchedAt: null })
  expect((await send(admin, searchOwnSites, { query, body: query })).body.isSearching).toBe(true)
})
