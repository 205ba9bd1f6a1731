import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '@signet/server/test/new-folder'
import { newLossWorld, type LossWorld } from './loss-world.ts'
import { missingPrograms, newPatroniCluster, type PatroniCluster } from './patroni.ts'

/*
 * The failover drill (`npm run drill`): two api and two worker processes on a cluster of two PostgreSQL servers, while four writers decide.
 * Whatever happens to the primary, decisions are acknowledged again within 15 seconds, none that was acknowledged is lost or repeated, and
 * every job runs to its end once.
 */

const backWithinMs = 15_000
const slow = { timeout: 240_000 }

describe.runIf(process.env['SIGNET_DRILL'] === '1')('a failover of the database', () => {
  let cluster: PatroniCluster
  let world: LossWorld

  beforeAll(async () => {
    expect(missingPrograms()).toEqual([])
    cluster = await newPatroniCluster()
    const address = () => Promise.resolve({ connectionString: cluster.url })
    world = await newLossWorld({ DATA_DIR: await newFolder(), DATABASE_URL: cluster.url }, address, 20_000, 2)
  }, 240_000)
  afterAll(async () => {
    await world?.stop()
    await cluster?.close()
  }, 120_000)

  /** Lets something happen to the primary while decisions are made, and prints how long none was acknowledged. */
  async function drill(what: string, happen: (primary: string) => Promise<void> | void): Promise<void> {
    const primary = await cluster.primary()
    const before = world.acknowledged()
    let gapMs = 0
    await world.whileDeciding(async () => {
      await sleep(1000)
      const from = performance.now()
      await happen(primary)
      await cluster.waitForOtherPrimary(primary)
      await world.waitForHealth(backWithinMs)
      await sleep(2000)
      gapMs = world.longestGapSince(from)
    })
    await world.waitUntilWhole()
    console.log(`| ${what} | ${(gapMs / 1000).toFixed(1)} s | ${world.acknowledged() - before} | 0 |`)
    expect(gapMs).toBeLessThan(backWithinMs)
  }

  test('is over within 15 s after a planned switch-over', slow, async () => {
    await drill('switch-over', (primary) => cluster.switchOver(primary))
    await cluster.waitForReplica()
  })

  test('is over within 15 s after the primary is killed', slow, async () => {
    let killed = ''
    await drill('primary killed', (primary) => {
      killed = primary
      cluster.kill(primary)
    })
    cluster.start(killed)
    await cluster.waitForReplica()
  })

  test('is over within 15 s after the network of the primary is cut', slow, async () => {
    let separated = ''
    await drill('network of the primary cut', (primary) => {
      separated = primary
      cluster.cut(primary)
    })
    cluster.reconnect(separated)
    await cluster.waitForReplica()
    await world.waitUntilWhole()
  })
})
