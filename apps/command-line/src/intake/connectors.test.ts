import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { connectorNames } from '@signet/contract/collection/connectors'
import { fakeAppStore } from '@signet/connectors/test/providers/fake-app-store'
import { listing } from '@signet/connectors/test/providers/collected'
import { startFakeProviders, type FakeProviders } from '@signet/connectors/test/providers/fake-provider'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newFolder } from '@signet/server/test/new-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines, newReadyInstallation, onlyLine } from '../../test/signet-process.ts'

let providers: FakeProviders
beforeAll(async () => {
  providers = await startFakeProviders({ appStore: fakeAppStore })
})
afterAll(() => providers.close())

/** An installation with a company whose App Store connector is on. */
async function createFixture() {
  const signet = await newReadyInstallation()
  const feed = `${await newFolder()}/feed.txt`
  await writeFile(feed, 'example.org\n')
  const env = { SIGNET_CONNECTORS_URL: providers.server.url(''), SIGNET_FEED_ALLOW: providers.server.address }
  const run = (...args: string[]) => signet.run(args, { env })
  expect((await run('watch', 'quayside.example', '--name', 'Quayside Bank', '--feed', feed)).code).toBe(0)
  await signet.sql(
    `insert into connectors (company_id, id, connector, is_on, on_since, next_run_at)
      select id, gen_random_uuid(), 'appStore', true, now(), now() + interval '1 day' from companies where key = 'quayside-example'`,
  )
  return { signet, run, connectors: (...args: string[]) => run('connectors', ...args, '--company', 'quayside-example') }
}

test('connectors prints a line for each connector, and what it needs', async () => {
  const { run, connectors } = await createFixture()
  for (const printed of [await run('connectors'), await connectors()]) {
    expect(printed.code).toBe(0)
    const lines = jsonLines(printed)
    expect(lines.map(({ connector }) => connector)).toEqual(connectorNames)
    const usual = { company: 'quayside-example', dataAt: null, quota: null, problem: null }
    expect(lines).toContainEqual(
      expect.objectContaining({ ...usual, connector: 'appStore', state: 'waiting', needs: [] }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ ...usual, connector: 'x', state: 'off', needs: ['token'], nextRunAt: null }),
    )
  }
})

test('connectors run runs a connector at once and prints what it did', async () => {
  const { signet, connectors } = await createFixture()
  const app = listing({ id: '1', name: 'Quayside Bank Login', text: 'Log in with your PIN' })
  providers.world.listings = (term) => (term === 'Quayside Bank' ? [app] : [])
  const ran = await connectors('run', 'appStore')
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(ran)).toMatchObject([{ connector: 'appStore', state: 'collecting', observed: 1, found: 1 }])
  expect(await signet.sql('select title from threats')).toEqual([{ title: 'Quayside Bank Login' }])
})

test('connectors pause keeps a connector from running until connectors resume, on record', async () => {
  const { signet, connectors } = await createFixture()
  const paused = await connectors('pause', 'appStore')
  expect(paused).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(paused)).toMatchObject([{ connector: 'appStore', state: 'paused', nextRunAt: null }])
  const company = 'quayside-example'
  const refused = await connectors('run', 'appStore')
  expect(refused.code).toBe(1)
  expect(onlyLine(refused)).toBe(sentenceOf('CONNECTOR_OFF', { connector: 'appStore', company }))
  expect(jsonLines(await connectors('resume', 'appStore'))).toMatchObject([{ state: 'waiting' }])
  expect((await connectors('pause', 'reddit')).code).toBe(1)
  const records = await signet.sql(`select action, by_name from audit where after ? 'isPaused' order by at`)
  expect(records).toEqual([
    { action: 'settings.connectorPaused', by_name: null },
    { action: 'settings.connectorResumed', by_name: null },
  ])
})

test('connectors run ends with 1 for one that fails, is off or runs elsewhere, and with 2 for one that doesn’t exist', async () => {
  const { signet, run, connectors } = await createFixture()
  providers.world.manner = 'fails'
  const failed = await connectors('run', 'appStore')
  providers.world.manner = 'ok'
  const [line] = jsonLines<{ state: string; problem: string }>(failed)
  expect(failed.code).toBe(1)
  expect(line).toMatchObject({ state: 'failing' })
  expect(failed.stderr.trim()).toBe(
    sentenceOf('CONNECTOR_FAILED', { connector: 'appStore', problem: line?.problem ?? '' }),
  )
  const company = 'quayside-example'
  const off = await connectors('run', 'reddit')
  expect(off.code).toBe(1)
  expect(onlyLine(off)).toBe(sentenceOf('CONNECTOR_OFF', { connector: 'reddit', company }))
  await signet.sql(`update connectors set run = $1, run_until = now() + interval '5 minutes'`, [randomUUID()])
  const busy = await connectors('run', 'appStore')
  expect(busy.code).toBe(1)
  expect(onlyLine(busy)).toBe(sentenceOf('CONNECTOR_RUNNING', { connector: 'appStore', company }))
  expect((await connectors('run', 'fax')).code).toBe(2)
  expect((await run('connectors', 'run', 'appStore')).code).toBe(2)
  expect((await run('connectors', '--company', 'nobody')).code).toBe(1)
})
