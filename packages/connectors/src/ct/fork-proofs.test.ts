import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCtWorld, type CtWorld } from '../../test/ct-world.ts'
import type { FakeCtLog } from '../../test/fake-ct-log.ts'
import type { CtLog } from './log-list.ts'
import { ForkedLogError } from './log-side.ts'
import { type CtCursor, readCtLog, sideOf } from './read-log.ts'

/* RFC 6962 logs that are read from the middle on: their tree heads are checked with the proofs they offer. */

let world: CtWorld
const names = ['entry', 'hash', 'first', 'consistency', 'nothing', 'pairs', 'tiles'] as const
beforeAll(async () => {
  world = await startCtWorld(
    Object.fromEntries(names.map((name) => [name, name === 'tiles' ? 'static-ct' : 'rfc6962'] as const)),
  )
})
afterAll(() => world.close())

const find = (name: (typeof names)[number]): [FakeCtLog, CtLog] => {
  const at = names.indexOf(name)
  return [world.logs[at] as FakeCtLog, world.listed[at] as CtLog]
}
const withEntry = 'get-entry-and-proof'
const byHash = 'get-proof-by-hash'
const consistency = 'get-sth-consistency'

async function readOn(log: CtLog, cursor: CtCursor | null): Promise<CtCursor> {
  let last = cursor
  for await (const batch of readCtLog(log, cursor, { allowAddress: [world.address], backfill: 100 }))
    last = batch.cursor
  return last as CtCursor
}

describe('a log that was begun in the middle', () => {
  test.each([
    ['entry', [byHash, consistency]],
    ['hash', [withEntry, consistency]],
  ] as const)('is known by its edge where it proves it by the %s, and a fork of it is found', async (name, refuses) => {
    const [fake, log] = find(name)
    fake.faults.refuses = refuses
    world.grow(fake, 1500)
    const cursor = await readOn(log, null)
    expect(cursor.edge).not.toBeNull()
    world.grow(fake, 20)
    fake.fork()
    await expect(readOn(log, cursor)).rejects.toThrow(/LOG_ENTRIES_CHANGED .*"size":1520/)
    fake.heal()
    expect(await readOn(log, cursor)).toMatchObject({ next: 1520, treeSize: 1520 })
    // A proof that the log doesn't offer is requested once and not for every batch.
    const refusals = fake.asked.filter((path) => path.includes(refuses[0]))
    expect(refusals.length).toBeLessThanOrEqual(4)
  })

  test('shows a forked head at the very first look: its entries say so', async () => {
    const [fake, log] = find('first')
    fake.faults.refuses = [withEntry]
    world.grow(fake, 700)
    fake.fork()
    await expect(readOn(log, null)).rejects.toThrow(ForkedLogError)
  })

  test('without an edge proof must match the head it showed before', async () => {
    const [fake, log] = find('consistency')
    fake.faults.refuses = [withEntry, byHash]
    world.grow(fake, 700)
    const cursor = await readOn(log, null)
    expect(cursor.edge).toBeNull()
    world.grow(fake, 20)
    const grown = await readOn(log, cursor)
    expect(grown).toMatchObject({ next: 720, treeSize: 720, edge: null })
    world.grow(fake, 20)
    fake.fork()
    await expect(readOn(log, grown)).rejects.toThrow(/LOG_NOT_CONTINUED .*"before":720,"size":740/)
  })

  test('that proves nothing is read all the same', async () => {
    const [fake, log] = find('nothing')
    fake.faults.refuses = [withEntry, byHash, consistency]
    world.grow(fake, 700)
    const cursor = await readOn(log, null)
    world.grow(fake, 300)
    expect(await readOn(log, cursor)).toMatchObject({ next: 1000, edge: null })
    expect(fake.asked.filter((path) => path.includes(withEntry)).length).toBeLessThanOrEqual(2)
  })
})

test.each(['pairs', 'tiles'] as const)('every earlier head of a log is proven, and no other (%s)', async (name) => {
  const [fake, log] = find(name)
  const side = sideOf(log, { allowAddress: [world.address] })
  const heads = []
  for (const size of [1, 2, 3, 4, 6, 7, 8, 13, 64, 65, 255, 256, 257, 300]) {
    world.grow(fake, size - fake.size)
    heads.push(await side.head())
  }
  for (const [at, after] of heads.entries()) {
    for (const before of heads.slice(0, at)) {
      expect(await side.isContinued(before, after)).toBe(true)
      expect(await side.isContinued({ size: before.size, root: randomBytes(32) }, after)).toBe(false)
      if (at % 5 === 0) expect(await side.isContinued(before, { ...after, root: randomBytes(32) })).toBe(false)
    }
  }
})
