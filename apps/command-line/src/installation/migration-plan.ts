import type { PoolClient } from 'pg'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { appliedMigrations, createScratch, currentDatabase, dropScratch } from '@signet/server/backup/backup.queries'
import { onDatabase } from '@signet/server/db/connection'
import { openDatabase, type Database } from '@signet/server/db/database'
import { migrate, pendingMigrations } from '@signet/server/db/migrate'
import { readMigrations, type Migration } from '@signet/server/db/migrations'
import { readEnv } from '@signet/server/env'
import { openLog } from '@signet/server/log'
import { print, say, type CommonOptions } from '../command/command.ts'
import { openStorage } from '../command/program.ts'
import {
  backFillsOf,
  heldLocks,
  readTables,
  tableSizes,
  tableStates,
  type TableState,
} from './migration-plan.queries.ts'

/** What a migration does to one table that exists already. */
export interface TablePlan {
  table: string
  /** Its strongest lock, by the name that PostgreSQL gives it. */
  lock: string
  /** What waits for the migration. */
  blocks: 'readsAndWrites' | 'writes' | 'nothing'
  /** What takes time: `nothing` changes only the catalog. */
  work: 'rewrite' | 'index' | 'check' | 'rows' | 'nothing'
  bytes: number
  seconds: number
}

export interface MigrationPlan {
  migration: string
  /** The time of all its tables: until it ends, it keeps every lock. */
  seconds: number
  /** Whether processes of earlier versions work with it, from this one on; null if they don't. */
  compatibleFrom: string | null
  tables: TablePlan[]
  /** What workers carry out in batches after it ran. */
  backFills: { name: string; table: string; rows: number; seconds: number }[]
  /** The back-fill that has to end first; null if there is none. */
  afterBackFill: string | null
}

type Size = { bytes: number; rows: number }

/** From the weakest to the strongest (PostgreSQL, section 13.3.1). */
const modes = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
]

/** What a machine with 2 processors and a network disk manages; real ones are faster. */
const bytesPerSecond = { rewrite: 40e6, index: 40e6, check: 200e6 }
const rowsPerSecond = 15_000

/** Prints what each migration that hasn't run would lock and how long it would take. */
export async function printPlan(options: CommonOptions): Promise<void> {
  const env = readEnv(options.terminal.env)
  const storage = await openStorage(env, openLog(env.logLevel ?? 'warn'), (line) => say(line, options.terminal))
  try {
    const plans = await planMigrations(storage.database)
    for (const plan of plans) print(options, plan, lineOf(plan))
    if (plans.length === 0) print(options, { migrations: 0 }, 'The schema is up to date.')
  } finally {
    await storage.close()
  }
}

/**
 * Runs the migrations that haven't run in a scratch database with the schema of this one and no rows, and reads there which locks they
 * take.
 *
 * @param folder of the migrations; for tests
 * @throws ProgramError if no database can be created
 */
export async function planMigrations(database: Database, folder?: string): Promise<MigrationPlan[]> {
  const pending = new Set(await pendingMigrations(database, folder))
  if (pending.size === 0) return []
  const client = await database.pool.connect()
  try {
    const sizes = await tableSizes(client)
    // Everything is new.
    if (sizes.size === 0)
      return [...pending].map((name) => toPlan({ name, compatibleFrom: null, afterBackFill: null }, [], []))
    const applied = new Set((await appliedMigrations(client)).map(({ name }) => name))
    const scratchName = `${await currentDatabase(client)}_plan`
    await createScratch(client, scratchName).catch((error: unknown) => {
      throw new ProgramError('MIGRATION_PLAN_REFUSED', { detail: causeOf(error).detail }, { cause: error })
    })
    const scratch = openDatabase(onDatabase(database.connection, scratchName), 2)
    try {
      await migrate(scratch, applied, { keepsRoles: true, ...(folder === undefined ? {} : { folder }) })
      const migrations = (await readMigrations(folder)).filter(({ name }) => pending.has(name))
      return await planIn(scratch, migrations, sizes)
    } finally {
      await scratch.close()
      await dropScratch(client, scratchName)
    }
  } finally {
    client.release(true)
  }
}

async function planIn(scratch: Database, migrations: Migration[], sizes: Map<string, Size>): Promise<MigrationPlan[]> {
  const client = await scratch.pool.connect()
  try {
    const plans: MigrationPlan[] = []
    for (const migration of migrations) plans.push(await planOf(client, migration, sizes))
    return plans
  } finally {
    client.release(true)
  }
}

async function planOf(client: PoolClient, migration: Migration, sizes: Map<string, Size>): Promise<MigrationPlan> {
  const before = await tableStates(client)
  const known = new Set((await backFillsOf(client)).map(({ name }) => name))
  if (!migration.isConcurrent) await client.query('begin')
  await client.query(migration.text)
  const after = await tableStates(client)
  const locks = migration.isConcurrent ? concurrentLocks(before, after) : await heldLocks(client)
  const read = migration.isConcurrent ? new Set<string>() : await readTables(client)
  if (!migration.isConcurrent) await client.query('commit')
  const tables: TablePlan[] = []
  for (const [table, old] of before) {
    const lock = strongest(locks.flatMap(({ table: locked, mode }) => (locked === table ? mode : [])))
    if (lock === null) continue
    const work = workOn(old, after.get(table) ?? old, lock, read.has(table))
    if (modes.indexOf(lock) < modes.indexOf('RowExclusiveLock') && work === 'nothing') continue
    const size = sizes.get(table) ?? { bytes: 0, rows: 0 }
    tables.push({ table, lock, blocks: blockedBy(lock), work, bytes: size.bytes, seconds: secondsOf(work, size) })
  }
  const backFills = (await backFillsOf(client))
    .filter(({ name }) => !known.has(name))
    .map(({ name, table }) => {
      const size = sizes.get(table) ?? { bytes: 0, rows: 0 }
      return { name, table, rows: size.rows, seconds: secondsOf('rows', size) }
    })
  return toPlan(migration, tables, backFills)
}

const toPlan = (
  { name, compatibleFrom, afterBackFill }: Pick<Migration, 'name' | 'compatibleFrom' | 'afterBackFill'>,
  tables: TablePlan[],
  backFills: MigrationPlan['backFills'],
): MigrationPlan => ({
  migration: name,
  seconds: Math.round(tables.reduce((sum, { seconds }) => sum + seconds, 0) * 10) / 10,
  compatibleFrom,
  tables,
  backFills,
  afterBackFill,
})

/** Concurrent statements hold their locks only while they run. */
const concurrentLocks = (before: Map<string, TableState>, after: Map<string, TableState>) =>
  [...before].flatMap(([table, { indexes }]) =>
    indexes.join() === after.get(table)?.indexes.join() ? [] : { table, mode: 'ShareUpdateExclusiveLock' },
  )

const strongest = (held: readonly string[]) => modes.findLast((mode) => held.includes(mode)) ?? null

function blockedBy(lock: string): TablePlan['blocks'] {
  if (lock === 'AccessExclusiveLock') return 'readsAndWrites'
  return modes.indexOf(lock) >= modes.indexOf('ShareLock') ? 'writes' : 'nothing'
}

function workOn(before: TableState, after: TableState, lock: string, isRead: boolean): TablePlan['work'] {
  if (after.file !== before.file) return 'rewrite'
  if (after.indexes.some((index) => !before.indexes.includes(index))) return 'index'
  if (after.checked.some((constraint) => !before.checked.includes(constraint))) return 'check'
  return lock === 'RowExclusiveLock' || isRead ? 'rows' : 'nothing'
}

function secondsOf(work: TablePlan['work'], { bytes, rows }: Size): number {
  if (work === 'nothing') return 0
  const seconds = work === 'rows' ? rows / rowsPerSecond : bytes / bytesPerSecond[work]
  return Math.round(seconds * 10) / 10
}

const blocked = {
  readsAndWrites: 'blocks reads and writes',
  writes: 'blocks writes',
  nothing: 'blocks nobody',
}
const worked = {
  rewrite: 'writes every row again',
  index: 'builds an index',
  check: 'checks every row',
  rows: 'reads or changes rows',
  nothing: 'changes only the catalog',
}

function lineOf({ migration, seconds, compatibleFrom, tables, backFills, afterBackFill }: MigrationPlan): string {
  const parts = tables.map(
    ({ table, lock, blocks, work, bytes }) =>
      `  ${table} (${(bytes / 1e6).toFixed(1)} MB): ${lock}, ${blocked[blocks]}; ${worked[work]}`,
  )
  const filled = backFills.map(
    ({ name, table, rows, seconds: filling }) =>
      `  then workers run ${name}: up to ${rows} rows of ${table} in batches, about ${filling} s`,
  )
  const first = afterBackFill === null ? [] : [`  only after ${afterBackFill} is complete`]
  const running = compatibleFrom
    ? `processes from version ${compatibleFrom} on keep running`
    : 'stop older processes first'
  const locks = tables.length === 0 ? 'no locks' : `at most about ${seconds} s`
  return [`${migration}: ${locks}; ${running}.`, ...first, ...parts, ...filled].join('\n')
}
