import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { isSha256 } from '../files/file-store.ts'
import type { BackupPlace } from './backup-place.ts'

/** Raised when an older program can't read what this one writes. */
const formatVersion = 1

const Sha256 = z.string().check(z.refine(isSha256))
const Count = z.number().check(z.int(), z.gte(0))

/** An object of the place, compressed with gzip; the hash and size are those of the compressed bytes. */
const StoredObject = z.object({ sha256: Sha256, size: Count })

const CopiedTable = z.object({
  name: z.string(),
  /** The columns that were copied, in their order. */
  columns: z.array(z.string()),
  rows: Count,
  data: StoredObject,
})

const Manifest = z.object({
  format: z.literal(formatVersion),
  /** The name of the backup: its time, in a form that sorts. */
  id: z.string(),
  /** When its snapshot of the database was taken. */
  takenAt: z.iso.datetime(),
  signet: z.string(),
  /** The migrations of its schema, with the hashes of their texts. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** In an order in which each table comes after those it refers to. */
  tables: z.array(CopiedTable),
  /** The jobs that had not ended; null if there was no queue. */
  jobs: z.nullable(CopiedTable),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The days that the log of requests has a partition for, as YYYY-MM-DD. */
  logDays: z.array(z.string()),
  /** Stored files: how many, and an object that lists them, as `hash size` lines. */
  files: z.object({ count: Count, bytes: Count, list: StoredObject }),
  /** Stored files whose bytes no longer had the hash they are stored under. */
  damagedFiles: z.array(Sha256),
  /** The recorded ends of the audit chains, by the name of the file. */
  auditHeads: z.array(z.object({ name: z.string(), text: z.string() })),
  /** The keys of the installation, sealed for the recovery key. */
  keys: z.string(),
})

/** A table as it was copied. */
export type TableCopy = z.output<typeof CopiedTable>
/** A finished backup. */
export type BackupManifest = z.output<typeof Manifest>

/** Version of the format that this program writes and reads. */
export const manifestFormat = formatVersion

const namePattern = /^(\d{8}T\d{9}Z)-([0-9a-f]{64})\.json$/

/** The id of a backup: its time to the millisecond, e.g. `20261127T103238123Z`. */
export const backupIdOf = (takenAt: Date) => takenAt.toISOString().replaceAll(/[-:.]/g, '')

/** Writes the manifest, which makes the backup a finished one. Its name contains the hash of its bytes. */
export async function writeManifest(place: BackupPlace, manifest: BackupManifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await place.write(`${manifest.id}-${hashOf(text)}.json`, text)
}

/**
 * Reads the manifest of a finished backup.
 *
 * @param id null for the newest
 * @throws ProgramError if there is none, or it was changed
 */
export async function readManifest(place: BackupPlace, id: string | null, where: string): Promise<BackupManifest> {
  const names = await manifestNames(place)
  const name = names.findLast((each) => id === null || namePattern.exec(each)?.[1] === id)
  if (!name) throw new ProgramError('BACKUP_NOT_FOUND', { place: where, id: id ?? 'newest' })
  return readNamed(place, name)
}

/** The names of the finished backups, the oldest first. */
export async function manifestNames(place: BackupPlace): Promise<string[]> {
  return (await place.manifests()).filter((name) => namePattern.test(name)).toSorted()
}

/** @throws ProgramError if it was changed, or is of a newer version */
export async function readNamed(place: BackupPlace, name: string): Promise<BackupManifest> {
  const text = (await place.read(name)) ?? ''
  if (hashOf(text) !== namePattern.exec(name)?.[2]) throw new ProgramError('BACKUP_CHANGED', { part: name })
  const { format }: { format?: unknown } = JSON.parse(text)
  if (format !== formatVersion) throw new ProgramError('BACKUP_FORMAT_UNKNOWN', { format: String(format) })
  return Manifest.parse(JSON.parse(text))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
