import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProgramError, causeOf } from '@signet/contract/errors/program-errors'
import type { Database } from './database.ts'
import { prepareLiveEvents } from './daily-partitions.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { prepareRoles } from './roles.ts'
import { isCluster } from './sharding/cluster.ts'
import { isReadyToShard, runSharding } from './sharding/shard-tables.ts'

const migrationsDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../migrations')

/** The names of the migrations, in order. */
const migrationFiles = async () => (await fs.readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).toSorted()

/** The migrations that haven't run yet; it changes nothing. */
export async function pendingMigrations({ pool }: Database): Promise<string[]> {
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  )
  const applied = tables[0]?.exists ? (await pool.query<{ name: string }>('select name from migrations')).rows : []
  const names = new Set(applied.map(({ name }) => name))
  return (await migrationFiles()).filter((name) => !names.has(name))
}

/**
 * Prepares the working roles of the server, then updates the schema: applies every `migrations/NNNN-*.sql` that hasn't run yet, in order, each in its own transaction. On a
 * cluster of Citus, it then distributes the tables, unless there are companies that aren't distributed yet.
 *
 * @param only to stop at an older schema: the names of its migrations
 * @returns the names of the migrations that ran
 * @throws ProgramError if an applied migration was edited afterwards or is unknown to this version, if the schema is older than the
 *   first migration, or if the roles can't be prepared
 */
export async function migrate(database: Database, only?: ReadonlySet<string>): Promise<string[]> {
  const files = await migrationFiles()
  const client = await database.pool.connect()
  const ran: string[] = []
  try {
    // Set before taking the lock, because waiting for another process's migrations may take long.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations])
    await prepareRoles(client, database.connection)
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    if (applied.size > 0 && !applied.has(files[0] ?? '')) throw new ProgramError('DATABASE_FROM_DEVELOPMENT')
    for (const name of applied.keys()) {
      if (!files.includes(name)) throw new ProgramError('MIGRATION_UNKNOWN', { name })
    }
    for (const name of files) {
      if (only && !only.has(name)) continue
      const text = await fs.readFile(path.join(migrationsDir, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const before = applied.get(name)
      if (before === hash) continue
      if (before) throw new ProgramError('MIGRATION_CHANGED', { name })
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new ProgramError('MIGRATION_FAILED', { name, detail: causeOf(error).detail }, { cause: error })
      }
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
