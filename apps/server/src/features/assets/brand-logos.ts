import type * as contract from '@signet/contract/companies/brand-logos'
import type { Handler } from '../../app/handler.ts'
import { deletePicture, listPictures, putPicture, type PictureKind } from './brand-pictures.ts'

const logos: PictureKind = { owner: 'brandLogo', action: 'settings.brandLogoChanged', name: 'logo' }

export const listBrandLogos: Handler<typeof contract.listBrandLogos> = async (context) =>
  (await listPictures(context, logos)).map(({ brand, fileId }) => ({ brand, logo: context.fileHref(fileId) }))

/** @throws AppError `NOT_FOUND` if the company has no such brand */
export const putBrandLogo: Handler<typeof contract.putBrandLogo> = async (context, { params, file }) => {
  const { brand, fileId } = await putPicture(context, logos, params.brand, file)
  return { brand, logo: context.fileHref(fileId) }
}

/** @throws AppError `NOT_FOUND` if the company has no such brand, or the brand no logo */
export const deleteBrandLogo: Handler<typeof contract.deleteBrandLogo> = async (context, { params }) => {
  await deletePicture(context, logos, params.brand)
  return undefined
}
