import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '@signet/connectors/test/certificates'
import { startCtWorld, type CtWorld } from '@signet/connectors/test/ct-world'
import { scanStages } from '@signet/contract/collection/scans'
import { scanJob } from '@signet/server/features/intake/intake.jobs'
import { openDatabase } from '@signet/server/db/database'
import { addStages } from '@signet/server/features/intake/scans/scan-stages.queries'
import { openQueue } from '@signet/server/jobs/queue'
import { openLog } from '@signet/server/log'
import { newFolder } from '@signet/server/test/new-folder'
import { newInstallation, shortenHeartbeat, type Installation } from '../signet-process.ts'

/*
 * The worker that reads recent certificates for a new company is killed while it runs, next to the job that follows the same logs: the scan
 * ends with every threat exactly once, and the position of the regular log reader isn't affected.
 */

const entries = 900
const hitEvery = 9
const kills = 2
// A missed heartbeat is detected first.
const recovery = { timeout: 240_000, interval: 50 }

let ct: CtWorld
let list: string

beforeAll(async () => {
  ct = await startCtWorld({ 'new-log': 'static-ct', 'old-log': 'rfc6962' })
  list = path.join(await newFolder(), 'list.json')
  await writeFile(list, ct.list)
  for (const log of ct.logs) {
    log.faults.hasNames = false
    for (let n = 0; n < entries; n += 1) {
      const names = [
        n % hitEvery === 0 ? `login-coinbase-${log.name}-${n}.example` : `n${n}.${log.name}.garden.example`,
      ]
      log.add(makeCertificate({ names, commonName: names[0]! }), names)
    }
    // Enough entries at the end, so that a reader that starts there finds none of the above.
    ct.grow(log, 300)
    log.faults.shortAnswers = 25
    log.faults.delayMs = log.name === 'old-log' ? 250 : 60
  }
})
afterAll(() => ct.close())

async function queueScan(signet: Installation, companyId: number): Promise<string> {
  const database = openDatabase(await signet.connection(), 2)
  const queue = await openQueue(database, openLog('silent'))
  const scanId = randomUUID()
  await database.inCompanies([companyId], async (tx) => {
    await tx.insertInto('scans').values({ id: scanId, feed: 'first', error: null, finished_at: null }).execute()
    await tx.insertInto('company_scans').values({ company_id: companyId, scan_id: scanId, by_name: 'Test' }).execute()
    await addStages(tx, companyId, scanId, scanStages)
    await queue.enqueue(tx, scanJob, { scanId, feed: 'first', companyId })
  })
  await queue.stop()
  await database.close()
  return scanId
}

test('a first scan that is killed again and again keeps every threat once', { timeout: 900_000 }, async () => {
  const signet = await newInstallation()
  await signet.run(['watch', 'coinbase.com', '--feed', '-'])
  await shortenHeartbeat(signet)
  const start = async () => {
    const worker = signet.start(['worker'], {
      env: {
        SIGNET_CT_LOG_LIST: list,
        SIGNET_CT_BACKFILL: '0',
        SIGNET_CT_LOOKBACK: '100000',
        SIGNET_FEED_ALLOW: ct.address,
      },
    })
    await worker.waitForOutput(/Running jobs/)
    return worker
  }
  let worker = await start()
  const [company] = await signet.sql<{ id: number }>('select id from companies order by id limit 1')
  const scanId = await queueScan(signet, company!.id)
  const stage = async () => {
    const rows = await signet.sql<{ state: string; done: number; total: number | null }>(
      `select state, done::int, total::int from scan_stages where scan_id = $1 and stage = 'certificates'`,
      [scanId],
    )
    return rows[0]!
  }
  let done = 0
  for (let killed = 0; killed < kills; killed += 1) {
    await expect.poll(async () => (await stage()).done, recovery).toBeGreaterThan(done)
    expect((await worker.end('SIGKILL')).signal).toBe('SIGKILL')
    const left = await stage()
    expect(left.state).toBe('running')
    done = left.done
    worker = await start()
  }
  for (const log of ct.logs) delete log.faults.delayMs
  const scan = async () => (await signet.sql('select state, error from scans where id = $1', [scanId]))[0]
  await expect.poll(scan, recovery).toEqual({ state: 'done', error: null })

  const all = ct.logs.reduce((sum, { size }) => sum + size, 0)
  expect(await stage()).toEqual({ state: 'done', done: all, total: all })
  const hits = ct.logs.length * Math.ceil(entries / hitEvery)
  const counted = await signet.sql(
    `select count(*)::int as threats, min(sightings) as least, max(sightings) as most from threats`,
  )
  expect(counted).toEqual([{ threats: hits, least: 1, most: 1 }])
  expect(await signet.sql('select threats_added, threats_seen_again from company_scans')).toEqual([
    { threats_added: hits, threats_seen_again: 0 },
  ])
  expect(await signet.sql('select from scan_logs')).toEqual([])
  // The job that follows the logs started at their end and stays there.
  const followed = () =>
    signet.sql('select description, next_index::int as next, threats_added::int from ct_logs order by 1')
  await expect
    .poll(followed, recovery)
    .toEqual(
      ct.logs
        .map(({ name, size }) => ({ description: name, next: size, threats_added: 0 }))
        .toSorted((a, b) => (a.description < b.description ? -1 : 1)),
    )
  expect((await worker.end('SIGTERM')).code).toBe(0)
})
