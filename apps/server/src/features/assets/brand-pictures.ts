import type { Context } from '../../app/context.ts'
import type { NamedFile } from '../../files/file-store.ts'
import { found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { insertFile, deleteFiles, type NewFile } from '../evidence/files.queries.ts'
import { brandFiles, lockBrand } from './brand-pictures.queries.ts'

/* The images of a brand: its logo, and a capture of its own page. There is one of each kind; a new one replaces the previous one. */

/** One kind of brand image. */
export interface PictureKind {
  owner: 'brandLogo' | 'brandCapture'
  /** The action in the audit. */
  action: string
  /** The name used in errors if it doesn't exist, e.g. `logo`. */
  name: string
}

export interface BrandPicture {
  /** Key of the brand. */
  brand: string
  fileId: string
  at: Date
}

/** The images of a kind, in the order of the brands. */
export async function listPictures({ tx, company }: Context, { owner }: PictureKind): Promise<BrandPicture[]> {
  const rows = await brandFiles(tx, company.id, owner)
  return rows.map(({ key, id, created_at: at }) => ({ brand: key, fileId: id, at }))
}

/**
 * Sets an image of a brand; the nightly clean-up deletes the bytes of the previous one.
 *
 * @throws AppError `NOT_FOUND` if the company has no such brand
 */
export async function putPicture(
  context: Context,
  kind: PictureKind,
  key: string,
  file: Omit<NewFile, 'owner' | 'ownerId'>,
): Promise<BrandPicture> {
  const brand = await brandAt(context, key)
  const before = await removePicture(context, kind, brand.id)
  const { id, name, type, size, createdAt } = await insertFile(context, {
    ...file,
    owner: kind.owner,
    ownerId: brand.id,
  })
  await record(context, kind, brand, before, { name, type, size, sha256: file.sha256 })
  return { brand: brand.key, fileId: id, at: new Date(createdAt) }
}

/** @throws AppError `NOT_FOUND` if the company has no such brand, or the brand no such image */
export async function deletePicture(context: Context, kind: PictureKind, key: string): Promise<void> {
  const brand = await brandAt(context, key)
  const before = found(await removePicture(context, kind, brand.id), 'image')
  await record(context, kind, brand, before, null)
}

/** Locked, so that only one of two concurrently stored images remains. */
const brandAt = async ({ tx, company }: Context, key: string): Promise<{ id: string; key: string }> =>
  found(await lockBrand(tx, company.id, key), 'brand')

/** Removes the existing image, if any. */
async function removePicture(
  { tx, company }: Context,
  { owner }: PictureKind,
  brandId: string,
): Promise<NamedFile | null> {
  const [removed] = await deleteFiles(tx, company.id, owner, brandId)
  return removed ?? null
}

function record(
  context: Context,
  { action }: PictureKind,
  { key }: { key: string },
  before: NamedFile | null,
  after: NamedFile | null,
): Promise<void> {
  return recordAudit(context, {
    action,
    targetType: 'company',
    targetId: companyTarget(context.company.id),
    before: before ? { brand: key, ...before } : undefined,
    after: after ? { brand: key, ...after } : undefined,
  })
}
