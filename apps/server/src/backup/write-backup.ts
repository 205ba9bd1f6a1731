import type { KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import { copyOut } from '../db/copy-rows.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import {
  appliedMigrations,
  beginSnapshot,
  copyJobsOut,
  copyTableOut,
  jobColumns,
  loggedDays,
  sequenceValues,
  tablesInOrder,
  type TableColumns,
} from './backup.queries.ts'
import type { BackupPlace } from './backup-place.ts'
import { backupIdOf, manifestFormat, writeManifest, type BackupManifest, type TableCopy } from './manifest.ts'
import { sealFor } from './recovery-key.ts'
import { forEachAtOnce, linesOf, putCompressed, type ListedFile } from './stored-objects.ts'

/** What a backup contains besides the database and the files. */
export interface Belongings {
  /** Version of the program. */
  signet: string
  /** Read before the database: an end that was recorded later would lie beyond the chain in the backup. */
  auditHeads: { name: string; text: string }[]
  /** The keys of the installation as text. */
  keys: string
  /** The public half of the recovery key. */
  recipient: KeyObject
}

/** A finished backup, and what it added to the place. */
export interface WrittenBackup {
  manifest: BackupManifest
  filesCopied: number
  bytesCopied: number
}

/**
 * Writes a backup. Objects that the place already has aren't copied again, so an interrupted backup continues where it stopped. The
 * manifest is written last: without it, there is no backup.
 *
 * The caller holds the lock that keeps stored files from being removed: files are copied after the snapshot of the database, so that none
 * is missing that the snapshot refers to.
 */
export async function writeBackup(
  { database, files }: { database: Database; files: FileStore },
  place: BackupPlace,
  { signet, auditHeads, keys, recipient }: Belongings,
  signal: AbortSignal,
): Promise<WrittenBackup> {
  const takenAt = new Date()
  const id = backupIdOf(takenAt)
  const contents = await copyDatabase(database, place, signal)
  const { listed, damaged, ...copied } = await copyFiles(files, place, signal)
  const list = await putCompressed(place.objects, Readable.from([Buffer.from(linesOf(listed))]))
  const manifest: BackupManifest = {
    format: manifestFormat,
    id,
    takenAt: takenAt.toISOString(),
    signet,
    ...contents,
    files: { count: listed.length, bytes: listed.reduce((sum, { size }) => sum + size, 0), list },
    damagedFiles: damaged.toSorted(),
    auditHeads,
    keys: sealFor(recipient, keys, id),
  }
  signal.throwIfAborted()
  await writeManifest(place, manifest)
  return { manifest, ...copied }
}

async function copyDatabase(database: Database, place: BackupPlace, signal: AbortSignal) {
  const client = await database.pool.connect()
  try {
    await beginSnapshot(client)
    const migrations = await appliedMigrations(client)
    const tables: TableCopy[] = []
    for (const table of await tablesInOrder(client)) {
      signal.throwIfAborted()
      tables.push(await copyTable(client, place, table, copyTableOut(table)))
    }
    const columns = await jobColumns(client)
    const jobs = columns && (await copyTable(client, place, { name: 'pgboss.job', columns }, copyJobsOut(columns)))
    return { migrations, tables, jobs, sequences: await sequenceValues(client), logDays: await loggedDays(client) }
  } finally {
    // Ends the transaction, whatever state the connection is in.
    client.release(true)
  }
}

async function copyTable(
  client: PoolClient,
  place: BackupPlace,
  table: TableColumns,
  statement: string,
): Promise<TableCopy> {
  const { bytes, rows } = copyOut(client, statement)
  const data = await putCompressed(place.objects, bytes)
  return { ...table, rows: await rows, data }
}

async function copyFiles(files: FileStore, place: BackupPlace, signal: AbortSignal) {
  const present = new Map<string, number>()
  for await (const { sha256, size } of place.objects.list()) present.set(sha256, size)
  const listed: ListedFile[] = []
  const damaged: string[] = []
  let filesCopied = 0
  let bytesCopied = 0
  await forEachAtOnce(files.list(), signal, async ({ sha256, size }) => {
    if (present.get(sha256) !== size) {
      const content = await files.open(sha256)
      // A draft of a check that was removed in the meantime.
      if (!content) return
      const stored = await place.objects.put(content)
      if (stored.sha256 !== sha256) {
        damaged.push(sha256)
        return
      }
      filesCopied += 1
      bytesCopied += stored.size
    }
    listed.push({ sha256, size })
  })
  return { listed, damaged, filesCopied, bytesCopied }
}
