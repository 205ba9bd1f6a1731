import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { openDatabase } from '@signet/server/db/database'
import { cleanUpLater } from '@signet/server/test/new-folder'
import { onCluster } from '@signet/server/test/on-cluster'
import { testRolePassword } from '@signet/server/test/role-password'
import { newInstallation, shortenHeartbeat, type Installation, type Running } from '../signet-process.ts'
import { compareStored, newCompanyWriters, writeKinds, type CompanyWriters } from './kill-writers.ts'
import { findCitus, startCluster } from './own-cluster.ts'
import { freePort, startAgain, type OwnPostgres } from './own-postgres.ts'

/*
 * A cluster of its own loses a node, then its coordinator, while writers of two companies that are on different nodes go on. Calls
 * that need what is lost are refused for a moment, all others are answered, and each acknowledged write is there exactly once.
 */

const bin = findCitus()
/** The time until everything works again, measured from the moment the lost server accepts connections. */
const wholeWithin = { timeout: 15_000, interval: 100 }
const patience = { timeout: 120_000, interval: 100 }
const secret = randomBytes(32).toString('hex')

async function acknowledgesMore({ writers }: CompanyWriters, more: number, within = patience): Promise<void> {
  const before = writers.acknowledged.length
  await expect.poll(() => writers.acknowledged.length, within).toBeGreaterThan(before + more)
}

async function refusesClearly({ list }: CompanyWriters): Promise<void> {
  const answer = await list()
  expect(await answer.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

describe.runIf(onCluster && bin)('a cluster', { timeout: 600_000 }, () => {
  let signet: Installation
  let port: number
  let coordinator: OwnPostgres
  /** The node of the second company. */
  let lost: OwnPostgres
  let companies: readonly [CompanyWriters, CompanyWriters]
  const processes: Running[] = []

  beforeAll(async () => {
    const cluster = await startCluster(bin as string, { synchronous_commit: 'on', full_page_writes: 'on' })
    cleanUpLater(() => cluster.stop())
    coordinator = required(cluster.nodes[0], 'the coordinator')
    signet = await newInstallation({ connectionString: cluster.url, rolePassword: testRolePassword })
    port = await freePort()
    const env = { SIGNET_SECRET: secret, PORT: String(port) }
    const api = signet.start(['serve'], { env: { ...env, SIGNET_SERVICES: 'api' } })
    await api.waitForOutput(/Signet is at/)
    const worker = signet.start(['worker'], { env })
    await worker.waitForOutput(/Running jobs/)
    processes.push(api, worker)
    await shortenHeartbeat(signet)
    companies = await companiesOnTwoNodes()
    const nodePort = await nodeOf(companies[1])
    lost = required(
      cluster.nodes.find((node) => node.port === nodePort),
      'the node',
    )
  })

  async function companiesOnTwoNodes(): Promise<[CompanyWriters, CompanyWriters]> {
    const database = openDatabase(await signet.connection(), 2)
    try {
      const next = (n: number) => newCompanyWriters(database, { key: `company-${n}`, secret, port, count: 2 })
      const first = await next(1)
      for (let n = 2; ; n += 1) {
        const other = await next(n)
        if ((await nodeOf(other)) !== (await nodeOf(first))) return [first, other]
      }
    } finally {
      await database.close()
    }
  }

  /** The port of the node that has the rows of a company. */
  async function nodeOf({ companyId }: CompanyWriters): Promise<number | undefined> {
    const [row] = await signet.sql<{ port: number }>(
      `select nodeport as port from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('threats', $1::int)`,
      [companyId],
    )
    return row?.port
  }

  /** Both companies write until the work is done; then everything that was begun is acknowledged, and everything acknowledged is there. */
  async function whileWriting(work: () => Promise<void>): Promise<void> {
    const over = new AbortController()
    const writing = companies.map(({ writers }) => writers.write(over.signal))
    await Promise.race([work(), ...writing]).finally(() => over.abort())
    await Promise.all(writing)
    for (const { process } of processes) expect([process.exitCode, process.signalCode]).toEqual([null, null])
    for (const { key, writers } of companies) {
      const stored = await compareStored(signet, writers.acknowledged)
      for (const kind of writeKinds) expect(stored[kind], `${key}: ${kind}`).toMatchObject({ lost: 0, doubled: 0 })
    }
    const undone = () =>
      signet.sql(`select id from pgboss.job where name = 'preserve-evidence' and state <> 'completed'`)
    await expect.poll(undone, patience).toEqual([])
    expect(await signet.run(['audit', 'verify'], { env: { SIGNET_SECRET: secret } })).toMatchObject({
      code: 0,
      stderr: '',
    })
  }

  /** Reads and writes of both companies. */
  async function isWhole(): Promise<void> {
    const startedAt = performance.now()
    const left = () => ({ ...wholeWithin, timeout: wholeWithin.timeout - (performance.now() - startedAt) })
    const before = companies.map(({ writers }) => writers.acknowledged.length)
    const answers = () => Promise.all(companies.map(async ({ list }) => (await list()).status))
    await expect.poll(answers, left()).toEqual([200, 200])
    const wrote = () => companies.map(({ writers }, at) => writers.acknowledged.length > (before[at] ?? 0))
    await expect.poll(wrote, left()).toEqual([true, true])
  }

  const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status

  test('that loses a node goes on for the companies of the others, and for all once it is back', async () => {
    const [kept, away] = companies
    await whileWriting(async () => {
      await Promise.all(companies.map((company) => acknowledgesMore(company, 20)))
      await lost.end('SIGKILL')
      await expect.poll(async () => (await away.list()).status, patience).toBe(503)
      for (let call = 0; call < 20; call += 1) {
        expect((await kept.list()).status).toBe(200)
        await refusesClearly(away)
      }
      expect(await readyz()).toBe(200)
      const before = away.writers.acknowledged.length
      await acknowledgesMore(kept, 30)
      expect(away.writers.acknowledged.length).toBe(before)
      await startAgain(lost)
      await isWhole()
      await Promise.all(companies.map((company) => acknowledgesMore(company, 20)))
    })
  })

  test('that loses its coordinator refuses every company until it is back', async () => {
    await whileWriting(async () => {
      await Promise.all(companies.map((company) => acknowledgesMore(company, 20)))
      await coordinator.end('SIGKILL')
      await sleep(500)
      await expect.poll(readyz, patience).toBe(503)
      for (const company of companies) await refusesClearly(company)
      await startAgain(coordinator)
      await isWhole()
      await Promise.all(companies.map((company) => acknowledgesMore(company, 20)))
    })
  })
})
