import { ProgramError } from '@signet/contract/errors/program-errors'
import type { FileStore } from '../files/file-store.ts'
import type { BackupPlace } from './backup-place.ts'
import type { BackupManifest } from './manifest.ts'
import { forEachAtOnce, openObject, readFileList, verifyObject } from './stored-objects.ts'

/**
 * Copies the files of a backup into a store. Those it already has aren't copied again.
 *
 * @returns how many were copied
 * @throws ProgramError naming the first file that is missing or was changed
 */
export async function restoreFiles(
  place: BackupPlace,
  manifest: BackupManifest,
  files: FileStore,
  signal: AbortSignal,
): Promise<number> {
  let copied = 0
  await forEachAtOnce(await readFileList(place.objects, manifest.files.list.sha256), signal, async ({ sha256 }) => {
    if (await files.has(sha256)) return
    const stored = await files.put(await openObject(place.objects, sha256, sha256))
    if (stored.sha256 !== sha256) throw new ProgramError('BACKUP_CHANGED', { part: sha256 })
    copied += 1
  })
  return copied
}

/** @throws ProgramError naming the first file that is missing or was changed */
export async function verifyFiles(place: BackupPlace, manifest: BackupManifest, signal: AbortSignal): Promise<void> {
  await forEachAtOnce(await readFileList(place.objects, manifest.files.list.sha256), signal, ({ sha256 }) =>
    verifyObject(place.objects, sha256, sha256),
  )
}
