import { createHash, randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { addEvidence } from '@signet/contract/threats/files'
import { hourMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, refusal, send, tinyPng, useWorld } from '../../../test/harness.ts'
import type { FileStore } from '../../files/file-store.ts'
import { holdLock } from '../../db/hold-lock.ts'
import { removeUnnamedFiles } from './remove-unnamed-files.ts'
import { namingColumns } from './unnamed-files.queries.ts'

const world = useWorld()
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs)
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function createFixture() {
  const company = await newCompany()
  const user = await newUser('subAdmin', company)
  const { id, source } = await newThreat(company)
  const upload = (bytes: Uint8Array) =>
    send(user, addEvidence, { params: { source, threatId: id }, form: { files: [{ bytes }] } })
  return { company, upload }
}

test('a file that no row names goes after a day, one that is named in any company stays', async () => {
  const [first, second] = [await createFixture(), await createFixture()]
  const shared = tinyPng(randomBytes(8).toString('hex'))
  await first.upload(shared)
  await second.upload(shared)
  await world().database.pool.query('delete from evidence where company_id = $1', [first.company.id])
  const orphan = (await world().files.put(randomBytes(20))).sha256
  await removeUnnamedFiles(world(), inHours(23))
  expect(await world().files.has(orphan)).toBe(true)
  expect(await removeUnnamedFiles(world(), inHours(25))).toBe(1)
  expect(await world().files.has(orphan)).toBe(false)
  expect(await world().files.has(sha256Of(shared))).toBe(true)
})

test('nothing goes while a backup copies files', async () => {
  const orphan = (await world().files.put(randomBytes(20))).sha256
  const { signal } = new AbortController()
  await holdLock(world().database, 'storedFiles', signal, async () => {
    expect(await removeUnnamedFiles(world(), inHours(25))).toBe(0)
  })
  expect(await world().files.has(orphan)).toBe(true)
  expect(await removeUnnamedFiles(world(), inHours(25))).toBe(1)
})

test('the file of an upload that was refused after it was kept goes as well', async () => {
  const { company, upload } = await createFixture()
  await world().database.pool.query(`update threats set stage = 'deleted' where company_id = $1`, [company.id])
  const bytes = tinyPng(randomBytes(8).toString('hex'))
  expect((await upload(bytes)).status).toBe(404)
  expect(await world().files.has(sha256Of(bytes))).toBe(true)
  await removeUnnamedFiles(world(), inHours(25))
  expect(await world().files.has(sha256Of(bytes))).toBe(false)
})

test('an upload of the same bytes at the same moment never ends with a row that names nothing', async () => {
  const { upload } = await createFixture()
  const bytes = tinyPng(randomBytes(8).toString('hex'))
  const { sha256 } = await world().files.put(bytes)
  // The clean-up has selected them and is paused right before it deletes them.
  const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>()
  const removing = vi.fn(async (hash: string) => {
    await stopped
    await world().files.remove(hash)
  })
  const slow: FileStore = { ...world().files, remove: removing }
  const cleaning = removeUnnamedFiles({ database: world().database, files: slow }, inHours(25))
  await vi.waitUntil(() => removing.mock.calls.some(([hash]) => hash === sha256), { timeout: 20_000 })
  const uploading = upload(bytes)
  await vi.waitUntil(
    async () => {
      const { rowCount } = await world().database.pool.query(
        // Other files wait in databases of their own.
        `select from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rowCount === 1
    },
    { timeout: 20_000 },
  )
  goOn()
  await cleaning
  const answer = await uploading
  expect(answer).toMatchObject(refusal('FILE_NOT_KEPT'))
  expect((await upload(bytes)).status).toBe(201)
  expect(await world().files.has(sha256)).toBe(true)
})

test('every table that names stored files is asked', async () => {
  const { rows } = await world().database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%sha256'`,
  )
  const columns = namingColumns.map((column) => column.join('.'))
  expect(rows.map(({ name }) => name).toSorted()).toEqual(columns)
})
