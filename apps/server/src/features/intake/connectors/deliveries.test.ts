import { deliveryOf, tipOf } from '@signet/connectors/test/providers/fake-whats-app'
import { expect, test } from 'vitest'
import {
  deleteConnector,
  getSourceCoverage,
  listConnectors,
  putConnector,
  runConnector,
} from '@signet/contract/collection/connectors'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { listQueued } from '@signet/contract/review/qa'
import { newCompany, newUser, refusal, send, useWorld, type TestUser } from '../../../../test/harness.ts'

const world = useWorld()
const params = { connector: 'whatsApp' } as const
const clientSecret = 'the secret of the app'
const scam = 'Quayside Bank: your account will be blocked. Send your PIN to https://wa.me/442079460199'

async function createFixture() {
  const company = await newCompany()
  const superAdmin = await newUser('superAdmin', company)
  const reviewer = await newUser('qa', company)
  const query = { company: company.key }
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brand = { name: 'Quayside Bank', aliases: ['quaysidebank'], official: ['quayside.example'], key: 'quayside' }
  const brands = [{ ...brand, handles: [], phones: ['+44 20 7946 0100'], accounts: [] }]
  await send(superAdmin, putAssets, { query, body: { ...assets, brands } })
  const body = { isOn: true, credentials: { clientSecret } }
  await send(superAdmin, putConnector, { params, query, body })
  const work = () => workOf(superAdmin, query)
  const hook = (await work())?.hook ?? ''
  return {
    superAdmin,
    query,
    hook,
    work,
    deliver: (messages: readonly unknown[], secret = clientSecret, to = hook) => post(to, deliveryOf(messages, secret)),
    threats: async () => (await send(reviewer, listQueued, { query })).body.items,
  }
}

const workOf = async (user: TestUser, query: { company: string }) =>
  (await send(user, listConnectors, { query })).body.find(({ connector }) => connector === 'whatsApp')

async function post(url: string, { headers, body }: ReturnType<typeof deliveryOf>) {
  const { statusCode, body: answer } = await world().server.inject({ method: 'POST', url, headers, payload: body })
  return { status: statusCode, body: answer === '' ? null : (JSON.parse(answer) as unknown) }
}

const get = (path: string, query: Record<string, string>) => world().server.inject({ method: 'GET', url: path, query })

test('WhatsApp subscribes with the verify token of the address, and with no other', async () => {
  const { hook, work } = await createFixture()
  expect((await work())?.test).toBeNull()
  const token = hook.split('/').at(-1) ?? ''
  const challenge = { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' }
  const answer = await get(hook, challenge)
  expect([answer.statusCode, answer.body]).toEqual([200, '1158201444'])
  expect((await work())?.test).toMatchObject({ problem: null })
  for (const [path, query] of [
    [hook, { ...challenge, 'hub.verify_token': 'another' }],
    [hook, { ...challenge, 'hub.challenge': '<script>' }],
    [hook, {}],
    [`${hook.slice(0, -1)}x`, challenge],
    [hook.replace('whatsApp', 'x'), challenge],
    ['/api/hooks/whatsApp/nothing', challenge],
  ] as const) {
    expect((await get(path, query)).statusCode, JSON.stringify([path, query])).toBe(404)
  }
})

test('a forwarded scam waits for review with its reasons, once, without the number of who reported it', async () => {
  const { deliver, threats, work, query, superAdmin } = await createFixture()
  const messages = [tipOf('1', scam), tipOf('2', 'Is Quayside Bank open today?')]
  expect((await deliver(messages)).status).toBe(200)
  expect((await deliver(messages)).status).toBe(200)
  const found = await threats()
  expect(found.map(({ source, title, threatType }) => [source, title, threatType])).toEqual([
    ['WhatsApp', '+442079460199', 'Impersonating business'],
  ])
  const { rows } = await world().database.pool.query('select indicators, fields from threats where id = $1', [
    found[0]?.id,
  ])
  const [{ indicators, fields }] = rows
  expect(indicators.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Brand in the text', 'Asks for secrets', 'Leads to a messenger']),
  )
  expect(fields).toEqual({ Profile: '+442079460199', message: scam, forwarded: true })
  expect(await work()).toMatchObject({ state: 'collecting', observed: 4, found: 1, skipped: 0, nextRunAt: null })
  const { body } = await send(superAdmin, getSourceCoverage, { query })
  expect(body.find(({ source }) => source === 'WhatsApp')).toMatchObject({ state: 'collecting' })
})

test('the company’s own number is counted and not reported', async () => {
  const { deliver, threats, work } = await createFixture()
  await deliver([tipOf('1', scam.replace('442079460199', '442079460100'))])
  expect(await threats()).toEqual([])
  expect(await work()).toMatchObject({ observed: 1, found: 0, suppressed: 1 })
})

test('a delivery that is not signed with the client secret stores nothing, and the settings say so', async () => {
  const { deliver, threats, work } = await createFixture()
  expect(await deliver([tipOf('1', scam)], 'another secret')).toMatchObject(refusal('DELIVERY_NOT_SIGNED'))
  expect(await threats()).toEqual([])
  expect(await work()).toMatchObject({ state: 'waiting', observed: 0 })
  expect((await work())?.test).toMatchObject({ problem: { reason: 'DELIVERY_NOT_SIGNED' } })
})

test('an address belongs to one company, and ends with its account', async () => {
  const first = await createFixture()
  const second = await createFixture()
  expect(first.hook).not.toBe(second.hook)
  await first.deliver([tipOf('1', scam)])
  expect(await second.threats()).toEqual([])
  const { superAdmin, query } = first
  await send(superAdmin, putConnector, { params, query, body: { isOn: false } })
  expect((await first.deliver([tipOf('2', scam)])).status).toBe(404)
  await send(superAdmin, deleteConnector, { params, query })
  await send(superAdmin, putConnector, { params, query, body: { isOn: true, credentials: { clientSecret } } })
  expect((await workOf(superAdmin, query))?.hook).not.toBe(first.hook)
  expect((await first.deliver([tipOf('2', scam)])).status).toBe(404)
})

test('a provider that delivers can’t be asked', async () => {
  const { superAdmin, query } = await createFixture()
  const other = { params: { connector: 'whatsApp' as never }, query }
  expect((await send(superAdmin, runConnector, other)).status).toBe(404)
})

test('a body that is too large or of another type is refused', async () => {
  const { hook } = await createFixture()
  const large = deliveryOf([tipOf('1', 'x'.repeat(3 * 1024 * 1024))], clientSecret)
  expect((await post(hook, large)).status).toBe(413)
  const { headers, body } = deliveryOf([tipOf('1', scam)], clientSecret)
  expect((await post(hook, { headers: { ...headers, 'content-type': 'text/xml' }, body })).status).toBe(415)
})
