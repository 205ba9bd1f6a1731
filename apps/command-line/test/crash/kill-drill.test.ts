import { randomBytes, randomInt } from 'node:crypto'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { openDatabase } from '@signet/server/db/database'
import { cleanUpLater } from '@signet/server/test/new-folder'
import { testRolePassword } from '@signet/server/test/role-password'
import { findCitus, startCluster } from './own-cluster.ts'
import { newInstallation, type Installation, type Running } from '../signet-process.ts'
import { compareStored, newCompanyWriters, writeKinds, type Writers } from './kill-writers.ts'
import { findSystemPostgres, freePort, newPostgres, startAgain, type OwnPostgres } from './own-postgres.ts'

/*
 * The drill of killed processes (`npm run drill:kills`): the API, the worker and the database server are killed at random moments under
 * writers of every kind. Whatever was acknowledged is there exactly once at the end, each job had its effect once, and the audit chains are
 * whole.
 */

/** E.g. `SIGNET_KILLS=30`; without it, the drill is skipped. */
const kills = Number(process.env['SIGNET_KILLS'] ?? 0)
const on = process.env['SIGNET_KILLS_ON'] ?? 'embedded'
const writerCount = 4
/** A server that was killed recovers first, and the processes that were killed start on a machine that may be busy. */
const patience = { timeout: 180_000, interval: 100 }
const hour = 3_600_000
const secret = randomBytes(32).toString('hex')

describe.runIf(kills > 0)('processes that are killed', () => {
  let nodes: readonly OwnPostgres[] = []
  let signet: Installation
  let port: number
  let writers: Writers
  const running = new Map<'api' | 'worker', Running>()
  const killed = new Map<string, number>()
  /** What the processes that were killed have logged. */
  let logged = ''

  const env = () => ({ SIGNET_SECRET: secret, PORT: String(port) })
  async function startProcess(kind: 'api' | 'worker'): Promise<void> {
    const isApi = kind === 'api'
    for (;;) {
      const started = signet.start([isApi ? 'serve' : 'worker'], {
        env: { ...env(), ...(isApi ? { SIGNET_SERVICES: 'api' } : {}) },
      })
      running.set(kind, started)
      try {
        await started.waitForOutput(isApi ? /Signet is at/ : /Running jobs/)
        return
      } catch (error) {
        // Like a supervisor: it couldn't start because the database was just being recovered.
        const { stderr } = await started.ended
        if (!/recover|starting|reach|ECONNREFUSED|away|terminat/i.test(stderr)) throw error
        await sleep(500)
      }
    }
  }

  beforeAll(async () => {
    await startDatabase()
    signet = await newInstallation(
      nodes[0] ? { connectionString: urlOf(nodes[0]), rolePassword: testRolePassword } : undefined,
    )
    port = await freePort()
    await startProcess('api')
    await startProcess('worker')
    writers = await prepareWriters()
  }, hour)
  afterAll(async () => {
    await Promise.all([...running.values()].map((process) => process.end('SIGKILL')))
  }, hour)

  async function startDatabase(): Promise<void> {
    if (on === 'cluster') {
      const bin = required(findCitus(), 'Citus next to PostgreSQL')
      const cluster = await startCluster(bin, { synchronous_commit: 'on', full_page_writes: 'on' })
      nodes = cluster.nodes
      cleanUpLater(() => cluster.stop())
    } else if (on === 'server') {
      const server = await newPostgres(required(findSystemPostgres(), 'a PostgreSQL server'), {})
      await server.start()
      nodes = [server]
      cleanUpLater(() => server.remove())
    }
  }

  async function prepareWriters(): Promise<Writers> {
    const database = openDatabase(await signet.connection(), 2)
    try {
      return (await newCompanyWriters(database, { key: 'kill-drill', secret, port, count: writerCount })).writers
    } finally {
      await database.close()
    }
  }

  async function end(kind: 'api' | 'worker'): Promise<void> {
    logged += (await running.get(kind)?.end('SIGKILL'))?.stderr ?? ''
  }

  /** With what the API logged about it: the answer to an unexpected error names no cause. */
  async function withCause(failure: unknown): Promise<Error> {
    await end('api')
    const causes = logged.split('\n').filter((line) => line.includes('unexpected error'))
    return new Error([String(failure), ...causes].join('\n'), { cause: failure })
  }

  /** What can be killed here, each with how that is done. */
  function victims(): Victim[] {
    const processes = (['api', 'worker'] as const).map((kind) => ({
      kind,
      async die() {
        await end(kind)
        await startProcess(kind)
      },
    }))
    const servers = nodes.map((node, at) => ({
      kind: nodes.length === 1 ? 'database server' : at === 0 ? 'coordinator' : 'node',
      async die() {
        await node.end('SIGKILL')
        await startAgain(node)
      },
    }))
    const embedded = {
      kind: 'database server',
      async die() {
        process.kill(required(await signet.postmasterPid(), 'the server'), 'SIGKILL')
      },
    }
    return [...processes, ...(nodes.length > 0 ? servers : [embedded])]
  }

  test('leave every acknowledged write exactly once', { timeout: 6 * hour }, async () => {
    const over = new AbortController()
    const writing = writers.write(over.signal)
    let failure: unknown = null
    writing.catch((error: unknown) => (failure = error))
    for (let kill = 0; kill < kills; kill += 1) {
      const all = victims()
      const { kind, die } = required(all[kill < all.length ? kill : randomInt(all.length)], 'a victim')
      const before = writers.acknowledged.length
      await expect.poll(() => failure !== null || writers.acknowledged.length > before, patience).toBe(true)
      if (failure !== null) throw await withCause(failure)
      // Losing its database ends no process.
      for (const { process } of running.values()) expect([process.exitCode, process.signalCode]).toEqual([null, null])
      await sleep(randomInt(2_000))
      await die()
      killed.set(kind, (killed.get(kind) ?? 0) + 1)
      console.log(`kill ${kill + 1}: ${kind}, ${writers.acknowledged.length} writes acknowledged`)
    }
    over.abort()
    await writing.catch(async (error: unknown) => {
      throw await withCause(error)
    })
    await jobsAreDone()
    const stored = await compareStored(signet, writers.acknowledged)
    print(stored)
    for (const kind of writeKinds) expect(stored[kind], kind).toMatchObject({ lost: 0, doubled: 0 })
    await checkCases(stored.takedown.acknowledged)
    expect(await signet.run(['audit', 'verify'], { env: env() })).toMatchObject({ code: 0, stderr: '' })
    for (const process of running.values()) expect((await process.end('SIGTERM')).code).toBe(0)
  })

  async function jobsAreDone(): Promise<void> {
    await expect
      .poll(
        () =>
          signet.sql(
            `select name, state, count(*)::int from pgboss.job
             where name = 'preserve-evidence' and state <> 'completed' or state = 'failed' and output::text like '%heartbeat%'
             group by 1, 2`,
          ),
        { ...patience, timeout: 600_000 },
      )
      .toEqual([])
  }

  /** Each case has one job, which moved it on once. */
  async function checkCases(count: number): Promise<void> {
    const jobs = await signet.sql(
      `select data ->> 'threatId' from pgboss.job where name = 'preserve-evidence' and state = 'completed' group by 1 having count(*) = 1`,
    )
    expect(jobs).toHaveLength(count)
    const statuses = await signet.sql<{ statuses: string[] }>(
      `select array_agg(status order by position) as statuses from takedown_periods where axis = 'status' group by takedown_id`,
    )
    expect(statuses).toHaveLength(count)
    expect(new Set(statuses.map((row) => row.statuses.join(' ')))).toEqual(new Set(['draft authorised']))
  }

  function print(stored: Awaited<ReturnType<typeof compareStored>>): void {
    const counts = [...killed].map(([kind, count]) => `${kind} ${count}`).join(', ')
    console.log(
      `${kills} kills (${counts}) on ${on}, ${writers.sentAgain()} repeated calls, load ${os.loadavg()[0]?.toFixed(0)}`,
    )
    for (const kind of writeKinds) {
      const { acknowledged, lost, doubled } = stored[kind]
      console.log(`| ${kind} | ${acknowledged} | ${lost} | ${doubled} |`)
    }
  }
})

interface Victim {
  kind: string
  /** Kills it, and starts it again if nothing else does. */
  die(): Promise<void>
}

/** The address of a server; on a cluster, of the database that the nodes share. */
const urlOf = (node: OwnPostgres) => (on === 'cluster' ? node.url.replace(/postgres$/, 'signet') : node.url)
