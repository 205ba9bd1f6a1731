import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { readJournal } from '../../test/ct-reader-process.ts'
import { randomOf, startCtWorld, type CtWorld } from '../../test/ct-world.ts'
import { readCtLog, type CtCursor } from './read-log.ts'

/*
 * A reader that is killed repeatedly at arbitrary moments loses no entry and returns none twice, while the logs grow, send short answers,
 * throttle, interrupt connections and lose their partial tiles.
 */

const kinds = { 'names-log': 'static-ct', 'data-log': 'static-ct', 'old-log': 'rfc6962' } as const
const slow = { timeout: 120_000 }

let world: CtWorld
let child: ChildProcess | null = null
let folder: string | null = null
afterEach(async () => {
  child?.kill('SIGKILL')
  await world.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function startBadWorld(): Promise<void> {
  world = await startCtWorld(kinds)
  Object.assign(world.logs[0]!.faults, { losesPartialTiles: true, throttleEvery: 17, breakEvery: 23 })
  Object.assign(world.logs[1]!.faults, { losesPartialTiles: true, breakEvery: 19, hasNames: false })
  Object.assign(world.logs[2]!.faults, { shortAnswers: 29, throttleEvery: 31, breakEvery: 37 })
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

test('stopped fifty times at moments of chance', slow, async () => {
  await startBadWorld()
  const random = randomOf(20_260_102)
  const kept = new Map<string, { cursor: CtCursor | null; indexes: number[] }>()

  /** One run of a reader: it ends by itself, by a signal while it waits, or between a batch and its storage. */
  async function live(isKilled: boolean): Promise<void> {
    const stop = new AbortController()
    let left = isKilled ? Math.floor(random() * 9) : Number.POSITIVE_INFINITY
    const isSignal = random() < 0.5
    for (const log of world.listed) {
      const state = kept.get(log.logId) ?? { cursor: null, indexes: [] }
      const options = { allowAddress: [world.address], signal: stop.signal }
      try {
        for await (const batch of readCtLog(log, state.cursor, options)) {
          left -= 1
          if (left < 0 && isSignal) stop.abort()
          else if (left < 0) return
          if (left < -2) return
          const indexes = [...state.indexes, ...batch.entries.map(({ index }) => index)]
          Object.assign(state, { cursor: batch.cursor, indexes })
          kept.set(log.logId, state)
        }
      } catch {
        // It was throttled, interrupted or stopped; the next run continues.
      }
    }
  }

  for (let kills = 0; kills < 50; kills += 1) {
    for (const log of world.logs) world.grow(log, Math.floor(random() * (log.faults.hasNames === false ? 12 : 60)))
    await live(true)
  }
  const isDone = () => world.logs.every((log, at) => kept.get(world.listed[at]!.logId)?.indexes.length === log.size)
  for (let lives = 0; !isDone(); lives += 1) {
    expect(lives).toBeLessThan(500)
    await live(false)
  }
  for (const [at, log] of world.logs.entries())
    expect(kept.get(world.listed[at]!.logId)?.indexes, log.name).toEqual(upTo(log.size))
})

test('loses nothing when its process is killed', slow, async () => {
  await startBadWorld()
  folder = await mkdtemp(path.join(os.tmpdir(), 'signet-ct-'))
  const [list, journal] = [path.join(folder, 'list.json'), path.join(folder, 'journal')]
  await writeFile(list, world.list)
  const script = path.resolve(import.meta.dirname, '../../test/ct-reader-process.ts')
  const random = randomOf(7)
  const indexesOf = (logId: string) =>
    readJournal(journal).flatMap(({ log, indexes }) => (log === logId ? indexes : []))

  for (let kills = 0; kills < 6; kills += 1) {
    for (const log of world.logs) world.grow(log, 40 + Math.floor(random() * 80))
    const before = readJournal(journal).length
    child = spawn(process.execPath, [script, world.address, list, journal], { stdio: 'inherit' })
    // Each process is killed at a different moment after it has begun to work; the last one may finish.
    await expect.poll(() => readJournal(journal).length, { timeout: 30_000, interval: 3 }).toBeGreaterThan(before)
    await sleep(random() * 40)
    if (kills < 5) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  for (const [at, log] of world.logs.entries())
    await expect
      .poll(() => indexesOf(world.listed[at]!.logId), { timeout: 30_000, interval: 50, message: log.name })
      .toEqual(upTo(log.size))
})
