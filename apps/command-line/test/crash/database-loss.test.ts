import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '@signet/contract/errors/errors'
import type { Connection } from '@signet/server/db/connection'
import { findSystemPostgres, newPostgres, type OwnPostgres } from './own-postgres.ts'
import { superuser } from '@signet/server/db/embedded/embedded-cluster'
import { findPostmaster, type Postmaster } from '@signet/server/db/embedded/postmaster'
import { newLossWorld, type LossWorld } from './loss-world.ts'
import { newFolder } from '@signet/server/test/new-folder'
import { openProxy, type TcpProxy } from './tcp-proxy.ts'

/*
 * One api and one worker process lose their database in every possible way, while four writers make decisions. Both processes run until the
 * end. Acknowledged decisions are stored once; refused ones are sent again and are stored once as well.
 */

const slow = { timeout: 180_000 }
const threatCount = 5000
const systemPostgres = findSystemPostgres()

/** The answer of a process while its database is away: one body, with the time to wait. */
function refusesClearly(world: LossWorld): void {
  const { bodies, retryAfter } = world.refusals()
  expect(bodies.length).toBeGreaterThan(0)
  for (const body of bodies as ErrorBody[]) {
    expect(body).toMatchObject({ status: 503, code: 'UNAVAILABLE', title: 'Not available' })
    expect(JSON.stringify(body)).not.toMatch(/ECONN|postgres|terminat|signet_app/i)
  }
  for (const seconds of retryAfter) expect(Number(seconds)).toBeGreaterThan(0)
}

/** Connections of the product at the server. */
const backends = (world: LossWorld) =>
  world.sql<{ pid: number }>(`select pid from pg_stat_activity where application_name like 'signet%'`)

/** A process of the server that runs until one of its processes is killed. */
async function checkpointer(world: LossWorld): Promise<number | undefined> {
  const [one] = await world.sql<{ pid: number }>(`select pid from pg_stat_activity where backend_type = 'checkpointer'`)
  return one?.pid
}

async function killBackends(world: LossWorld, times: number): Promise<void> {
  await world.whileDeciding(async () => {
    for (let round = 0; round < times; round += 1) {
      await sleep(300)
      const [one] = await backends(world)
      const before = await checkpointer(world)
      process.kill(one?.pid as number, 'SIGKILL')
      // The server ends all of its processes, recovers, and starts new ones.
      await expect.poll(() => checkpointer(world), { timeout: 30_000, interval: 20 }).not.toBe(before)
      await world.waitForHealth()
    }
  })
}

async function terminateBackends(world: LossWorld): Promise<void> {
  await world.whileDeciding(async () => {
    for (let round = 0; round < 5; round += 1) {
      await sleep(200)
      await world.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'signet%'`)
    }
    await world.waitForHealth()
  })
}

async function refuseWrites(world: LossWorld): Promise<void> {
  const set = async (value: string) => {
    await world.sql(`alter system set default_transaction_read_only = ${value}`)
    await world.sql('select pg_reload_conf()')
    await sleep(500)
  }
  await set('on')
  expect((await world.read()).status).toBe(200)
  const answer = await world.write()
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
  // The statement writes to no table, so it is allowed in read-only mode.
  await world.sql('alter system reset default_transaction_read_only')
  await world.sql('select pg_reload_conf()')
  await world.waitForHealth()
}

describe('the embedded server', () => {
  let world: LossWorld
  let dataDir: string
  const postmaster = () => findPostmaster(path.join(dataDir, 'postgres'))
  const running = async (): Promise<Postmaster> => (await postmaster()) ?? expect.fail('no server runs')
  const connection = async (): Promise<Connection> => {
    const { socketDir, port } = await running()
    return { host: socketDir, port, user: superuser, database: superuser }
  }

  beforeAll(async () => {
    dataDir = await newFolder()
    world = await newLossWorld({ DATA_DIR: dataDir }, connection, threatCount)
  }, 120_000)
  afterAll(async () => {
    await world?.stop()
    expect(await postmaster()).toBeNull()
  }, 60_000)

  test('a connection that is killed ends nothing, five times', slow, async () => {
    await killBackends(world, 5)
    await world.waitUntilWhole()
  })

  test('a server that is killed is started again by the program', slow, async () => {
    const { pid } = await running()
    await world.whileDeciding(async () => {
      await sleep(300)
      process.kill(pid, 'SIGKILL')
      await expect.poll(async () => (await postmaster())?.isReady, { timeout: 15_000, interval: 20 }).toBe(true)
      await world.waitForHealth()
    })
    expect((await running()).pid).not.toBe(pid)
    await world.waitUntilWhole()
    refusesClearly(world)
  })

  test('connections that are terminated end nothing', slow, async () => {
    await terminateBackends(world)
    await world.waitUntilWhole()
  })

  test('a server that only reads is read from, and written to again as soon as it lets us', slow, async () => {
    await refuseWrites(world)
    await world.waitUntilWhole()
  })
})

describe.skipIf(!systemPostgres)('a separate server', () => {
  let world: LossWorld
  let primary: OwnPostgres
  let standby: OwnPostgres | null = null
  let proxy: TcpProxy
  let target: OwnPostgres

  beforeAll(async () => {
    primary = await newPostgres(systemPostgres as string, { fsync: 'off', wal_level: 'replica', hot_standby: 'on' })
    await primary.start()
    target = primary
    proxy = await openProxy(primary.port)
    const own = new URL(primary.url)
    own.port = String(proxy.port)
    world = await newLossWorld(
      { DATA_DIR: await newFolder(), DATABASE_URL: own.href },
      async () => ({ connectionString: target.url }),
      threatCount,
    )
  }, 120_000)
  afterAll(async () => {
    await world?.stop()
    await proxy?.close()
    await standby?.remove()
    await primary?.remove()
  }, 60_000)

  test('a connection that is killed ends nothing, five times', slow, async () => {
    await killBackends(world, 5)
    await world.waitUntilWhole()
  })

  test('connections that are terminated end nothing', slow, async () => {
    await terminateBackends(world)
    await world.waitUntilWhole()
  })

  test('a server that is killed and comes back is used again', slow, async () => {
    await world.whileDeciding(async () => {
      await sleep(300)
      await primary.end('SIGKILL')
      await sleep(2000)
      expect((await world.readyz()).status).toBe(503)
      await primary.start()
      await world.waitForHealth()
    })
    await world.waitUntilWhole()
    refusesClearly(world)
  })

  test('a server that is restarted is used again', slow, async () => {
    await world.whileDeciding(async () => {
      await sleep(300)
      await primary.end('SIGINT')
      await sleep(1000)
      await primary.start()
      await world.waitForHealth()
    })
    await world.waitUntilWhole()
  })

  test('a network that hangs delays no call for long, and what comes after is served', slow, async () => {
    await world.whileDeciding(async () => {
      await sleep(300)
      proxy.hang()
      await sleep(8000)
      // Known by now: refused at once instead of after a wait.
      const askedAt = performance.now()
      expect((await world.read()).status).toBe(503)
      expect(performance.now() - askedAt).toBeLessThan(1000)
      expect((await world.readyz()).status).toBe(503)
      proxy.recover()
      await world.waitForHealth()
    })
    await world.waitUntilWhole()
  })

  test('a server that only reads is read from, and written to again as soon as it lets us', slow, async () => {
    await refuseWrites(world)
    await world.waitUntilWhole()
  })

  test(
    'a standby that takes the place of the server is used instead, with everything that was acknowledged',
    slow,
    async () => {
      // Copied while there are no writes, then replicated from the primary, which acknowledges only what the standby has.
      await primary.end('SIGINT')
      standby = await primary.copy()
      fs.writeFileSync(path.join(standby.directory, 'data/standby.signal'), '')
      fs.appendFileSync(
        path.join(standby.directory, 'data/postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password}'\n`,
      )
      await primary.start()
      await standby.start()
      await expect
        .poll(() => world.sql('select 1 from pg_stat_replication where state = $1', ['streaming']), { timeout: 20_000 })
        .toHaveLength(1)
      await world.sql(`alter system set synchronous_standby_names = '*'`)
      await world.sql(`alter system set synchronous_commit = 'on'`)
      await world.sql('select pg_reload_conf()')
      await world.waitForHealth()
      await world.whileDeciding(async () => {
        await sleep(300)
        await primary.end('SIGKILL')
        proxy.leadTo((standby as OwnPostgres).port)
        // Read-only for a moment, like between a failure and the promotion.
        await sleep(1500)
        target = standby as OwnPostgres
        await world.sql('alter system reset synchronous_standby_names')
        await world.sql('select pg_promote()')
        await world.waitForHealth()
      })
      await world.waitUntilWhole()
    },
  )
})

/** A separate file system that can run full, if this user is allowed to mount one. */
function mountSmallDisk(folder: string): boolean {
  return (
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=711', 'signet-test', folder]).status === 0
  )
}

test.skipIf(!systemPostgres)('a disk that is full refuses what cannot be kept, and nothing else', slow, async () => {
  const folder = await newFolder()
  if (!mountSmallDisk(folder)) {
    console.error('Left out: only root may mount the small disk that this test fills.')
    return
  }
  const directory = path.join(folder, 'pg')
  fs.mkdirSync(directory)
  const postgres = await newPostgres(
    systemPostgres as string,
    { fsync: 'off', min_wal_size: '32MB', max_wal_size: '64MB' },
    directory,
  )
  let world: LossWorld | null = null
  try {
    await postgres.start()
    world = await newLossWorld(
      { DATA_DIR: await newFolder(), DATABASE_URL: postgres.url },
      async () => ({ connectionString: postgres.url }),
      threatCount,
    )
    const ballast = path.join(folder, 'ballast')
    const { whileDeciding, refusals, read, waitForHealth } = world
    await whileDeciding(async () => {
      await sleep(300)
      // It fails when the disk is full, as intended.
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
      await expect.poll(() => refusals().bodies.length, { timeout: 60_000 }).toBeGreaterThan(5)
      // The server may still be recovering from a log it couldn't write.
      await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(200)
      fs.rmSync(ballast)
      await waitForHealth()
    })
    refusesClearly(world)
    await world.waitUntilWhole()
  } finally {
    await world?.stop()
    await postgres.remove()
    spawnSync('umount', [folder])
  }
})
