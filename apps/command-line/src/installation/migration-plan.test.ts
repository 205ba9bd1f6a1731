import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { onDatabase } from '@signet/server/db/connection'
import { openDatabase } from '@signet/server/db/database'
import { migrationsDir } from '@signet/server/db/migrations'
import { newFolder } from '@signet/server/test/new-folder'
import { onCluster } from '@signet/server/test/on-cluster'
import { useWorld } from '@signet/server/test/harness'
import { jsonLines, newReadyInstallation } from '../../test/signet-process.ts'
import { planMigrations } from './migration-plan.ts'

const world = useWorld()

async function planOf(text: string) {
  const folder = await newFolder()
  await cp(migrationsDir, folder, { recursive: true })
  await writeFile(path.join(folder, '9001-next.sql'), text)
  const [plan] = await planMigrations(world().database, folder)
  return plan
}

test.each([
  ['a column', 'alter table requests add column urgency int;', 'AccessExclusiveLock', 'readsAndWrites', 'nothing'],
  [
    'another type of a column',
    'alter table requests alter column subject type varchar(300);',
    'AccessExclusiveLock',
    'readsAndWrites',
    'rewrite',
  ],
  ['an index', 'create index on requests (kind);', 'ShareLock', 'writes', 'index'],
  [
    'an index that is built concurrently',
    'create index concurrently if not exists requests_kind on requests (kind);',
    'ShareUpdateExclusiveLock',
    'nothing',
    'index',
  ],
  [
    'a constraint',
    'alter table requests add constraint requests_kind check (length(kind) < 99);',
    'AccessExclusiveLock',
    'readsAndWrites',
    'check',
  ],
  ['a change of rows', 'update requests set version = version;', 'RowExclusiveLock', 'nothing', 'rows'],
])('the plan of %s names its lock, what waits for it and what takes time', async (_what, text, lock, blocks, work) => {
  expect((await planOf(`-- Compatible from: 0.1.0\n${text}\n`))?.tables).toContainEqual(
    expect.objectContaining({ table: 'requests', lock, blocks, work }),
  )
})

test('the plan of a new table has no locks, and changes nothing', async () => {
  expect(await planOf('create table later (id int primary key);\n')).toEqual({
    migration: '9001-next.sql',
    seconds: 0,
    compatibleFrom: null,
    tables: [],
    backFills: [],
    afterBackFill: null,
  })
  const { rows } = await world().database.pool.query(
    `select to_regclass('later') as later, (select count(*)::int from pg_database where datname like '%\\_plan') as scratch`,
  )
  expect(rows).toEqual([{ later: null, scratch: 0 }])
})

test('the plan names a back-fill that workers carry out, and the one that has to end first', async () => {
  const next = await planOf(`-- Compatible from: 0.1.0
alter table requests add column urgency int;
insert into back_fills (name, table_name, change, unfilled) values ('urgency', 'requests', 'urgency = 1', 'urgency is null');
`)
  expect(next?.backFills).toEqual([{ name: 'urgency', table: 'requests', rows: 0, seconds: 0 }])
  expect(next?.afterBackFill).toBeNull()
  expect((await planOf('-- After back-fill: urgency\nselect 1;\n'))?.afterBackFill).toBe('urgency')
})

test('a plan needs a scratch database, and says so if none can be created', async () => {
  const { connection, database } = world()
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const name = `${rows[0]?.name}_plan`
  await database.pool.query(`create database ${name}`)
  const user = openDatabase(onDatabase(connection, name), 1)
  await user.pool.query('select 1')
  await expect(planOf('create table later (id int);\n')).rejects.toMatchObject({ reason: 'MIGRATION_PLAN_REFUSED' })
  await user.close()
  await database.pool.query(`drop database ${name}`)
})

// On a cluster this one runs before the tables are distributed: Citus adds no column together with its check.
test.skipIf(onCluster)('signet migrate --plan prints what has not run, and signet migrate then runs it', async () => {
  const signet = await newReadyInstallation()
  expect(jsonLines(await signet.run(['migrate', '--plan']))).toEqual([{ migrations: 0 }])
  await signet.sql(`delete from migrations where name = '0033-tout-imports.sql'`)
  await signet.sql('alter table imports drop column record_kind')
  expect(jsonLines(await signet.run(['migrate', '--plan']))).toEqual([
    expect.objectContaining({ migration: '0033-tout-imports.sql', compatibleFrom: null }),
  ])
  expect(jsonLines(await signet.run(['migrate']))).toEqual([{ migrated: ['0033-tout-imports.sql'] }])
})
