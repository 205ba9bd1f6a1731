import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { createScratch, currentDatabase, dropScratch } from '@signet/server/backup/backup.queries'
import type { BackupPlace } from '@signet/server/backup/backup-place'
import { readManifest, type BackupManifest } from '@signet/server/backup/manifest'
import { restoreDatabase, verifyTables } from '@signet/server/backup/restore-database'
import { verifyFiles } from '@signet/server/backup/restore-files'
import { companyKeys } from '@signet/server/db/company-keys.queries'
import { onDatabase } from '@signet/server/db/connection'
import { openDatabase, type Database } from '@signet/server/db/database'
import { verifyChain } from '@signet/server/features/audit/verify-audit'
import { openKeys } from '@signet/server/secrets/open-keys'
import type { Program } from '../command/program.ts'
import { brokenChain } from '../evidence/broken-chain.ts'
import { schemaParts } from './schema-parts.ts'

/**
 * Restores a backup into a scratch database of the same server: every row is counted, the audit chains and the keys are verified, and every
 * file is read.
 *
 * @throws ProgramError naming what is wrong, or that no database can be created
 */
export async function checkBackup(
  program: Program,
  place: BackupPlace,
  { id }: BackupManifest,
  where: string,
  signal: AbortSignal,
): Promise<void> {
  const manifest = await readManifest(place, id, where)
  await verifyTables(place, manifest)
  await verifyFiles(place, manifest, signal)
  const client = await program.database.pool.connect()
  try {
    const name = `${await currentDatabase(client)}_check`
    await createScratch(client, name).catch((error: unknown) => {
      throw new ProgramError('SCRATCH_DATABASE_REFUSED', { detail: causeOf(error).detail }, { cause: error })
    })
    const scratch = openDatabase(onDatabase(program.database.connection, name), 4)
    try {
      await restoreDatabase(scratch, place, manifest, schemaParts(program.log), signal)
      await verifyRestored(program, scratch)
    } finally {
      await scratch.close()
      await dropScratch(client, name)
    }
  } finally {
    client.release(true)
  }
}

async function verifyRestored({ dataDir, env, keys }: Program, scratch: Database): Promise<void> {
  await openKeys(scratch, dataDir, env.keks)
  for (const [companyId, key] of await scratch.inIdentity(companyKeys)) {
    const { broken } = await verifyChain(scratch, keys.audit, companyId, [])
    if (broken) throw new ProgramError('AUDIT_BROKEN', brokenChain(key, broken))
  }
}
