import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '@signet/connectors/test/certificates'
import { startCtWorld, type CtWorld } from '@signet/connectors/test/ct-world'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newFolder } from '@signet/server/test/new-folder'
import { jsonLines, newInstallation, onlyLine, runHere, shortenHeartbeat } from '../../test/signet-process.ts'

let ct: CtWorld
let list: string
let env: Record<string, string>

beforeAll(async () => {
  ct = await startCtWorld({ 'new-log': 'static-ct', 'old-log': 'rfc6962' })
  list = path.join(await newFolder(), 'list.json')
  await writeFile(list, ct.list)
  env = { SIGNET_FEED_ALLOW: ct.address, SIGNET_LOG: 'silent' }
})
afterAll(() => ct.close())

test('ct read prints what is logged, and needs no database', async () => {
  for (const log of ct.logs) ct.grow(log, 5)
  const whole = await runHere(['ct', 'read', list, '--once', '--backfill', '100', '--log', 'old-log'], { env })
  expect(whole).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(whole)).toHaveLength(5)
  expect(jsonLines(whole)[2]).toMatchObject({ log: 'old-log', index: 2, names: [expect.stringMatching(/\.example$/)] })
  const nothingNew = await runHere(['ct', 'read', list, '--once'], { env })
  // Reading a tiled log starts at a tile boundary.
  expect(jsonLines(nothingNew).map(({ log }) => log)).toEqual(Array.from({ length: 5 }, () => 'new-log'))
})

test('ct read explains a failure in one line', async () => {
  expect(onlyLine(await runHere(['ct', 'read', '/no/such/list'], { env }))).toMatch(/there is no such file/)
  expect(onlyLine(await runHere(['ct', 'read', list, '--log', 'nowhere'], { env }))).toBe(sentenceOf('NO_LOG_CHOSEN'))
  const refused = await runHere(['ct', 'read', list, '--once'], { env: { SIGNET_LOG: 'silent' } })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(sentenceOf('LOGS_NOT_READ', { failed: 2, count: 2 }))
})

test(
  'a worker keeps a look-alike seconds after it was logged, also when it is killed and started again',
  { timeout: 240_000 },
  async () => {
    const signet = await newInstallation()
    await signet.run(['watch', 'coinbase.com', '--feed', '-'])
    await shortenHeartbeat(signet)
    const start = async () => {
      const worker = signet.start(['worker'], { env: { ...env, SIGNET_CT_LOG_LIST: list, SIGNET_CT_BACKFILL: '1000' } })
      await worker.waitForOutput(/Running jobs/)
      return worker
    }
    let made = 0
    /** An impostor that only an alternative name of the certificate reveals, together with the company's own domain. */
    const log = (place: CtWorld['logs'][number]) => {
      const names = ['cdn.garden.example', `login-coinbase-${(made += 1)}.example`, 'www.coinbase.com']
      place.add(makeCertificate({ names, commonName: 'cdn.garden.example' }), names)
    }
    const kept = async () =>
      (await signet.sql<{ title: string }>("select fields->>'domain_name' as title from threats order by 1")).map(
        ({ title }) => title,
      )
    const all = () => Array.from({ length: made }, (_, n) => `login-coinbase-${n + 1}.example`).toSorted()

    let worker = await start()
    for (let kills = 0; kills < 2; kills += 1) {
      for (const place of ct.logs) for (let count = 0; count < 20; count += 1) log(place)
      await sleep(300 + 500 * kills)
      await worker.end('SIGKILL')
      worker = await start()
    }
    await expect.poll(kept, { timeout: 120_000, interval: 100 }).toEqual(all())

    // A worker that has read everything finds new entries by polling.
    for (const place of ct.logs) log(place)
    await expect.poll(kept, { timeout: 60_000, interval: 50 }).toEqual(all())

    const rows = await signet.sql('select distinct stage, sightings, indicators <> $1 as "hasReasons" from threats', [
      '[]',
    ])
    expect(rows).toEqual([{ stage: 'queued', sightings: 1, hasReasons: true }])
    const counted = await signet.sql(
      'select description, entries_read::int as read, next_index::int as next from ct_logs',
    )
    for (const place of ct.logs)
      expect(counted).toContainEqual({ description: place.name, read: place.size, next: place.size })
    expect((await worker.end('SIGTERM')).code).toBe(0)
  },
)
