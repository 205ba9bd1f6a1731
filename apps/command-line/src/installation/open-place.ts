import path from 'node:path'
import { localPlace, type BackupPlace } from '@signet/server/backup/backup-place'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { isRecord, textIn } from '@signet/contract/narrow'
import type { Env } from '@signet/server/env'

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([^?#]*))?$/

/** @throws ProgramError if it names a bucket in an unknown form, or the keys for buckets aren't set */
export async function openPlace(env: Env, place: string): Promise<BackupPlace> {
  if (!place.startsWith('s3:')) return localPlace(path.resolve(place))
  const [, bucket, folder = ''] = bucketPattern.exec(place) ?? []
  if (!bucket || !env.backupS3) throw new ProgramError('BACKUP_PLACE_INVALID', { place })
  const prefix = folder.replace(/\/*$/, '/').replace(/^\/+/, '')
  // Loaded only if a bucket is named, because loading takes a moment.
  const { s3Place } = await import('@signet/server/backup/s3-place')
  return s3Place({ ...env.backupS3, bucket, prefix })
}

/**
 * Names the place, or the folder that is written to, if it can't be used; other failures stay what they are.
 *
 * @param target the folder of this machine that is written to, if it isn't the place
 */
export async function usingPlace<T>(place: string, work: () => Promise<T>, target = place): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, detail } = causeOf(error)
    if (error instanceof ProgramError) throw error
    // Errors of the service of a bucket have their code as name, see its documentation.
    if (isRecord(error) && '$metadata' in error)
      throw new ProgramError(
        'BACKUP_PLACE_FAILED',
        { place, code: textIn(error, 'name') ?? code, detail },
        { cause: error },
      )
    // Writing to an open file names no path.
    if (textIn(error, 'syscall') === 'write')
      throw new ProgramError('BACKUP_PLACE_FAILED', { place: target, code, detail }, { cause: error })
    if (textIn(error, 'path')?.startsWith(path.resolve(place)))
      throw new ProgramError('BACKUP_PLACE_FAILED', { place, code, detail }, { cause: error })
    throw error
  }
}
