import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { newRecoveryKey } from '@signet/server/backup/recovery-key'
import { removeOldBackups } from '@signet/server/backup/remove-old-backups'
import { writeBackup } from '@signet/server/backup/write-backup'
import { holdLock } from '@signet/server/db/hold-lock'
import { isDistributed } from '@signet/server/db/sharding/cluster'
import { readEnv } from '@signet/server/env'
import { insertBackup } from '@signet/server/features/system-health/health.queries'
import { headsFolder } from '@signet/server/features/audit/audit-heads'
import { productVersion } from '@signet/contract/product-version'
import { print, withProgram, type CommonOptions } from '../command/command.ts'
import { checkBackup } from './check-backup.ts'
import { installationKeys } from './installation-keys.ts'
import { openPlace, usingPlace } from './open-place.ts'

interface BackupOptions extends CommonOptions {
  place?: string
  check?: boolean
  /** How many backups stay. */
  keep?: number
  newRecoveryKey?: boolean
}

/**
 * Writes a backup to a folder or bucket and prints what it contains, or prints a new recovery key.
 *
 * @throws ProgramError if something is missing that it needs, the database is distributed over nodes, or a stored file is damaged
 */
export async function backup(options: BackupOptions): Promise<void> {
  if (options.newRecoveryKey) {
    const { publicKey, privateKey } = newRecoveryKey()
    print(
      options,
      { publicKey, privateKey },
      `SIGNET_RECOVERY_KEY=${publicKey}\n\nKeep this line apart from the backups and from this machine. It isn't stored anywhere:\n${privateKey}`,
    )
    return
  }
  const { place: where } = options
  if (!where) throw new ProgramError('BACKUP_PLACE_MISSING')
  const env = readEnv(options.terminal.env)
  const { recoveryKey: recipient } = env
  if (!recipient) throw new ProgramError('RECOVERY_KEY_MISSING')
  const place = await openPlace(env, where)
  await withProgram(options, async (program, stop) => {
    const { database, files, dataDir } = program
    // No snapshot includes several nodes.
    if (await isDistributed(database.pool)) throw new ProgramError('BACKUP_OF_CLUSTER')
    const written = await holdLock(database, 'storedFiles', stop, async () => {
      const auditHeads = await writtenHeads(dataDir)
      const keys = await installationKeys(env, dataDir)
      return usingPlace(where, async () => {
        const belongings = { signet: productVersion, auditHeads, keys, recipient }
        const result = await writeBackup({ database, files }, place, belongings, stop)
        if (options.check) await checkBackup(program, place, result.manifest, where, stop)
        if (result.manifest.damagedFiles.length === 0) await insertBackup(database.pool, result.manifest.id)
        // Last, and not if files are missing: older backups may be the only ones with them.
        const isWhole = result.manifest.damagedFiles.length === 0
        const removed = options.keep !== undefined && isWhole ? await removeOldBackups(place, options.keep) : 0
        return { ...result, removed }
      })
    })
    stop.throwIfAborted()
    if (!written) throw new ProgramError('BACKUP_RUNNING')
    const { manifest, filesCopied, bytesCopied, removed } = written
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    print(
      options,
      {
        backup: manifest.id,
        tables: manifest.tables.length,
        rows,
        jobs: manifest.jobs?.rows ?? 0,
        files: manifest.files.count,
        filesCopied,
        bytesCopied,
        damagedFiles: manifest.damagedFiles,
        isChecked: options.check === true,
        backupsRemoved: removed,
      },
      `Backup ${manifest.id}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files (${filesCopied} new)${options.check ? ', checked' : ''}.`,
    )
    const [first] = manifest.damagedFiles
    if (first) throw new ProgramError('STORED_FILES_DAMAGED', { count: manifest.damagedFiles.length, first })
  })
}

/** The recorded ends of the audit chains; none before the first night. */
async function writtenHeads(dataDir: string): Promise<{ name: string; text: string }[]> {
  const folder = path.join(dataDir, headsFolder)
  const names = await readdir(folder).catch((error: unknown) => {
    if (causeOf(error).code === 'ENOENT') return []
    throw error
  })
  const days = names.filter((name) => name.endsWith('.jsonl')).toSorted()
  return Promise.all(days.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })))
}
