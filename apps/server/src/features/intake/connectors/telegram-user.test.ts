import { telegramCredentials } from '@signet/connectors/test/telegram/test-session'
import { minuteMs } from '@signet/contract/time'
import { expect, test } from 'vitest'
import { connectorWorld, post, signals } from '../../../../test/connected-company.ts'
import { testConnectorAccount } from './test-connector.job.ts'

const { providers, parts, run, createFixture } = connectorWorld()

const channel = post(1001, { handle: 'quayside_help' })
const message = post(1002, { handle: 'quayside_prizes' })

async function withAccount() {
  const fixture = await createFixture('telegramUser')
  providers().world.listings = (term) => (term === 'Quayside Bank' ? [channel, message] : [])
  expect((await fixture.turnOn(telegramCredentials)).status).toBe(200)
  return fixture
}

test('channels and messages that an account finds wait for review with their reasons', async () => {
  const { collectNow, threats, work } = await withAccount()
  await collectNow()
  const found = await threats()
  expect(found.map(({ source, title }) => `${source} ${title}`).toSorted()).toEqual([
    'Telegram quayside_help',
    'Telegram quayside_prizes',
  ])
  const { rows } = await run(
    `select indicators from threats where id = any($1)`,
    found.map(({ id }) => id),
  )
  for (const { indicators } of rows) expect(indicators.length).toBeGreaterThan(0)
  expect(await work()).toMatchObject({ state: 'collecting', observed: 2, found: 2, problem: null })
})

test('the test of the account says which account it is, and the session is never sent back', async () => {
  const { company, work } = await withAccount()
  await run(`update answer_gates set next_at = '2020-01-01'`)
  await testConnectorAccount(parts(), { companyId: company.id, connector: 'telegramUser' }, signals())
  const tested = await work()
  expect(tested).toMatchObject({ test: { reply: '@signet_watch', problem: null }, credentials: ['apiId', 'session'] })
  expect(JSON.stringify(tested)).not.toContain(telegramCredentials.session)
})

test('staff see that an account has more chats than are read, until it has fewer', async () => {
  const { company, collectNow, work, makeDue } = await withAccount()
  providers().world.joined = 104
  // What they contain was read before.
  const read = Object.fromEntries(Array.from({ length: 104 }, (_, index) => [index + 5000, 1]))
  const cursor = JSON.stringify({ phase: 'joined', search: null, read })
  await run('update connectors set cursor = $2 where company_id = $1', company.id, cursor)
  await collectNow()
  expect(await work()).toMatchObject({ state: 'collecting', problem: null, bound: { read: 100, of: 104 } })
  providers().world.joined = 3
  await makeDue()
  await collectNow()
  expect(await work()).toMatchObject({ bound: null })
})

test('a revoked session needs another account, and a flood wait only time', async () => {
  const { collectNow, work, makeDue } = await withAccount()
  providers().world.manner = 'throttles'
  providers().world.freeAt = new Date(Date.now() + 30 * minuteMs)
  await collectNow()
  const waiting = await work()
  expect(waiting).toMatchObject({ state: 'throttled', problem: { reason: 'SERVER_THROTTLES' } })
  expect(Date.parse(waiting?.nextRunAt ?? '') - Date.now()).toBeGreaterThan(28 * minuteMs)

  providers().world.manner = 'expired'
  await makeDue()
  await collectNow()
  expect(await work()).toMatchObject({ state: 'needsAccount', problem: { reason: 'API_KEY_REFUSED' } })
})
