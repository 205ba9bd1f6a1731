import type { KeyObject } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { readManifest, type BackupManifest } from '@signet/server/backup/manifest'
import { openWithPrivateKey, readPrivateKey } from '@signet/server/backup/recovery-key'
import { assertEmpty, restoreDatabase, verifyTables } from '@signet/server/backup/restore-database'
import { restoreFiles } from '@signet/server/backup/restore-files'
import { readEnv } from '@signet/server/env'
import { headsFolder } from '@signet/server/features/audit/audit-heads'
import { openLog } from '@signet/server/log'
import { openKeys } from '@signet/server/secrets/open-keys'
import { print, say, untilStopped, type CommonOptions } from '../command/command.ts'
import { openStorage } from '../command/program.ts'
import { placeKeys, readInstallationKeys } from './installation-keys.ts'
import { openPlace, usingPlace } from './open-place.ts'
import { schemaParts } from './schema-parts.ts'

interface RestoreOptions extends CommonOptions {
  place: string
  /** Path of the file with the private half. */
  recoveryKey: string
  /** Id of a backup. */
  backup?: string
}

/**
 * Restores a backup: keys, files, then the database in one transaction. Nothing starts before all tables were verified.
 *
 * @throws ProgramError if the backup is damaged, the recovery key is another one, or the database isn't empty
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { place: where, terminal } = options
  const env = readEnv(terminal.env)
  const privateKey = await readRecoveryKey(options.recoveryKey)
  const place = await openPlace(env, where)
  const manifest = await usingPlace(where, () => readManifest(place, options.backup ?? null, where))
  const keys = openWithPrivateKey(privateKey, manifest.keys, manifest.id)
  if (keys === null) throw new ProgramError('RECOVERY_KEY_WRONG', { id: manifest.id })
  await usingPlace(where, () => verifyTables(place, manifest))

  const log = openLog(env.logLevel ?? 'warn')
  const installationKeys = readInstallationKeys(keys)
  const storage = await openStorage(env, log, (line) => say(line, terminal), { secret: installationKeys.secret })
  const { database, files, dataDir } = storage
  try {
    await untilStopped(async (stop) => {
      await assertEmpty(database, manifest)
      await placeKeys(env, dataDir, installationKeys)
      const filesCopied = await usingPlace(where, () => restoreFiles(place, manifest, files, stop), dataDir)
      await writeHeads(dataDir, manifest)
      await restoreDatabase(database, place, manifest, schemaParts(log), stop)
      await openKeys(database, dataDir, env.keks)
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      print(
        options,
        {
          backup: manifest.id,
          takenAt: manifest.takenAt,
          tables: manifest.tables.length,
          rows,
          jobs: manifest.jobs?.rows ?? 0,
          files: manifest.files.count,
          filesCopied,
        },
        `Restored backup ${manifest.id}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files (${filesCopied} copied).`,
      )
    })
  } finally {
    await storage.close()
  }
}

/** @throws ProgramError if the file can't be read or contains something else */
async function readRecoveryKey(file: string): Promise<KeyObject> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ProgramError('FILE_NOT_READABLE', { file, code: causeOf(error).code })
  })
  const key = readPrivateKey(text.trim())
  if (!key) throw new ProgramError('RECOVERY_KEY_UNREADABLE', { file })
  return key
}

async function writeHeads(dataDir: string, { auditHeads }: BackupManifest): Promise<void> {
  if (auditHeads.length === 0) return
  const folder = path.join(dataDir, headsFolder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { name, text } of auditHeads)
    await writeFile(path.join(folder, path.basename(name)), text, { mode: 0o600 })
}
