import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { databaseOf } from '../../test/cluster.ts'
import { newFolder } from '../../test/new-folder.ts'
import { openDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'
import { migrationsDir } from './migrations.ts'

let admin: Database
const made: string[] = []

beforeAll(() => {
  admin = openDatabase(inject('server'), 1)
})
afterAll(async () => {
  await admin.pool.query('set statement_timeout = 0')
  for (const name of made) await admin.pool.query(`drop database ${name} with (force)`)
  await admin.close()
})

/** An empty database. */
async function emptyDatabase(): Promise<Database> {
  const name = `signet_empty_${randomBytes(6).toString('hex')}`
  await admin.pool.query(`create database ${name}`)
  made.push(name)
  return openDatabase(databaseOf(inject('server'), name), 2)
}

test('an empty database gets every migration in order, and a second run does nothing', async () => {
  const database = await emptyDatabase()
  const ran = await migrate(database)
  expect(ran).toEqual(ran.toSorted())
  expect(ran[0]).toBe('0001-roles.sql')
  expect(await migrate(database)).toEqual([])
  await database.close()
})

test('two processes that migrate at once run each migration once', async () => {
  const first = await emptyDatabase()
  const second = openDatabase(first.connection, 2)
  const ran = await Promise.all([migrate(first), migrate(second)])
  expect(ran.map(({ length }) => length).toSorted((a, b) => a - b)[0]).toBe(0)
  const { rows } = await first.pool.query<{ name: string }>('select name from migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(ran.flat())
  await Promise.all([first.close(), second.close()])
})

test('a migration that was edited after it ran stops the start', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  await database.pool.query(`update migrations set hash = 'other' where name = '0001-roles.sql'`)
  await expect(migrate(database)).rejects.toMatchObject({
    reason: 'MIGRATION_CHANGED',
    parameters: { name: '0001-roles.sql' },
  })
  await expect(migrate(database)).rejects.toBeInstanceOf(ProgramError)
  await database.close()
})

test('a database of a newer version stops the start and stays as it is', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  await database.pool.query(`insert into migrations (name, hash) values ('9999-future.sql', 'x')`)
  await expect(migrate(database)).rejects.toMatchObject({
    reason: 'MIGRATION_UNKNOWN',
    parameters: { name: '9999-future.sql' },
  })
  await database.close()
})

test('a database of before the baseline stops the start and stays as it is', async () => {
  const database = await emptyDatabase()
  await database.pool.query('create table migrations (name text primary key, hash text, at timestamptz default now())')
  await database.pool.query(`insert into migrations (name, hash) values ('0001-identity.sql', 'x')`)
  await expect(migrate(database)).rejects.toMatchObject({ reason: 'DATABASE_FROM_DEVELOPMENT' })
  await expect(migrate(database)).rejects.toBeInstanceOf(ProgramError)
  const { rows } = await database.pool.query(`select to_regclass('companies') as companies`)
  expect(rows).toEqual([{ companies: null }])
  await database.close()
})

test('a migration that fails leaves nothing of itself', async () => {
  const database = await emptyDatabase()
  await database.pool.query('create table sign_ins (in_the_way int)')
  await expect(migrate(database)).rejects.toMatchObject({
    reason: 'MIGRATION_FAILED',
    parameters: { name: '0003-users.sql', detail: 'relation "sign_ins" already exists' },
  })
  const { rows } = await database.pool.query(`select to_regclass('users') as users, max(name) as last from migrations`)
  expect(rows).toEqual([{ users: null, last: '0002-companies.sql' }])
  await database.pool.query('drop table sign_ins')
  expect((await migrate(database)).length).toBeGreaterThan(0)
  await database.close()
})

test('a migration whose connection is lost is named with the reason, not with the failed rollback', async () => {
  const database = await emptyDatabase()
  const folder = await newFolder()
  await fs.writeFile(
    path.join(folder, '0001-lost.sql'),
    '-- Ends its own connection.\nselect pg_terminate_backend(pg_backend_pid());\n',
  )
  await expect(migrate(database, undefined, { folder, keepsRoles: true })).rejects.toMatchObject({
    reason: 'MIGRATION_FAILED',
    parameters: { name: '0001-lost.sql' },
    cause: { code: '57P01' },
  })
  await database.close()
})

/** Written before there were clusters to migrate. Applied migrations never change. */
const beforeClusters = ['0033-']

test('no migration adds a column together with its check or key, which a cluster refuses', async () => {
  const refused: string[] = []
  for (const name of await fs.readdir(migrationsDir)) {
    if (beforeClusters.some((start) => name.startsWith(start))) continue
    const text = (await fs.readFile(path.join(migrationsDir, name), 'utf8')).replaceAll(/--.*$/gm, '')
    for (const statement of text.split(';')) {
      if (/\badd column\b.*\b(check|references|unique|primary key)\b/is.test(statement)) refused.push(name)
    }
  }
  expect(refused).toEqual([])
})
