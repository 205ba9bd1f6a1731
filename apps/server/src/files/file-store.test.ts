import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { startFakeS3, type FakeS3 } from '../../test/outside/fake-s3.ts'
import { FileTooLargeError, type FileStore } from './file-store.ts'
import { localFileStore } from './local-file-store.ts'
import { s3FileStore } from './s3-file-store.ts'

const mebibyte = 1024 * 1024
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Store {
  store: FileStore
  /** The number of files and drafts, under any name. */
  count: () => Promise<number>
  /** Makes a stored file or a draft look older. */
  age: (to: Date) => Promise<void>
  close: () => Promise<void>
}

async function localStore(): Promise<Store> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-store-'))
  const files = async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  }
  return {
    store: localFileStore(directory),
    count: async () => (await files()).length,
    age: async (to) => {
      for (const file of await files()) await utimes(file, to, to)
    },
    close: () => rm(directory, { recursive: true }),
  }
}

let fake: FakeS3
async function s3Store(): Promise<Store> {
  fake = await startFakeS3()
  return {
    store: s3FileStore(fake.settings),
    count: async () => fake.objects.size + fake.uploads.size,
    age: async (to) => {
      for (const object of fake.objects.values()) object.modified = to
      for (const upload of fake.uploads.values()) upload.at = to
    },
    close: () => fake.close(),
  }
}

async function bytesOf(stream: Readable | null): Promise<Buffer | null> {
  if (!stream) return null
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function* piecesFrom(bytes: Buffer, size: number, failAfter = Number.POSITIVE_INFINITY) {
  for (let at = 0; at < bytes.length; at += size) {
    if (at >= failAfter) throw new Error('the sender went away')
    yield bytes.subarray(at, at + size)
  }
}

async function listed(store: FileStore) {
  const found = []
  for await (const file of store.list()) found.push(file)
  return found
}

// The same tests for both stores, because they must behave alike.
describe.each([
  ['a folder', localStore],
  ['a bucket', s3Store],
])('a file store in %s', (_name, open) => {
  let stand: Store
  let store: FileStore
  beforeAll(async () => {
    stand = await open()
    store = stand.store
  })
  afterAll(() => stand.close())

  test.each([0, 1, 100_000, 8 * mebibyte, 8 * mebibyte + 1, 20 * mebibyte])(
    'gives back the %i bytes it was given, as a whole or in pieces',
    async (size) => {
      const bytes = randomBytes(size)
      const kept = { sha256: sha256Of(bytes), size }
      expect(await store.put(piecesFrom(bytes, 70_001))).toEqual(kept)
      expect(await store.put(bytes)).toEqual(kept)
      expect(await store.has(kept.sha256)).toBe(true)
      expect((await bytesOf(await store.open(kept.sha256)))?.equals(bytes)).toBe(true)
    },
  )

  test('keeps the same bytes once', async () => {
    const bytes = randomBytes(1000)
    await store.put(bytes)
    const before = await stand.count()
    await Promise.all([store.put(bytes), store.put(bytes), store.put(bytes)])
    expect(await stand.count()).toBe(before)
  })

  test.each([3000, 9 * mebibyte])('refuses the first byte beyond %i and keeps nothing of it', async (maxBytes) => {
    const bytes = randomBytes(maxBytes + 1)
    const before = await stand.count()
    await expect(store.put(piecesFrom(bytes, 65_536), { maxBytes })).rejects.toThrow(FileTooLargeError)
    expect(await stand.count()).toBe(before)
    expect((await store.put(bytes.subarray(1), { maxBytes })).size).toBe(maxBytes)
  })

  test.each([3000, 20 * mebibyte])('keeps nothing when the sender goes away within %i bytes', async (size) => {
    const before = await stand.count()
    const broken = piecesFrom(randomBytes(size), 1000, size / 2)
    await expect(store.put(broken)).rejects.toThrow('the sender went away')
    expect(await stand.count()).toBe(before)
  })

  test('finds nothing under an unknown hash or an invalid one', async () => {
    for (const name of [sha256Of(randomBytes(8)), '', '../../etc/passwd', 'F'.repeat(64)]) {
      expect(await store.has(name)).toBe(false)
      expect(await store.open(name)).toBeNull()
      await store.remove(name)
    }
  })

  test('removes a file, and removing it again is no error', async () => {
    const { sha256 } = await store.put(randomBytes(10))
    await store.remove(sha256)
    await store.remove(sha256)
    expect(await store.has(sha256)).toBe(false)
    expect(await store.open(sha256)).toBeNull()
  })

  test('lists everything it keeps with its size, and putting again makes it young', async () => {
    const kept = await Promise.all(Array.from({ length: 8 }, (_, index) => store.put(randomBytes(index + 50))))
    await stand.age(new Date('2026-01-01T00:00:00Z'))
    const again = randomBytes(77)
    await store.put(again)
    const all = await listed(store)
    expect(all.map(({ sha256, size }) => `${sha256} ${size}`)).toEqual(
      expect.arrayContaining(kept.map(({ sha256, size }) => `${sha256} ${size}`)),
    )
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(all.length)
    const young = all.filter(({ putAt }) => putAt.getTime() > Date.now() - minuteMs)
    expect(young.map(({ sha256 }) => sha256)).toEqual([sha256Of(again)])
  })
})

describe('a bucket', () => {
  let store: FileStore
  beforeAll(async () => {
    fake = await startFakeS3()
    store = s3FileStore(fake.settings)
  })
  afterAll(() => fake.close())

  test('refuses a key that is not ours, and the store says so', async () => {
    const wrong = s3FileStore({ ...fake.settings, secretAccessKey: 'another one' })
    await expect(wrong.put(randomBytes(5))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    await expect(wrong.has(sha256Of(randomBytes(5)))).rejects.toThrow()
  })

  test('that throttles or cuts connections is asked again until it answers', async () => {
    for (const trouble of ['throttle', 'cut'] as const) {
      const bytes = randomBytes(17 * mebibyte)
      fake[trouble] = 2
      const { sha256 } = await store.put(bytes)
      fake[trouble] = 2
      expect((await bytesOf(await store.open(sha256)))?.equals(bytes)).toBe(true)
      fake[trouble] = 1
      expect(await store.has(sha256)).toBe(true)
      expect(fake[trouble]).toBe(0)
    }
  })

  test('gets a large file in parts of bounded size, and its name only when it is whole', async () => {
    fake.requests.length = 0
    fake.largestBody = 0
    const bytes = randomBytes(30 * mebibyte)
    const { sha256 } = await store.put(piecesFrom(bytes, 100_000))
    expect(fake.largestBody).toBe(8 * mebibyte)
    const named = fake.requests.filter((request) => request.includes(sha256))
    expect(named).toHaveLength(1)
    expect(fake.requests.indexOf(named[0] as string)).toBe(fake.requests.length - 2)
    expect([...fake.objects.keys()].filter((key) => key.startsWith('incoming/'))).toEqual([])
  })

  test('loses what was begun and never finished, once it is old', async () => {
    fake.uploads.set('killed', { key: 'incoming/killed', at: new Date('2026-01-01T00:00:00Z'), parts: new Map() })
    fake.uploads.set('running', { key: 'incoming/running', at: new Date(), parts: new Map() })
    fake.objects.set('incoming/whole', { bytes: Buffer.from('x'), modified: new Date('2026-01-01T00:00:00Z') })
    await store.removeDrafts(new Date('2026-02-01T00:00:00Z'))
    expect([...fake.uploads.keys()]).toEqual(['running'])
    expect(fake.objects.has('incoming/whole')).toBe(false)
  })
})
