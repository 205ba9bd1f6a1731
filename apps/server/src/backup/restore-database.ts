import type { PoolClient } from 'pg'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { copyIn } from '../db/copy-rows.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import {
  addPreparedJobs,
  appliedMigrations,
  beginLoading,
  contentOf,
  copyTableIn,
  prepareJobs,
  setSequences,
} from './backup.queries.ts'
import type { BackupPlace } from './backup-place.ts'
import type { BackupManifest, TableCopy } from './manifest.ts'
import { openCompressed, verifyObject } from './stored-objects.ts'

/** What the schema needs besides the migrations. */
export interface SchemaParts {
  /** Creates the tables of the queue. */
  prepareQueue: (database: Database) => Promise<void>
  /** Creates partitions for days of the log of requests. */
  prepareDays: (database: Database, days: readonly Date[]) => Promise<void>
}

/** @throws ProgramError if the database contains anything but the schema that the backup has */
export async function assertEmpty(database: Database, manifest: BackupManifest): Promise<void> {
  const client = await database.pool.connect()
  try {
    const { isUsed, migrations } = await contentOf(client)
    const known = new Set(manifest.migrations.map(({ name }) => name))
    if (isUsed || migrations.some((name) => !known.has(name))) throw new ProgramError('DATABASE_NOT_EMPTY')
  } finally {
    client.release()
  }
}

/** @throws ProgramError naming the first table whose object is missing or was changed */
export async function verifyTables(place: BackupPlace, { tables, jobs }: BackupManifest): Promise<void> {
  for (const { name, data } of jobs ? [...tables, jobs] : tables) await verifyObject(place.objects, data.sha256, name)
}

/**
 * Fills an empty database: the schema of the backup is made by its migrations, which also create roles and grants; the rows are copied in
 * one transaction; then the migrations that are newer than the backup run. After an interruption it can be repeated.
 *
 * @throws ProgramError if the schema isn't known to this version, or a table has another number of rows than it had
 */
export async function restoreDatabase(
  database: Database,
  place: BackupPlace,
  manifest: BackupManifest,
  { prepareQueue, prepareDays }: SchemaParts,
  signal: AbortSignal,
): Promise<void> {
  await migrate(database, new Set(manifest.migrations.map(({ name }) => name)))
  const client = await database.pool.connect()
  try {
    await assertSameSchema(client, manifest)
    await prepareDays(
      database,
      manifest.logDays.map((day) => new Date(`${day}T00:00:00Z`)),
    )
    await prepareQueue(database)
    const finish = await beginLoading(
      client,
      manifest.tables.map(({ name }) => name),
    )
    for (const table of manifest.tables) {
      signal.throwIfAborted()
      await loadTable(client, place, table, copyTableIn(table))
    }
    await setSequences(client, manifest.sequences)
    if (manifest.jobs) {
      await loadTable(client, place, manifest.jobs, await prepareJobs(client, manifest.jobs.columns))
      await addPreparedJobs(client, manifest.jobs.columns)
    }
    await finish()
  } finally {
    // Rolls back whatever was not committed.
    client.release(true)
  }
  await migrate(database, undefined, { fillsIn: true })
}

async function loadTable(client: PoolClient, place: BackupPlace, table: TableCopy, statement: string): Promise<void> {
  const rows = await copyIn(client, statement, await openCompressed(place.objects, table.data.sha256, table.name))
  if (rows !== table.rows) throw new ProgramError('BACKUP_CHANGED', { part: table.name })
}

async function assertSameSchema(client: PoolClient, manifest: BackupManifest): Promise<void> {
  const hashes = new Map((await appliedMigrations(client)).map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of manifest.migrations) {
    if (!hashes.has(name)) throw new ProgramError('MIGRATION_UNKNOWN', { name })
    if (hashes.get(name) !== hash) throw new ProgramError('MIGRATION_CHANGED', { name })
  }
}
