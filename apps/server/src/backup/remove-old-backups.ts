import type { BackupPlace } from './backup-place.ts'
import { manifestNames, readNamed } from './manifest.ts'
import { readFileList } from './stored-objects.ts'

/**
 * Deletes all backups of a place but the newest ones, and every object that none of these needs, such as those of interrupted backups.
 *
 * Only while no backup is written to the place: the objects of an unfinished one aren't needed by any.
 *
 * @returns how many backups were deleted
 * @throws ProgramError if one that stays is damaged; nothing is deleted then
 */
export async function removeOldBackups(place: BackupPlace, keep: number): Promise<number> {
  const names = await manifestNames(place)
  const needed = new Set<string>()
  for (const name of names.slice(-keep)) {
    const { tables, jobs, files } = await readNamed(place, name)
    for (const { data } of jobs ? [...tables, jobs] : tables) needed.add(data.sha256)
    needed.add(files.list.sha256)
    for (const { sha256 } of await readFileList(place.objects, files.list.sha256)) needed.add(sha256)
  }
  const old = names.slice(0, -keep)
  for (const name of old) await place.remove(name)
  const unneeded: string[] = []
  for await (const { sha256 } of place.objects.list()) if (!needed.has(sha256)) unneeded.push(sha256)
  for (const sha256 of unneeded) await place.objects.remove(sha256)
  await place.objects.removeDrafts(new Date())
  return old.length
}
