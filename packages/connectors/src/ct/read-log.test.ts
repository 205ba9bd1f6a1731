import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../test/certificates.ts'
import { startCtWorld, type CtWorld } from '../../test/ct-world.ts'
import type { FakeCtLog } from '../../test/fake-ct-log.ts'
import { type FakeServer, startFakeServer } from '../../test/fake-server.ts'
import { ConnectorError } from '../connector-error.ts'
import { type CtLog, parseLogList } from './log-list.ts'
import { ForkedLogError, MissingEntriesError } from './log-side.ts'
import { type CtCursor, type CtReadOptions, observationsOf, readCtLog } from './read-log.ts'
import { readLogList } from './read-log-list.ts'
import { readCheckpoint, readTreeHead } from './signed-head.ts'
import { Rfc6962Log } from './rfc6962-log.ts'
import { StaticLog, tilePath } from './static-log.ts'

let world: CtWorld
const kinds = ['static-ct', 'rfc6962'] as const
const names = ['grow', 'short', 'throttle', 'fork', 'shrink', 'lag', 'forge', 'gap', 'start', 'names', 'der'] as const

let server: FakeServer

beforeAll(async () => {
  server = await startFakeServer()
  world = await startCtWorld(
    Object.fromEntries(names.flatMap((name) => kinds.map((kind) => [`${name}-${kind}`, kind] as const))),
  )
})
afterAll(async () => {
  await server.close()
  await world.close()
})

const find = (name: string, kind: (typeof kinds)[number]): [FakeCtLog, CtLog] => {
  const at = world.logs.findIndex((log) => log.name === `${name}-${kind}`)
  return [world.logs[at] as FakeCtLog, world.listed[at] as CtLog]
}

interface Reading {
  cursor: CtCursor | null
  names: string[]
  indexes: number[]
  gaps: number
}
const nothing = (): Reading => ({ cursor: null, names: [], indexes: [], gaps: 0 })

/** Reads to the end of the log and collects the entries. */
async function readOn(log: CtLog, reading: Reading, options: CtReadOptions = {}): Promise<Reading> {
  for await (const batch of readCtLog(log, reading.cursor, { allowAddress: [world.address], ...options })) {
    reading.indexes.push(...batch.entries.map(({ index }) => index))
    reading.names.push(...observationsOf(log, batch.entries).map(({ name }) => name))
    reading.gaps += batch.gap
    reading.cursor = batch.cursor
  }
  return reading
}
const upTo = (count: number, from = 0) => Array.from({ length: count - from }, (_, at) => from + at)

test.each([
  [0, 256, '000'],
  [3, 10, '003.p/10'],
  [1_234_067, 256, 'x001/x234/067'],
  [1_000_000, 1, 'x001/x000/000.p/1'],
])('the path of tile %i with %i entries is %s', (index, width, path) => {
  expect(tilePath(index, width)).toBe(path)
})

describe.each(kinds)('a log of the kind %s', (kind) => {
  test('is read once as it grows, from its first entry to its last', async () => {
    const [fake, log] = find('grow', kind)
    const reading = nothing()
    for (const more of [0, 1, 254, 1, 1, 300, 0, 700]) {
      world.grow(fake, more)
      await readOn(log, reading)
      expect(reading.cursor).toMatchObject({ next: fake.size, treeSize: fake.size })
    }
    expect(reading.indexes).toEqual(upTo(fake.size))
    expect(reading.cursor?.edge).not.toBeNull()
  })

  test('is read whole although it answers short, loses partial tiles, throttles and breaks off', async () => {
    const [fake, log] = find('short', kind)
    Object.assign(fake.faults, { shortAnswers: 7, losesPartialTiles: true, throttleEvery: 11, breakEvery: 13 })
    const reading = nothing()
    for (const more of [100, 100, 100, 300, 13]) {
      world.grow(fake, more)
      // The reader knows a head of a partial tile that the log has grown past since.
      for (let tries = 0; reading.cursor?.next !== fake.size; tries += 1) {
        expect(tries).toBeLessThan(200)
        await readOn(log, reading).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ConnectorError)
          expect((error as ConnectorError).kind).toMatch(/throttled|unreachable/)
        })
      }
    }
    expect(reading.indexes).toEqual(upTo(613))
  })

  test('says when to come back', async () => {
    const [fake, log] = find('throttle', kind)
    fake.faults.throttleEvery = 1
    await expect(readOn(log, nothing())).rejects.toMatchObject({ kind: 'throttled', retryAt: expect.any(Date) })
  })

  test('is stopped at two roots for one size, and read on once it shows the one it showed before', async () => {
    const [fake, log] = find('fork', kind)
    world.grow(fake, 300)
    const reading = await readOn(log, nothing())
    fake.fork()
    await expect(readOn(log, reading)).rejects.toThrow(ForkedLogError)
    await expect(readOn(log, reading)).rejects.toThrow(/LOG_WITH_TWO_TREES .*"size":300/)
    fake.heal()
    world.grow(fake, 5)
    expect((await readOn(log, reading)).indexes).toEqual(upTo(305))
  })

  test('is stopped when its entries do not make the root it signs', async () => {
    const [fake, log] = find('forge', kind)
    world.grow(fake, 300)
    const reading = await readOn(log, nothing())
    world.grow(fake, 30)
    fake.fork()
    await expect(readOn(log, reading)).rejects.toThrow(/LOG_ENTRIES_CHANGED .*"size":330/)
    expect(reading.indexes).toEqual(upTo(300))
  })

  test('is stopped when it shrinks, and waited for when only an older head is shown', async () => {
    const [fake, log] = find('shrink', kind)
    world.grow(fake, 300)
    const reading = await readOn(log, nothing())
    fake.shrink(20, false)
    const before = structuredClone(reading)
    expect(await readOn(log, reading)).toEqual(before)
    fake.shrink(20, true)
    await expect(readOn(log, reading)).rejects.toThrow(/LOG_SHRANK .*"before":300,"size":280/)
  })

  test('does not serve some entries: they are retried, and only skipped and counted if allowed', async () => {
    const [fake, log] = find('gap', kind)
    world.grow(fake, 800)
    fake.faults.lostTiles = [1]
    const reading = nothing()
    const missing = await readOn(log, reading).catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(MissingEntriesError)
    expect(missing).toMatchObject({ reason: kind === 'static-ct' ? 'ENTRIES_MISSING' : 'ENTRIES_REFUSED' })
    expect(reading.indexes).toEqual(upTo(256))
    await readOn(log, reading, { skipsMissing: true })
    expect(reading.gaps).toBe(256)
    expect(reading.indexes).toEqual([...upTo(256), ...upTo(800, 512)])
    world.grow(fake, 8)
    fake.fork()
    await expect(readOn(log, reading)).rejects.toThrow(/LOG_ENTRIES_CHANGED/)
  })

  test('is begun some entries before its end, and its roots are checked from there on', async () => {
    const [fake, log] = find('start', kind)
    world.grow(fake, 1500)
    const reading = await readOn(log, nothing(), { backfill: 100 })
    expect(reading.indexes).toEqual(upTo(1500, kind === 'static-ct' ? 1280 : 1400))
    expect(reading.cursor?.edge).not.toBeNull()
    world.grow(fake, 20)
    fake.fork()
    await expect(readOn(log, reading)).rejects.toThrow(/LOG_ENTRIES_CHANGED/)
  })

  test('an answer that another key signed is not believed', async () => {
    const [, log] = find('lag', kind)
    const [, other] = find('grow', kind)
    await expect(readOn({ ...log, key: other.key }, nothing())).rejects.toThrow(/TREE_HEAD_NOT_SIGNED/)
  })

  test('an entry that cannot be read has no names, and those after it have theirs', async () => {
    const [fake, log] = find('der', kind)
    fake.faults.hasNames = false
    world.grow(fake, 2)
    const broken = makeCertificate({ names: ['hidden.example'] })
    fake.add({ ...broken, tbs: broken.tbs.subarray(0, 60), certificate: broken.certificate.subarray(5) }, [])
    const final = makeCertificate({ names: ['final.example'], commonName: 'cn.example' })
    fake.add(final, [], 'certificate')
    const reading = nothing()
    const identities: (string | null)[] = []
    for await (const { entries } of readCtLog(log, null, { allowAddress: [world.address] }))
      identities.push(...entries.map(({ identity }) => identity))
    await readOn(log, reading)
    const own = (n: number) => `n${n}.${fake.name}.example`
    expect(reading.names).toEqual([own(0), own(1), 'final.example', 'cn.example'])
    expect(identities.map((identity) => identity === null)).toEqual([false, false, true, false])
  })
})

test('tiles of names are requested first, and data if there are none', async () => {
  const [fake, log] = find('names', 'static-ct')
  world.grow(fake, 600)
  const reading = await readOn(log, nothing())
  expect(reading.names).toEqual(upTo(600).map((n) => `n${n}.${fake.name}.example`))
  expect(fake.asked.filter((path) => path.startsWith('tile/data'))).toEqual([])

  fake.faults.hasNames = false
  fake.asked.length = 0
  const again = await readOn(log, nothing(), { ahead: 0 })
  expect(again.indexes).toEqual(upTo(600))
  // The test expects exactly one request.
  expect(fake.asked.filter((path) => path.startsWith('tile/names'))).toEqual(['tile/names/000'])
})

test('a precertificate and its certificate have one identity, in any log', async () => {
  const identities: string[] = []
  for (const kind of kinds) {
    const [fake, log] = find('lag', kind)
    fake.faults.hasNames = false
    const made = makeCertificate({ names: ['one.example'], serial: Buffer.from('1234567890', 'hex') })
    fake.add(made, [])
    fake.add(made, [], 'certificate')
    for await (const { entries } of readCtLog(log, null, { allowAddress: [world.address] }))
      identities.push(...entries.map(({ identity }) => identity ?? 'unreadable'))
  }
  expect(identities).toHaveLength(4)
  expect(new Set(identities).size).toBe(1)
})

describe('what is not what a log sends', () => {
  const head = { size: 10, root: Buffer.alloc(32), timestamp: 0 }
  test.each([
    ['entries', '/ct/v1/get-entries', Rfc6962Log, 'LOG_ANSWER_INVALID'],
    ['tile', '/tile/data/000.p/10', StaticLog, 'TILE_UNREADABLE'],
  ])('as %s is refused', async (_, path, Side, reason) => {
    server.on(path, (_request, response) => response.end('nonsense'))
    const log = { ...find('grow', 'rfc6962')[1], url: server.url('/') }
    const reading = new Side(log, { allowAddress: [server.address] }).read(0, head).next()
    await expect(reading).rejects.toMatchObject({ reason })
  })

  test('as tree head or checkpoint is refused', async () => {
    const [, log] = find('grow', 'static-ct')
    for (const text of ['no JSON', 'null', '{"tree_size":-1}'])
      expect(() => readTreeHead(text, log), text).toThrow(/TREE_HEAD_INVALID/)
    const text = await (await fetch(`${log.url}checkpoint`)).text()
    const [unsigned = ''] = text.split('\u2014')
    const wrong = { format: 'nothing', size: text.replace(/\n\d+\n/, '\nmany\n'), signature: unsigned }
    for (const [why, other] of Object.entries(wrong))
      expect(() => readCheckpoint(other, log), why).toThrow(new RegExp(`CHECKPOINT_INVALID .*"${why}"`))
  })

  test('as a list of logs, or one without a log that can be read, is refused', async () => {
    const unusable = { operators: [{ name: 'A', logs: [{ description: 'B', key: '', log_id: 'x' }] }] }
    for (const text of ['no JSON', '{"operators":[]}']) expect(() => parseLogList(text)).toThrow(/LOG_LIST_INVALID/)
    expect(() => parseLogList(JSON.stringify(unusable))).toThrow(/LOG_LIST_UNUSABLE {"log":"B"}/)
    await expect(readLogList('/nowhere/list.json')).rejects.toThrow(/LOG_LIST_UNREADABLE .*ENOENT/)
  })
})
