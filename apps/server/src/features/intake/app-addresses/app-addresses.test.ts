import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeAppStore } from '@signet/connectors/test/providers/fake-app-store'
import { fakeGooglePlay } from '@signet/connectors/test/providers/fake-google-play'
import { startFakeProviders, type FakeProviders, type Listing } from '@signet/connectors/test/providers/fake-provider'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { listAudit } from '@signet/contract/operation/audit'
import { getQueued } from '@signet/contract/review/qa'
import { addThreats } from '@signet/contract/threats/add-threats'
import { addAppAddress, getAppFile } from '@signet/contract/threats/app-files'
import { newCompany, newUser, send, useWorld } from '../../../../test/harness.ts'
import { startOutside, type Outside } from '../../../../test/outside/outside-world.ts'
import { runFetchApp } from './fetch-app.job.ts'
import { runReadAppFile } from '../../app-files/read-app-file.job.ts'

const world = useWorld({ looksUp: true })
const samples = path.resolve(import.meta.dirname, '../../../../../../packages/readers/test/apk')
const sample = (name: string) => readFile(path.join(samples, name))
const official = { name: 'Northwind Bank', packageName: 'com.northwindbank.mobile' }
const fake = 'com.northwindbank.mobile.loan'
const host = 'northwind-app.example'
const inPlay = (packageName: string) => `https://play.google.com/store/apps/details?id=${packageName}&hl=de`
const listing: Listing = {
  id: '4711',
  name: 'Northwind Bank Loan',
  handle: fake,
  publisher: 'Fast Finance Apps',
  text: 'Sign in to your account at Northwind Bank and get a loan today.',
  link: null,
  phone: null,
  at: '2026-10-01T08:00:00.000Z',
  followers: 0,
  isVerified: false,
}

let outside: Outside
let providers: FakeProviders
beforeAll(async () => {
  outside = await startOutside()
  outside.dns.set(host, { a: ['127.0.0.1'] })
  providers = await startFakeProviders({ appStore: fakeAppStore, googlePlay: fakeGooglePlay })
})
afterAll(() => Promise.all([outside.close(), providers.close()]))
beforeEach(() => {
  Object.assign(providers.world, { manner: 'ok', listings: () => [listing] })
  outside.web.requests.length = 0
})

/** A company with a registered app, and a reviewer who enters addresses. */
async function createFixture({ looksUp = true } = {}) {
  const company = await newCompany()
  const query = { company: company.key }
  const reviewer = await newUser('qa', company)
  const superAdmin = await newUser('superAdmin', company)
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const apps = [{ ...official, signerSha256: ['ab'.repeat(32)] }]
  expect((await send(superAdmin, putAssets, { query, body: { ...assets, apps } })).status).toBe(200)
  const { database, files, secrets, queue } = world()
  const parts = {
    database,
    files,
    secrets,
    enqueue: queue.enqueue,
    feedAllow: [providers.server.address],
    connectorsUrl: providers.server.url(''),
    lookUps: looksUp ? outside.settings(host) : null,
  }
  const enter = (address: string) => send(reviewer, addAppAddress, { query, body: { ...query, address } })
  const get = async (appFileId: string) => (await send(reviewer, getAppFile, { query, params: { appFileId } })).body
  const fetched = async (address: string) => {
    const { status, body } = await enter(address)
    expect(status).toBe(202)
    expect(body).toMatchObject({ state: 'reading', address, sha256: null, size: null })
    const data = { companyId: company.id, appFileId: body.id }
    const run = { attempt: 1, signal: new AbortController().signal }
    await runFetchApp(parts, data, run)
    await runReadAppFile(parts, data, run)
    return get(body.id)
  }
  const add = async (appFile: string, fields: object, more: object = {}) => {
    const rows = [{ threatType: 'Fake app', severity: 'High', fields, appFile }]
    return (await send(reviewer, addThreats, { query, body: { ...query, source: 'APK', rows, ...more } })).body
  }
  return { company, query, reviewer, superAdmin, parts, enter, get, fetched, add }
}

const page = (bytes: Buffer | string, type: string) =>
  outside.web.on('/get/Northwind.apk', (_, response) =>
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(bytes) }).end(bytes),
  )
const fileAddress = `http://${host}/get/Northwind.apk`

test.each([
  ['Google Play', inPlay(fake), 'text/html'],
  ['App Store', 'https://apps.apple.com/gb/app/northwind/id4711', 'text/plain'],
])(
  'the page of an app in %s is read, and becomes a threat with its reasons and the page as evidence',
  async (store, address, type) => {
    const { query, reviewer, fetched, add } = await createFixture()
    const app = await fetched(address)
    expect(app).toMatchObject({
      state: 'read',
      isListing: true,
      isOwn: false,
      fields: { appName: listing.name, packageName: fake, store, publisher: listing.publisher },
    })
    const names = app.indicators.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Package with added words', 'Other publisher']))
    expect(app.indicators.every(({ description }) => description)).toBe(true)

    const [added] = await add(app.id, app.fields)
    expect(added).toMatchObject({ state: 'added' })
    const { body: threat } = await send(reviewer, getQueued, { query, params: { threatId: added?.id ?? '' } })
    expect(threat).toMatchObject({ source: 'APK', title: listing.name, url: address })
    expect(threat.indicators.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(threat.evidence).toMatchObject([{ kind: 'upload', sha256: app.sha256, type }])
    const document = await world().server.inject(threat.evidence[0]?.href ?? '')
    expect(document.body).toContain(listing.publisher)
    expect(document.headers['content-disposition']).toMatch(/^attachment;/)
  },
)

test('the file at an address is downloaded, and read and compared like an uploaded one', async () => {
  page(await sample('northwind-fake-same-icon.apk'), 'application/octet-stream')
  const { fetched, add } = await createFixture()
  const app = await fetched(fileAddress)
  expect(app).toMatchObject({
    state: 'read',
    name: 'Northwind.apk',
    isListing: false,
    fields: { appName: 'Northwind Bank', signerSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(app.indicators.map(({ name }) => name)).toContain('Different signer')
  expect(await add(app.id, app.fields)).toMatchObject([{ state: 'added' }])
})

test("the company's own app in a store is said to be its own, and only added on request", async () => {
  const { fetched, add } = await createFixture()
  const app = await fetched(inPlay(official.packageName))
  expect(app).toMatchObject({ state: 'read', isOwn: true, indicators: [] })
  const own = { reason: 'OWN_ASSET', parameters: { kind: 'app', value: official.packageName } }
  expect(await add(app.id, app.fields)).toMatchObject([{ state: 'own', problem: own }])
  expect(await add(app.id, app.fields, { isAddedAnyway: true })).toMatchObject([{ state: 'added' }])
})

test('an app in a store that has nothing of the company has no reasons', async () => {
  providers.world.listings = () => [{ ...listing, name: 'Garden Planner', text: 'Plan your garden' }]
  const { fetched } = await createFixture()
  const app = await fetched(inPlay('org.garden.planner'))
  expect(app).toMatchObject({ state: 'read', isOwn: false, indicators: [], fields: { appName: 'Garden Planner' } })
})

test('what keeps an app from being read is told by its reason, and no threat can name the app', async () => {
  const { fetched, query, reviewer } = await createFixture()
  const problemOf = async (address: string) => {
    const { state, problem } = await fetched(address)
    expect(state).toBe('unreadable')
    return problem?.reason
  }
  expect(await problemOf(inPlay('com.other.app'))).toBe('APP_NOT_LISTED')
  expect(await problemOf('https://apps.apple.com/gb/app/northwind/id1')).toBe('APP_NOT_LISTED')
  for (const [manner, reason] of [
    ['throttles', 'SERVER_THROTTLES'],
    ['changed', 'API_ANSWER_CHANGED'],
    ['huge', 'RESPONSE_TOO_LARGE'],
    ['fails', 'SERVER_FAILS'],
  ] as const) {
    providers.world.manner = manner
    expect(await problemOf(inPlay(fake)), manner).toBe(reason)
  }
  page('<!doctype html><title>Download</title>', 'text/html')
  expect(await problemOf(fileAddress)).toBe('APP_FILE_NOT_SENT')
  outside.web.on('/get/Northwind.apk', (_, response) => response.writeHead(403).end())
  expect(await problemOf(fileAddress)).toBe('SERVER_UNAUTHORISED')
  outside.web.on('/get/Northwind.apk', (_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
  )
  expect(await problemOf(fileAddress)).toBe('ADDRESS_NOT_PUBLIC')
  const failed = await fetched(fileAddress)
  const rows = [{ threatType: 'Fake app', severity: 'High' as const, fields: { appName: 'X' }, appFile: failed.id }]
  const body = { ...query, source: 'APK' as const, rows }
  expect((await send(reviewer, addThreats, { query, body })).status).toBe(409)
})

test('an installation without look-ups fetches nothing, and says so', async () => {
  const { fetched } = await createFixture({ looksUp: false })
  expect((await fetched(fileAddress)).problem?.reason).toBe('OBSERVATIONS_OFF')
  expect(outside.web.requests).toEqual([])
})

test('an address that is not that of an app is refused with the name of the field', async () => {
  const { enter } = await createFixture()
  for (const [address, reason] of [
    ['https://play.google.com/store/apps/developer?id=Northwind', 'NOT_AN_APP_ADDRESS'],
    ['https://apps.apple.com/gb/developer/northwind/id4711', 'NOT_AN_APP_ADDRESS'],
    ['northwind.apk', 'NOT_A_WEB_ADDRESS'],
    ['ftp://northwind.example/app.apk', 'NOT_A_WEB_ADDRESS'],
  ] as const) {
    expect(await enter(address), address).toMatchObject({
      status: 400,
      body: { details: [{ path: 'body.address', reason }] },
    })
  }
})

test('an app is fetched once, however often its job runs, and who entered the address is on record', async () => {
  page(await sample('northwind-fake-same-icon.apk'), 'application/octet-stream')
  const { company, query, superAdmin, reviewer, parts, fetched, get } = await createFixture()
  const app = await fetched(fileAddress)
  const run = { attempt: 2, signal: new AbortController().signal }
  await runFetchApp(parts, { companyId: company.id, appFileId: app.id }, run)
  expect(await get(app.id)).toEqual(app)
  expect(outside.web.requests.length).toBe(1)
  const { body: audit } = await send(superAdmin, listAudit, { query: { ...query, limit: 50 } })
  const added = audit.items.find(({ action }) => action === 'appFile.added')
  expect(added).toMatchObject({ by: reviewer.email, after: { address: fileAddress } })
})

test('an app that was being fetched when the program stopped is fetched by the next run', async () => {
  page(await sample('northwind-fake-same-icon.apk'), 'application/octet-stream')
  const { company, parts, enter, get } = await createFixture()
  const { body } = await enter(fileAddress)
  const data = { companyId: company.id, appFileId: body.id }
  await expect(runFetchApp(parts, data, { attempt: 1, signal: AbortSignal.abort() })).rejects.toThrow()
  expect((await get(body.id)).state).toBe('reading')
  await runFetchApp(parts, data, { attempt: 2, signal: new AbortController().signal })
  expect(await get(body.id)).toMatchObject({ state: 'reading', name: 'Northwind.apk', sha256: expect.any(String) })
})
