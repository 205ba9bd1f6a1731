import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { addRequest, getRequest, listRequests } from '@signet/contract/requests/requests'
import { newCompany, newUser, send, useWorld, type TestUser } from '../../test/harness.ts'
import { newFolder } from '../../test/new-folder.ts'
import { migrate, type MigrateSettings } from './migrate.ts'
import { isVersionEnough, migrationsDir } from './migrations.ts'

const world = useWorld()
let nextRelease: string

/** Migrations of a release that doesn't exist yet. */
async function release(files: Record<string, string>): Promise<string> {
  const folder = await newFolder()
  await cp(migrationsDir, folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  return folder
}

beforeAll(async () => {
  nextRelease = await release({
    '9001-urgency.sql':
      '-- How urgent a request is. Locks requests for an instant.\n-- Compatible from: 0.1.0\nalter table requests add column urgency int;\n',
    '9002-urgent-requests.sql':
      '-- Compatible from: 0.1.0\ncreate index concurrently if not exists requests_urgency on requests (urgency);\n',
  })
})

const update = (settings: MigrateSettings = {}) =>
  migrate(world().database, undefined, { folder: nextRelease, ...settings })

async function addAndRead(user: TestUser): Promise<string> {
  const body = { kind: 'threat', subject: 'A shop with our name', text: 'Please check it.' } as const
  const added = await send(user, addRequest, { body })
  const read = await send(user, getRequest, { params: { requestId: added.body.id } })
  expect([added.status, read.status]).toEqual([201, 200])
  return added.body.id
}

test('a process of this release keeps reading and writing while the next one changes the schema, and starts afterwards', async () => {
  const user = await newUser('client', await newCompany())
  const ending = new AbortController()
  const ids: string[] = []
  const writer = async () => {
    while (!ending.signal.aborted) ids.push(await addAndRead(user))
  }
  const writers = [writer(), writer(), writer()]
  const written = async (count: number) => {
    while (ids.length < count) await sleep(20)
  }
  await written(3)
  expect(await update()).toEqual(['9001-urgency.sql', '9002-urgent-requests.sql'])
  await written(ids.length + 3)
  ending.abort()
  await Promise.all(writers)

  expect(await migrate(world().database)).toEqual([])
  await addAndRead(user)
  expect((await send(user, listRequests, { query: { pageNumber: 1 } })).body.total).toBe(ids.length + 1)
})

test('a process that is older than a migration allows does not start', async () => {
  await update()
  const contracted = await release({
    '9001-urgency.sql': '-- Compatible from: 0.1.0\nselect 1;\n',
    '9003-without-urgency.sql': '-- Compatible from: 0.2.0\nalter table requests drop column if exists other;\n',
  })
  await world().database.pool.query(`delete from migrations where name = '9001-urgency.sql'`)
  await migrate(world().database, undefined, { folder: contracted, version: '0.2.0' })
  await expect(migrate(world().database)).rejects.toMatchObject({
    reason: 'MIGRATION_UNKNOWN',
    parameters: { name: '9003-without-urgency.sql' },
  })
  expect(await migrate(world().database, undefined, { version: '0.2.0' })).toEqual([])
  expect(await migrate(world().database, undefined, { version: '0.10.0' })).toEqual([])
  await world().database.pool.query(`delete from migrations where name like '9%'`)
})

test('a migration waits for its lock only briefly, so that others pass, and tries again', async () => {
  const { pool } = world().database
  const folder = await release({ '9005-locked.sql': 'alter table requests add column if not exists late int;\n' })
  const holder = await pool.connect()
  await holder.query('begin; lock table requests in access share mode')
  const updating = migrate(world().database, undefined, { folder, lockTimeoutMs: 50 })
  const user = await newUser('client', await newCompany())
  await addAndRead(user)
  await holder.query('commit')
  holder.release()
  expect(await updating).toEqual(['9005-locked.sql'])
  await pool.query(`delete from migrations where name like '9%'`)
})

test('a migration whose table stays locked names who holds it, and leaves nothing', async () => {
  const { pool } = world().database
  const folder = await release({ '9006-locked.sql': 'alter table requests add column never int;\n' })
  const holder = await pool.connect()
  await holder.query('begin; lock table requests in access share mode')
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  await expect(migrate(world().database, undefined, { folder, lockTimeoutMs: 20, lockTries: 2 })).rejects.toMatchObject(
    { reason: 'MIGRATION_LOCKED', parameters: { name: '9006-locked.sql', ...own[0] } },
  )
  await holder.query('commit')
  holder.release()
  const { rows } = await pool.query(`select 1 from migrations where name = '9006-locked.sql'`)
  expect(rows).toEqual([])
})

test('an index that was interrupted while it was built is built again', async () => {
  const { pool } = world().database
  const text = 'create unique index concurrently if not exists requests_twice on requests (company_id, kind);\n'
  const folder = await release({ '9007-index.sql': text })
  const user = await newUser('client', await newCompany())
  await addAndRead(user)
  await addAndRead(user)
  const run = () => migrate(world().database, undefined, { folder })
  await expect(run()).rejects.toMatchObject({ reason: 'MIGRATION_FAILED' })
  await pool.query('delete from requests')
  expect(await run()).toEqual(['9007-index.sql'])
  const { rows } = await pool.query(`select indisvalid from pg_index where indexrelid = 'requests_twice'::regclass`)
  expect(rows).toEqual([{ indisvalid: true }])
  await pool.query('drop index requests_twice')
  await pool.query(`delete from migrations where name like '9%'`)
})

test.each([
  ['1.2.3', '1.2.3', true],
  ['1.10.0', '1.9.9', true],
  ['1.2.3', '1.2.4', false],
  ['0.9.9', '1.0.0', false],
])('version %s works with a schema from %s on: %s', (version, needed, isEnough) => {
  expect(isVersionEnough(version, needed)).toBe(isEnough)
})
