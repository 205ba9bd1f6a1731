import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { required } from '@signet/contract/narrow'
import { caseFilesMax } from '@signet/contract/threats/files'
import type { File } from '@signet/contract/wire'
import { can, type Permission } from '@signet/contract/access/permissions'
import type { Actor, Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { ColumnValue } from '../../db/columns.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { findEvidenceFile } from './evidence.queries.ts'
import type { FileStore } from '../../files/file-store.ts'
import { shownColumns, type ShownPicture } from '../../files/shown-picture.ts'

type FileOwner = ColumnValue<'files.owner_kind'>

/** The permission required to open a file of each kind, in addition to access to the company. */
const rights: Record<FileOwner, Permission> = {
  takedown: 'takedowns:read',
  deeperAnalysis: 'analyses:read',
  report: 'reports:read',
  export: 'exports:own',
  request: 'requests:read',
  logo: 'company:read',
  brandLogo: 'company:read',
  brandCapture: 'company:read',
  officialPage: 'company:read',
  rights: 'rights:read',
}

/** The file behind a link, if the actor may currently open it. */
export async function findLinkedFile(tx: Tx, companyId: number, actor: Pick<Actor, 'role' | 'userId'>, fileId: string) {
  if (!/^[0-9a-f-]{36}$/.test(fileId)) return undefined
  const onlyPublished = !can(actor.role, 'threats:readUnpublished')
  const evidence = await findEvidenceFile(tx, companyId, fileId, { onlyPublished })
  if (evidence) return { ...evidence, isFromOutside: evidence.kind === 'upload' }
  const file = await tx
    .selectFrom('files')
    .select(['name', 'type', 'size', 'sha256', 'owner_kind', 'created_by'])
    .select(['shown_sha256', 'shown_type', 'shown_size'])
    .where('company_id', '=', companyId)
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file || !can(actor.role, rights[file.owner_kind])) return undefined
  if (file.owner_kind === 'export' && file.created_by !== actor.userId) return undefined
  return { ...file, isFromOutside: file.owner_kind !== 'export' }
}

/**
 * Makes sure that the bytes a row is about to refer to are stored, and remain until the row is committed: the nightly clean-up deletes
 * under the same lock. Call it in the transaction that writes the row.
 *
 * @throws AppError `UNAVAILABLE` if they were deleted in between; repeating the request helps
 */
export async function holdBytes(
  { tx, files }: { tx: Tx; files: FileStore },
  file: { sha256: string; shown?: ShownPicture | null },
): Promise<void> {
  for (const sha256 of new Set([file.sha256, file.shown?.sha256 ?? file.sha256])) {
    await sql`select pg_advisory_xact_lock_shared(${lockOf(sha256)}::bigint)`.execute(tx)
    if (!(await files.has(sha256))) {
      throw new AppError('FILE_NOT_KEPT', {}, { retryAfter: 1 })
    }
  }
}

/** The number of the lock for the bytes with this hash. */
export function lockOf(sha256: string): string {
  return BigInt.asIntN(64, BigInt(`0x${sha256.slice(0, 16)}`)).toString()
}

export interface NewFile {
  /** Generated if left out. */
  id?: string
  owner: FileOwner
  /** The record it belongs to; null for a logo. */
  ownerId: string | null
  name: string
  type: string
  size: number
  sha256: string
  shown?: ShownPicture | null
}

/** Records a stored file as part of a record; its bytes must already be stored. */
export async function insertFile(
  context: Pick<Context, 'tx' | 'files' | 'fileHref'> & {
    company: Pick<Context['company'], 'id'>
    /** Without a user for a file that the product adds itself. */
    actor: { userId: string | null; name: string }
  },
  file: NewFile,
): Promise<File> {
  await holdBytes(context, file)
  const row = await context.tx
    .insertInto('files')
    .values({
      company_id: context.company.id,
      id: file.id ?? randomUUID(),
      owner_kind: file.owner,
      owner_id: file.ownerId,
      name: file.name,
      type: file.type,
      size: file.size,
      sha256: file.sha256,
      ...shownColumns(file.shown),
      created_by: context.actor.userId,
      created_by_name: context.actor.name,
    })
    .returning(['id', 'name', 'size', 'type', 'created_at'])
    .executeTakeFirstOrThrow()
  return toFile(row, context.fileHref)
}

/** With the evidence of its threat, a case stays below the thousand files that an evidence pack can have. */
const filesMax = 400

/** The files of one record, oldest first; see `filesOfMany`. */
export async function filesOf(
  context: Pick<Context, 'tx' | 'company' | 'fileHref'>,
  owner: FileOwner,
  ownerId: string,
): Promise<File[]> {
  return (await filesOfMany(context, owner, [ownerId])).get(ownerId) ?? []
}

/**
 * The files of records of one kind with where their bytes are stored, oldest first. If a record has too many, the oldest emails are left
 * out, never what people added. Index: files_owner.
 */
async function storedFiles(tx: Tx, companyId: number, owner: FileOwner, ownerIds: readonly string[]) {
  const { rows } = await sql<
    Pick<Row<'files'>, 'id' | 'owner_id' | 'name' | 'type' | 'size' | 'sha256' | 'created_at'>
  >`
    select listed.* from unnest(${ownerIds}::uuid[]) as of (owner_id) cross join lateral (
      select id, owner_id, name, type, size, sha256, created_at from files
      where company_id = ${companyId} and owner_kind = ${owner} and files.owner_id = of.owner_id
      order by created_by is null, created_at desc, id limit ${filesMax}) listed
    order by listed.created_at, listed.id`.execute(tx)
  return rows
}

/** The files of one record, as `storedFiles`. */
export const storedFilesOf = (tx: Tx, companyId: number, owner: FileOwner, ownerId: string) =>
  storedFiles(tx, companyId, owner, [ownerId])

/**
 * @param ownerId a case, which must be locked
 * @throws AppError `CONFLICT` if people have added `caseFilesMax` files to it
 */
export async function refuseTooManyFiles(
  { tx, company }: Pick<Context, 'tx' | 'company'>,
  owner: 'takedown' | 'deeperAnalysis' | 'request',
  ownerId: string,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from files
    where company_id = ${company.id} and owner_kind = ${owner} and owner_id = ${ownerId} and created_by is not null`.execute(
    tx,
  )
  if ((rows[0]?.count ?? 0) >= caseFilesMax) throw new AppError('TOO_MANY_CASE_FILES', { max: caseFilesMax })
}

/** The files of several records of one kind, by the id of the record, as `storedFiles`. */
export async function filesOfMany(
  context: Pick<Context, 'tx' | 'company' | 'fileHref'>,
  owner: FileOwner,
  ownerIds: readonly string[],
): Promise<Map<string, File[]>> {
  const found = new Map<string, File[]>()
  for (const row of await storedFiles(context.tx, context.company.id, owner, ownerIds)) {
    const id = required(row.owner_id, 'the owner')
    found.set(id, [...(found.get(id) ?? []), toFile(row, context.fileHref)])
  }
  return found
}

/** Removes the files of one record; the nightly clean-up deletes their bytes. Index: files_owner. */
export function deleteFiles(tx: Tx, companyId: number, owner: FileOwner, ownerId: string | null) {
  return tx
    .deleteFrom('files')
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', owner)
    .$call((files) => (ownerId === null ? files : files.where('owner_id', '=', ownerId)))
    .returning(['name', 'type', 'size', 'sha256'])
    .execute()
}

/** A file as it is sent. */
export function toFile(
  row: { id: string; name: string; size: number; type: string; created_at: Date },
  hrefOf: (fileId: string) => string,
): File {
  const { id, name, size, type } = row
  return { id, name, size, type, createdAt: row.created_at.toISOString(), href: hrefOf(id) }
}
