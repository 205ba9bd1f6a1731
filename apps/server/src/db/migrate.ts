import { setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier, type PoolClient } from 'pg'
import { ProgramError, causeOf } from '@signet/contract/errors/program-errors'
import { productVersion } from '@signet/contract/product-version'
import { assertFilled, runBatch } from './back-fill.ts'
import type { Database } from './database.ts'
import { prepareLiveEvents } from './daily-partitions.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { isLockTimeout } from './lock-timeout.ts'
import { concurrentIndexOf, isVersionEnough, readMigrations, type Migration } from './migrations.ts'
import { prepareRoles } from './roles.ts'
import { isCluster } from './sharding/cluster.ts'
import { isReadyToShard, runSharding } from './sharding/shard-tables.ts'

/** Settings that differ from those of a start; for tests and plans. */
export interface MigrateSettings {
  folder?: string
  version?: string
  lockTimeoutMs?: number
  lockTries?: number
  /** Carries out itself what a migration waits for, where no worker could: nobody else uses the database. */
  fillsIn?: boolean
  /** Leaves the roles of the server as they are. */
  keepsRoles?: boolean
}

/** While a migration waits for its lock, everyone else who needs the table waits behind it. */
const lockTimeoutMs = 2_000
/** With the pauses, about two minutes. */
const lockTries = 30
const pauseMaxMs = 3_000
const advisoryPauseMs = 200
const deadlock = '40P01'

/** The migrations that haven't run yet; it changes nothing. */
export async function pendingMigrations({ pool }: Database, folder?: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  )
  const applied = tables[0]?.exists ? (await pool.query<{ name: string }>('select name from migrations')).rows : []
  const names = new Set(applied.map(({ name }) => name))
  return (await readMigrations(folder)).flatMap(({ name }) => (names.has(name) ? [] : name))
}

/**
 * Prepares the working roles of the server, then updates the schema: applies every `migrations/*.sql` that hasn't run yet, in order.
 * Each has its own transaction, unless it changes an index concurrently. One that doesn't get its locks within two seconds lets the others
 * pass and tries again.
 *
 * Migrations of a newer version are accepted if they say that this version works with them (`docs/database.md`).
 *
 * On a cluster of Citus, it then distributes the tables, unless there are companies that aren't distributed yet.
 *
 * @param only to stop at an older schema: the names of its migrations
 * @returns the names of the migrations that ran
 * @throws ProgramError if an applied migration was edited afterwards or needs a newer version, if the schema is older than the
 *   first migration, if a table stays locked, if rows wait for a back-fill that a migration relies on, or if the roles can't be prepared
 */
export async function migrate(
  database: Database,
  only?: ReadonlySet<string>,
  settings: MigrateSettings = {},
): Promise<string[]> {
  const migrations = await readMigrations(settings.folder)
  const client = await database.pool.connect()
  const ran: string[] = []
  try {
    // Set before taking the lock, because waiting for another process's migrations may take long.
    await client.query('set statement_timeout = 0')
    await takeLock(client)
    if (!settings.keepsRoles) await prepareRoles(client, database.connection)
    const applied = await appliedHashes(client)
    if (applied.size > 0 && !applied.has(migrations[0]?.name ?? '')) throw new ProgramError('DATABASE_FROM_DEVELOPMENT')
    await assertCompatible(client, migrations, settings.version ?? productVersion)
    for (const migration of migrations) {
      const { name, hash } = migration
      if (only && !only.has(name)) continue
      const before = applied.get(name)
      if (before === hash) continue
      if (before) throw new ProgramError('MIGRATION_CHANGED', { name })
      if (migration.afterBackFill !== null) {
        if (settings.fillsIn) while (await runBatch(database, migration.afterBackFill));
        await assertFilled(client, name, migration.afterBackFill)
      }
      await run(client, migration, settings)
      ran.push(name)
    }
    // Citus distributes what was created since.
    if (!only && (await isCluster(client)) && (await isReadyToShard(client))) await runSharding(client)
  } finally {
    // Closing the connection releases the lock even if the connection is broken.
    client.release(true)
  }
  // After a long break, no partition exists for today.
  if (!only) await prepareLiveEvents(database, new Date())
  return ran
}

/**
 * Asks again and again instead of waiting within a statement: its snapshot would keep a concurrent index of another process from ending.
 */
async function takeLock(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      advisoryLocks.migrations,
    ])
    if (rows[0]?.isOurs === true) return
    await sleep(advisoryPauseMs)
  }
}

async function appliedHashes(client: PoolClient): Promise<Map<string, string>> {
  await client.query(
    'create table if not exists migrations (name text primary key, hash text not null, at timestamptz not null default now(), compatible_from text)',
  )
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
  return new Map(rows.map((row) => [row.name, row.hash]))
}

/** @throws ProgramError naming the first migration of a newer version that this one doesn't work with */
async function assertCompatible(client: PoolClient, known: readonly Migration[], version: string): Promise<void> {
  const { rows } = await client.query<{ name: string; compatibleFrom: string | null }>(
    'select name, compatible_from as "compatibleFrom" from migrations where name <> all ($1) order by name',
    [known.map(({ name }) => name)],
  )
  for (const { name, compatibleFrom } of rows)
    if (compatibleFrom === null || !isVersionEnough(version, compatibleFrom))
      throw new ProgramError('MIGRATION_UNKNOWN', { name })
}

/** @throws ProgramError if it fails, or if others keep its tables locked */
async function run(client: PoolClient, migration: Migration, settings: MigrateSettings): Promise<void> {
  const { name } = migration
  const tries = settings.lockTries ?? lockTries
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (migration.isConcurrent) await runConcurrently(client, migration)
      else await runInTransaction(client, migration, settings.lockTimeoutMs ?? lockTimeoutMs)
      return
    } catch (error) {
      if (!isLockTimeout(error) && causeOf(error).code !== deadlock)
        throw new ProgramError('MIGRATION_FAILED', { name, detail: causeOf(error).detail }, { cause: error })
      if (attempt === tries) throw new ProgramError('MIGRATION_LOCKED', { name, ...(await oldestTransaction(client)) })
      await sleep(Math.min(pauseMaxMs, 100 * attempt) * (0.5 + Math.random()))
    }
  }
}

async function runInTransaction(client: PoolClient, migration: Migration, timeoutMs: number): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${timeoutMs}`)
  try {
    await client.query(migration.text)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    // It fails if the connection is lost, and the transaction with it; its error would hide the first one.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Its one statement repeats until it succeeds: PostgreSQL keeps the invalid index of one that was interrupted. */
async function runConcurrently(client: PoolClient, migration: Migration): Promise<void> {
  const index = concurrentIndexOf(migration)
  if (index !== null) {
    const { rows } = await client.query<{ isValid: boolean }>(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
      [index],
    )
    // On a cluster, shards may lack it.
    if (rows[0]?.isValid === false) await client.query(`drop index concurrently if exists ${escapeIdentifier(index)}`)
  }
  await client.query(migration.text)
  await record(client, migration)
}

async function record(client: PoolClient, { name, hash, compatibleFrom }: Migration): Promise<void> {
  await client.query('insert into migrations (name, hash, compatible_from) values ($1, $2, $3)', [
    name,
    hash,
    compatibleFrom,
  ])
}

/** A transaction, and for how long it has been open. */
interface OpenTransaction {
  pid: number
  application: string
  seconds: number
}

/** Who most likely holds the lock: the transaction of this database that has been open for the longest time. */
async function oldestTransaction(client: PoolClient): Promise<OpenTransaction> {
  const { rows } = await client.query<OpenTransaction>(
    `select pid, application_name as application, extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  )
  return rows[0] ?? { pid: 0, application: '', seconds: 0 }
}
