import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import type { Secrets } from '../app/secrets.ts'
import { newCompany, useWorld, type TestCompany } from '../../test/harness.ts'
import { newFolder } from '../../test/new-folder.ts'
import { deleteKeys } from './data-keys.queries.ts'
import { environmentKeys, fileKeys, type KeyProvider } from './key-provider.ts'
import { openKeys } from './open-keys.ts'
import { rotateKeys } from './rotate-keys.ts'
import { readRecord } from './sealed-record.ts'
import { openSecrets } from './secrets.ts'

const world = useWorld()

const planted = 'Tr0ub4dor & 3 – geheim'
let company: TestCompany
let other: TestCompany
let secrets: Secrets

beforeEach(async () => {
  company = await newCompany()
  other = await newCompany()
  ;({ secrets } = world())
})

const inCompany: <T>(work: Parameters<ReturnType<typeof world>['database']['inCompanies']>[1]) => Promise<T> = (work) =>
  world().database.inCompanies([company.id, other.id], work) as never

function seal(at: TestCompany, recordId: string, value: string, by = secrets): Promise<Buffer> {
  return world().database.inCompanies([at.id], async (tx) =>
    (await by.sealer(tx, at.id)).seal({ recordId, field: 'password' }, value),
  )
}
function open(at: TestCompany, recordId: string, stored: Buffer, by = secrets, field = 'password'): Promise<string> {
  return world().database.inCompanies([at.id], (tx) => by.open(tx, { companyId: at.id, recordId, field }, stored))
}

const hashOf = (at: TestCompany, parts: string[]) =>
  world().database.inCompanies([at.id], async (tx) => (await secrets.sealer(tx, at.id)).lookup(parts))

describe('a secret', () => {
  test('comes back as it was, also when it is empty or long, and never looks the same twice', async () => {
    const recordId = randomUUID()
    for (const value of [planted, '', 'x'.repeat(100_000), '🔑\n\ttab']) {
      const first = await seal(company, recordId, value)
      const second = await seal(company, recordId, value)
      expect(first.equals(second)).toBe(false)
      expect(await open(company, recordId, first)).toBe(value)
      if (value) expect(first.includes(Buffer.from(value))).toBe(false)
    }
    const record = readRecord(await seal(company, recordId, planted))
    expect(record).toMatchObject({ v: 1, alg: 'A256GCM' })
    expect([record.iv.length, record.tag.length]).toEqual([12, 16])
  })

  test('does not open when any byte of it was changed', async () => {
    const recordId = randomUUID()
    const stored = await seal(company, recordId, 'short')
    for (let at = 0; at < stored.length; at += 1) {
      const changed = Buffer.from(stored)
      changed[at] = (changed[at] as number) ^ 1
      await expect(open(company, recordId, changed), `byte ${at}`).rejects.toMatchObject({
        reason: expect.stringMatching(/^SECRET_/),
      })
    }
    await expect(open(company, recordId, stored.subarray(0, 40))).rejects.toMatchObject({
      reason: 'SECRET_FORM_UNKNOWN',
    })
  })

  test('opens only in its own row, field and company', async () => {
    const recordId = randomUUID()
    const stored = await seal(company, recordId, planted)
    await expect(open(company, randomUUID(), stored)).rejects.toMatchObject({ reason: 'SECRET_NOT_OPENED' })
    await expect(open(company, recordId, stored, secrets, 'hint')).rejects.toMatchObject({
      reason: 'SECRET_NOT_OPENED',
    })
    await seal(other, recordId, planted)
    await expect(open(other, recordId, stored)).rejects.toMatchObject({ reason: 'SECRET_KEY_DELETED' })
    // Even if both companies are visible, a place in another company is a different place.
    const smuggled = inCompany((tx) => secrets.open(tx, { companyId: other.id, recordId, field: 'password' }, stored))
    await expect(smuggled).rejects.toMatchObject({ reason: 'SECRET_KEY_DELETED' })
  })

  test('is recognised by a hash that another company does not share', async () => {
    const first = await hashOf(company, ['a', 'bc'])
    expect(first.equals(await hashOf(company, ['a', 'bc']))).toBe(true)
    expect(first.equals(await hashOf(company, ['ab', 'c']))).toBe(false)
    expect(first.equals(await hashOf(other, ['a', 'bc']))).toBe(false)
  })

  test('closed by two transactions at once, the first of a company, opens in both', async () => {
    const ids = Array.from({ length: 4 }, () => randomUUID())
    const closed = await Promise.all(ids.map((id) => seal(company, id, `secret of ${id}`)))
    for (const [at, id] of ids.entries()) expect(await open(company, id, closed[at] as Buffer)).toBe(`secret of ${id}`)
    expect(new Set(closed.map((stored) => readRecord(stored).dekId)).size).toBe(1)
  })

  test('is not closed with a key of a transaction that was rolled back', async () => {
    const rolledBack = world().database.inCompanies([company.id], async (tx) => {
      await secrets.sealer(tx, company.id)
      await secrets.sealer(tx, company.id)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    const recordId = randomUUID()
    const stored = await seal(company, recordId, planted)
    // Simulates another process, which knows only what is in the database.
    secrets.forget()
    expect(await open(company, recordId, stored)).toBe(planted)
  })

  test('of a company whose keys were deleted never opens again, here or after a restart', async () => {
    const recordId = randomUUID()
    const stored = await seal(company, recordId, planted)
    await world().database.inCompanies([company.id], (tx) => deleteKeys(tx, company.id))
    await expect(open(company, recordId, stored)).rejects.toMatchObject({ reason: 'SECRET_KEY_DELETED' })
    await seal(company, randomUUID(), 'a new start')
    await expect(open(company, recordId, stored)).rejects.toMatchObject({ reason: 'SECRET_KEY_DELETED' })
  })
})

test('a secret is refused when the keys of its company are deleted at the moment it is encrypted', async () => {
  const { database } = world()
  const kept = environmentKeys([randomBytes(32)])
  const inOther = <T>(work: Parameters<typeof database.inCompanies<T>>[1]) => database.inCompanies([company.id], work)
  // Another process stores the same key first …
  let isFirst = true
  const overtaken: KeyProvider = {
    ...kept,
    async wrap(key, boundText) {
      if (isFirst) {
        isFirst = false
        await inOther((tx) => openSecrets(kept).sealer(tx, company.id))
      }
      return kept.wrap(key, boundText)
    },
  }
  // … and a third one deletes it before this one has read it.
  const deleting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.numAffectedRows === 0n) await inOther((tx) => deleteKeys(tx, company.id))
      return result
    },
  }
  const sealing = database.inCompanies([company.id], (tx) =>
    openSecrets(overtaken).sealer(tx.withPlugin(deleting), company.id),
  )
  await expect(sealing).rejects.toMatchObject({ reason: 'KEYS_DELETED' })
})

test('a data key is loaded again after ten minutes', async () => {
  const kept = environmentKeys([randomBytes(32)])
  let unwrapped = 0
  const counting: KeyProvider = {
    ...kept,
    unwrap: (key, boundText) => {
      unwrapped += 1
      return kept.unwrap(key, boundText)
    },
  }
  let now = Date.UTC(2026, 5, 1)
  const own = openSecrets(counting, () => now)
  const recordId = randomUUID()
  const stored = await seal(company, recordId, planted, own)
  await open(company, recordId, stored, own)
  const before = unwrapped
  now += 9 * minuteMs
  await open(company, recordId, stored, own)
  expect(unwrapped).toBe(before)
  now += 61_000
  await open(company, recordId, stored, own)
  expect(unwrapped).toBe(before + 1)
})

test('each year has a key of its own, and what was closed in an earlier year stays readable', async () => {
  const provider = environmentKeys([randomBytes(32)])
  const recordId = randomUUID()
  const old = openSecrets(provider, () => Date.UTC(2025, 11, 31))
  const stored = await seal(company, recordId, planted, old)
  const now = openSecrets(provider, () => Date.UTC(2026, 0, 1))
  const next = await seal(company, recordId, planted, now)
  expect(readRecord(next).dekId).not.toBe(readRecord(stored).dekId)
  expect(await open(company, recordId, stored, now)).toBe(planted)
})

describe('the key-encryption key', () => {
  let dataDir: string
  beforeEach(async () => {
    // These tests change the wrapping keys of every company.
    await world().database.pool.query('delete from data_keys')
    dataDir = await newFolder()
  })

  test('is made at the first start, for this user alone, and found at the next', async () => {
    const { database } = world()
    const [first, second] = await Promise.all([openKeys(database, dataDir, []), openKeys(database, dataDir, [])])
    expect(await first.currentId()).toBe(await second.currentId())
    expect((await fs.stat(path.join(dataDir, 'kek'))).mode & 0o777).toBe(0o600)
    const recordId = randomUUID()
    const stored = await seal(company, recordId, planted, openSecrets(first))
    const again = openSecrets(await openKeys(database, dataDir, []))
    expect(await open(company, recordId, stored, again)).toBe(planted)
  })

  test('that is lost or another stops the start with one line, and none is made in its place', async () => {
    const { database } = world()
    await seal(company, randomUUID(), planted, openSecrets(await openKeys(database, dataDir, [])))
    const file = path.join(dataDir, 'kek')
    const text = await fs.readFile(file, 'utf8')

    await fs.rm(file)
    await expect(openKeys(database, dataDir, [])).rejects.toMatchObject({ reason: 'KEK_LOST' })
    await expect(fs.stat(file)).rejects.toThrow('ENOENT')
    await expect(openKeys(database, dataDir, [randomBytes(32)])).rejects.toMatchObject({
      reason: 'KEK_WRONG',
      parameters: { place: 'SIGNET_KEK' },
    })
    await fs.writeFile(file, text.slice(0, 30))
    await expect(openKeys(database, dataDir, [])).rejects.toMatchObject({ reason: 'KEY_FILE_DAMAGED' })
    await fs.rm(file)
    await fileKeys(file, true)
    await expect(openKeys(database, dataDir, [])).rejects.toMatchObject({ reason: 'KEK_WRONG' })
    await fs.writeFile(file, text)
    await openKeys(database, dataDir, [])
  })

  test('is replaced while secrets are read and written: all of them open before, during and after', async () => {
    const { database } = world()
    const provider = await openKeys(database, dataDir, [])
    const reader = openSecrets(await openKeys(database, dataDir, []))
    const own = openSecrets(provider)
    const records = [company, other].map((at) => ({ at, id: randomUUID() }))
    const stored = await Promise.all(records.map(({ at, id }) => seal(at, id, planted, own)))
    const before = await provider.currentId()

    const rotated = new AbortController()
    const reading = (async () => {
      let reads = 0
      while (!rotated.signal.aborted || reads < 20) {
        reader.forget()
        for (const [index, { at, id }] of records.entries())
          expect(await open(at, id, stored[index] as Buffer, reader)).toBe(planted)
        const id = randomUUID()
        expect(await open(company, id, await seal(company, id, 'written meanwhile', reader), reader)).toBe(
          'written meanwhile',
        )
        reads += 1
      }
    })()
    const first = await rotateKeys(database, provider)
    const second = await rotateKeys(database, provider)
    rotated.abort()
    await reading

    expect(first).toMatchObject({ companies: 2, rewrapped: 4, isResumed: false })
    expect(second).toMatchObject({ companies: 2, rewrapped: 4, isResumed: false })
    // The stored values are unchanged; only the wrapping changed, and the key of two rotations ago was removed.
    expect(await provider.has(before)).toBe(false)
    const restarted = openSecrets(await openKeys(database, dataDir, []))
    for (const [index, { at, id }] of records.entries())
      expect(await open(at, id, stored[index] as Buffer, restarted)).toBe(planted)
  })

  test('is replaced to the end by the next rotation when the first was cut off', async () => {
    const { database } = world()
    const provider = await openKeys(database, dataDir, [])
    const own = openSecrets(provider)
    for (const at of [company, other]) await seal(at, randomUUID(), planted, own)
    const stop = new AbortController()
    const stopping: KeyProvider = {
      ...provider,
      async wrap(key, boundText) {
        // After the first company, as if the program was stopped there.
        stop.abort(new Error('stopped'))
        return provider.wrap(key, boundText)
      },
    }
    await expect(rotateKeys(database, stopping, stop.signal)).rejects.toThrow('stopped')
    const half = await provider.currentId()
    expect(await rotateKeys(database, provider)).toMatchObject({ kekId: half, rewrapped: 2, isResumed: true })
    expect(await rotateKeys(database, provider)).toMatchObject({ rewrapped: 4, isResumed: false })
  })

  test('from the environment is replaced by giving both, and the former alone is refused afterwards', async () => {
    const { database } = world()
    const [former, next] = [randomBytes(32), randomBytes(32)]
    const recordId = randomUUID()
    const stored = await seal(company, recordId, planted, openSecrets(await openKeys(database, dataDir, [former])))
    await rotateKeys(database, await openKeys(database, dataDir, [next, former]))
    expect(await open(company, recordId, stored, openSecrets(await openKeys(database, dataDir, [next])))).toBe(planted)
    await expect(openKeys(database, dataDir, [former])).rejects.toMatchObject({ reason: 'KEK_WRONG' })
    await expect(fs.stat(path.join(dataDir, 'kek'))).rejects.toThrow('ENOENT')
  })
})
