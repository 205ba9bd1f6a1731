import type * as contract from '@signet/contract/brand-logos'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { insertFile } from '../evidence/files.queries.ts'

export const listBrandLogos: Handler<typeof contract.listBrandLogos> = async ({ tx, company, fileHref }) => {
  const rows = await tx
    .selectFrom('brands')
    .innerJoin('files', (join) =>
      join.onRef('files.company_id', '=', 'brands.company_id').onRef('files.owner_id', '=', 'brands.id'),
    )
    .select(['brands.key', 'files.id'])
    .where('brands.company_id', '=', company.id)
    .where('files.owner_kind', '=', 'brandLogo')
    .orderBy('brands.place')
    .orderBy('brands.name')
    .orderBy('brands.id')
    .execute()
  return rows.map(({ key, id }) => ({ brand: key, logo: fileHref(id) }))
}

/**
 * Sets the logo of a brand; the bytes of the one before are deleted by the nightly clean-up.
 *
 * @throws AppError `NOT_FOUND` when the company has no such brand
 */
export const putBrandLogo: Handler<typeof contract.putBrandLogo> = async (context, { params, file }) => {
  const brand = await lockBrand(context, params.brand)
  const before = await removeLogo(context, brand.id)
  const { id, name, type, size } = await insertFile(context, { ...file, owner: 'brandLogo', ownerId: brand.id })
  const { sha256 } = file
  await record(context, brand, before, { name, type, size, sha256 })
  return { brand: brand.key, logo: context.fileHref(id) }
}

/** @throws AppError `NOT_FOUND` when the company has no such brand, or the brand no logo */
export const deleteBrandLogo: Handler<typeof contract.deleteBrandLogo> = async (context, { params }) => {
  const brand = await lockBrand(context, params.brand)
  const before = await removeLogo(context, brand.id)
  if (!before) throw new AppError('NOT_FOUND', 'This brand has no logo.')
  await record(context, brand, before, null)
  return undefined
}

interface Brand {
  id: string
  key: string
}

/** Locked, so that of two logos put at once one is left. Index: brands_company_id_key_key. */
async function lockBrand({ tx, company }: Context, key: string): Promise<Brand> {
  const brand = await tx
    .selectFrom('brands')
    .select(['id', 'key'])
    .where('company_id', '=', company.id)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!brand) throw new AppError('NOT_FOUND', 'There is no such brand.')
  return brand
}

interface Logo {
  name: string
  type: string
  size: number
  sha256: string
}

/** The logo that was there, if any. Index: files_owner. */
async function removeLogo({ tx, company }: Context, brandId: string): Promise<Logo | null> {
  const row = await tx
    .deleteFrom('files')
    .where('company_id', '=', company.id)
    .where('owner_kind', '=', 'brandLogo')
    .where('owner_id', '=', brandId)
    .returning(['name', 'type', 'size', 'sha256'])
    .executeTakeFirst()
  return row ?? null
}

function record(context: Context, { key }: Brand, before: Logo | null, after: Logo | null): Promise<void> {
  return recordAudit(context, {
    action: 'settings.brandLogoChanged',
    targetType: 'company',
    targetId: companyTarget(context.company.id),
    before: before ? { brand: key, ...before } : undefined,
    after: after ? { brand: key, ...after } : undefined,
  })
}
