import { expect, test } from 'vitest'
import { putConnector } from '@signet/contract/collection/connectors'
import { appOf, connectorWorld, signals } from '../../../../test/connected-company.ts'
import { send } from '../../../../test/harness.ts'
import { scanFeed } from '../scans/scan-feed.ts'
import { collect } from './collect.job.ts'

const { world, providers, run, parts, createFixture } = connectorWorld()

const keyed = { feeds: 'https://feeds.example/list.txt X-Api-Key: feed-secret' }
const page = (id: number, host: string) => appOf(id, { link: `https://${host}/${id}` })

test('a keyed feed is read by the schedule, judged, and read again only when it has changed', async () => {
  const { turnOn, collectNow, threats, work, makeDue } = await createFixture('feeds')
  const listings = [page(1, 'quaysidebank-login.example'), page(2, 'harbour-news.example')]
  providers().world.listings = () => listings
  await turnOn(keyed)
  await collectNow()
  const found = await threats()
  expect(found.map(({ source, title }) => [source, title])).toEqual([
    ['URL', 'https://quaysidebank-login.example/signin'],
  ])
  expect(await work()).toMatchObject({ state: 'collecting', observed: 2, found: 1, problem: null })
  const asked = providers().server.requests.length
  await makeDue()
  await collectNow()
  expect(providers().server.requests.length).toBe(asked + 1)
  expect(await work()).toMatchObject({ observed: 2, found: 1 })
})

test('an address that a scan has found before is the same threat', async () => {
  const { company, turnOn, collectNow, threats } = await createFixture('feeds')
  providers().world.listings = () => [page(1, 'quaysidebank-verify.example')]
  providers().server.on('/once.txt', (_request, response) => {
    response.end('https://quaysidebank-verify.example/signin\n')
  })
  await scanFeed(
    { database: world().database, feedAllow: [providers().server.address] },
    { scanId: crypto.randomUUID(), feed: providers().server.url('/once.txt'), companyId: company.id },
  )
  expect(await threats()).toHaveLength(1)
  await turnOn(keyed)
  await collectNow()
  expect(await threats()).toHaveLength(1)
})

test('what the company owns is counted and not reported', async () => {
  const { turnOn, collectNow, threats, work } = await createFixture('feeds')
  providers().world.listings = () => [page(1, 'quaysidebank.quayside.example')]
  await turnOn(keyed)
  await collectNow()
  expect(await threats()).toEqual([])
  expect(await work()).toMatchObject({ observed: 1, found: 0 })
})

test('a feed that wants another key says so, and is tried again', async () => {
  const { turnOn, collectNow, work } = await createFixture('feeds')
  await turnOn({ feeds: 'https://feeds.example/list.txt X-Api-Key: old' })
  await collectNow()
  expect(await work()).toMatchObject({ state: 'needsAccount', problem: { reason: 'SERVER_UNAUTHORISED' } })
  expect(JSON.stringify(await work())).not.toContain('old')
})

test('the feeds of the installation are read once for all companies that have them on', async () => {
  const first = await createFixture('sharedFeeds')
  const second = await createFixture('sharedFeeds', 'Harbour Bank')
  providers().world.listings = () => [page(1, 'quaysidebank-pay.example'), page(2, 'harbourbank-pay.example')]
  await first.turnOn()
  await second.turnOn()
  const asked = providers().server.requests.length
  await run(`update answer_gates set next_at = '2020-01-01'`)
  const all = { ...parts(), feeds: 'https://feeds.example/shared.csv' }
  await collect(all, { companyId: first.company.id, connector: 'sharedFeeds' }, signals())
  expect(providers().server.requests.length).toBe(asked + 1)
  expect((await first.threats()).map(({ title }) => title)).toEqual(['https://quaysidebank-pay.example/account'])
  expect((await second.threats()).map(({ title }) => title)).toEqual(['https://harbourbank-pay.example/account'])
})

test('without feeds of the installation, the connector says what the operator has to do', async () => {
  const { turnOn, collectNow, work } = await createFixture('sharedFeeds')
  await turnOn()
  await collectNow()
  expect(await work()).toMatchObject({ state: 'failing', problem: { reason: 'FEEDS_NOT_SET' } })
})

test.each([
  ['https://feeds.example/a\nfeeds.example', 'FEED_LINE_INVALID'],
  [Array.from({ length: 21 }, (_value, at) => `https://feeds.example/${at}`).join('\n'), 'FEEDS_TOO_MANY'],
])('lines that are no feeds are refused by name', async (feeds, reason) => {
  const { superAdmin, query } = await createFixture('feeds')
  const put = await send(superAdmin, putConnector, {
    params: { connector: 'feeds' },
    query,
    body: { isOn: true, credentials: { feeds } },
  })
  expect(put).toMatchObject({ status: 400, body: { details: [{ path: 'body.credentials.feeds', reason }] } })
})

test('the database of PhishTank is read once and judged', async () => {
  const { turnOn, collectNow, threats, work, makeDue } = await createFixture('phishTank')
  const listings = [page(1, 'quaysidebank-secure.example'), page(2, 'unrelated.example')]
  providers().world.listings = () => listings
  await turnOn()
  await collectNow()
  expect((await threats()).map(({ title }) => title)).toEqual(['https://quaysidebank-secure.example/1'])
  await makeDue()
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting', observed: 2, found: 1 })
})
