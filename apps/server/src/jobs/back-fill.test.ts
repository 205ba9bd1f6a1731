import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { getSystemHealth } from '@signet/contract/operation/system-health'
import type { BackFillWork } from '../../test/back-fill-process.ts'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../test/harness.ts'
import { newFolder } from '../../test/new-folder.ts'
import { migrate, type MigrateSettings } from '../db/migrate.ts'
import { migrationsDir } from '../db/migrations.ts'
import { backFill } from './back-fill.job.ts'

const world = useWorld()
const script = path.resolve(import.meta.dirname, '../../test/back-fill-process.ts')
const running = new AbortController().signal
const run = <Row extends object>(text: string, values: unknown[] = []) => world().database.pool.query<Row>(text, values)

let expanded: string
let contracted: string

async function release(from: string, name: string, text: string): Promise<string> {
  const folder = await newFolder()
  await cp(from, folder, { recursive: true })
  await writeFile(path.join(folder, name), text)
  return folder
}

beforeAll(async () => {
  expanded = await release(
    migrationsDir,
    '9001-urgency.sql',
    `-- Compatible from: 0.1.0
alter table requests add column urgency int;
insert into back_fills (name, table_name, change, unfilled)
  values ('urgency', 'requests', 'urgency = coalesce(urgency, 0) + 1', 'urgency is null');
`,
  )
  contracted = await release(
    expanded,
    '9002-urgency.sql',
    '-- After back-fill: urgency\nalter table requests alter column urgency set not null;\n',
  )
})
afterEach(async () => {
  await run('alter table requests drop column if exists urgency')
  await run('delete from requests')
  await run('delete from back_fills')
  await run(`delete from migrations where name like '9%'`)
})

const update = (folder: string, settings: MigrateSettings = {}) =>
  migrate(world().database, undefined, { folder, keepsRoles: true, ...settings })

async function addRequests(company: TestCompany, count: number): Promise<void> {
  await run(
    `insert into requests (company_id, id, kind, subject, text, created_by_name, due_at, first_due_at)
     select $1, gen_random_uuid(), 'question', 'A question', 'How?', 'Ada', now(), now() from generate_series(1, $2)`,
    [company.id, count],
  )
}

const filledRows = async () =>
  (await run<{ filled: number }>('select filled::float8 as filled from back_fills')).rows[0]?.filled
const urgencies = async () =>
  (
    await run<{ urgency: number | null; count: number }>(
      'select urgency, count(*)::int as count from requests group by 1',
    )
  ).rows

test('changes every row once, however often the worker is killed', { timeout: 120_000 }, async () => {
  const counts = [1_501, 0, 700, 1]
  for (const count of counts) await addRequests(await newCompany(), count)
  const total = counts.reduce((sum, count) => sum + count)
  await update(expanded)
  const work: BackFillWork = { connection: world().connection, rows: 20 }
  for (let kill = 1; kill <= 3; kill += 1) {
    const before = (await filledRows()) ?? 0
    const worker = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: 'ignore' })
    const ended = once(worker, 'exit')
    await expect.poll(filledRows, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + 100 * kill)
    worker.kill('SIGKILL')
    await ended
  }
  expect(await filledRows()).toBeLessThan(total)
  await Promise.all([backFill(world().database, running), backFill(world().database, running)])
  await backFill(world().database, running)
  expect(await urgencies()).toEqual([{ urgency: 1, count: total }])
  expect(await filledRows()).toBe(total)
  expect((await run('select finished_at is not null as "isFinished" from back_fills')).rows).toEqual([
    { isFinished: true },
  ])
})

test('a migration that relies on it runs only after it is complete, and System health shows it until then', async () => {
  const company = await newCompany()
  const operator = await newUser('superAdmin', company)
  const part = async () => (await send(operator, getSystemHealth)).body.find(({ name }) => name === 'backFills')
  const nothingWaits = {
    name: 'backFills',
    ok: true,
    detail: expect.objectContaining({ reason: 'NO_BACK_FILL' }) as object,
  }
  expect(await part()).toEqual(nothingWaits)
  await addRequests(company, 30)
  await expect(update(contracted)).rejects.toMatchObject({
    reason: 'BACK_FILL_UNFINISHED',
    parameters: { name: '9002-urgency.sql', backFill: 'urgency' },
  })
  await backFill(world().database, running, { rows: 10, ms: 0 })
  expect(await part()).toMatchObject({
    ok: true,
    detail: { message: expect.stringMatching(/^urgency is running/) as string },
  })
  await backFill(world().database, running, { rows: 10 })
  expect(await part()).toEqual(nothingWaits)
  // An older process writes another row in the former way.
  await addRequests(company, 1)
  await expect(update(contracted)).rejects.toMatchObject({ reason: 'BACK_FILL_UNFINISHED' })
  await backFill(world().database, running)
  expect(await update(contracted)).toEqual(['9002-urgency.sql'])
})

test('an empty database, and one that no worker uses, get all migrations at once', async () => {
  expect(await update(contracted)).toEqual(['9001-urgency.sql', '9002-urgency.sql'])
  await run(`delete from migrations where name like '9%'`)
  await run('delete from back_fills')
  await run('alter table requests drop column urgency')
  await addRequests(await newCompany(), 3)
  expect(await update(contracted, { fillsIn: true })).toEqual(['9001-urgency.sql', '9002-urgency.sql'])
  expect(await urgencies()).toEqual([{ urgency: 1, count: 3 }])
})

test('one that fails is shown with its reason, and the others go on', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  await addRequests(operator.company, 1)
  await update(expanded)
  await run(
    `insert into back_fills (name, table_name, change, unfilled) values ('broken', 'requests', 'kind = ''x''', 'true')`,
  )
  await expect(backFill(world().database, running)).rejects.toThrow('requests_kind_check')
  expect(await urgencies()).toEqual([{ urgency: 1, count: 1 }])
  const { body } = await send(operator, getSystemHealth)
  expect(body.find(({ name }) => name === 'backFills')).toMatchObject({
    ok: false,
    detail: { message: expect.stringMatching(/^broken failed.*requests_kind_check/) as string },
  })
})

test('a table of the installation is filled in by its own key', async () => {
  const pages = Array.from({ length: 25 }, () => randomUUID())
  await run(`insert into backups (id) select unnest($1::text[])`, [pages])
  await run(
    `insert into back_fills (name, table_name, change, unfilled)
     values ('backups', 'backups', 'finished_at = ''2020-01-01''', 'finished_at > ''2020-01-01''')`,
  )
  await backFill(world().database, running, { rows: 7 })
  expect(await filledRows()).toBe(25)
  await run('delete from backups')
})

test('a migration that relies on a back-fill without a definition is refused', async () => {
  const folder = await release(migrationsDir, '9003-wrong.sql', '-- After back-fill: misspelled\nselect 1;\n')
  await expect(update(folder)).rejects.toMatchObject({ reason: 'BACK_FILL_UNKNOWN' })
})
