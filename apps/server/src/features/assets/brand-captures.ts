import type * as contract from '@signet/contract/companies/brand-captures'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { deletePicture, listPictures, putPicture, type BrandPicture, type PictureKind } from './brand-pictures.ts'

const captures: PictureKind = {
  owner: 'brandCapture',
  action: 'settings.brandCaptureChanged',
  name: 'picture of its own page',
}

const toCapture = ({ fileHref }: Context, { brand, fileId, at }: BrandPicture): contract.BrandCapture => ({
  brand,
  capture: fileHref(fileId),
  capturedAt: at.toISOString(),
})

export const listBrandCaptures: Handler<typeof contract.listBrandCaptures> = async (context) =>
  (await listPictures(context, captures)).map((picture) => toCapture(context, picture))

/** @throws AppError `NOT_FOUND` if the company has no such brand */
export const putBrandCapture: Handler<typeof contract.putBrandCapture> = async (context, { params, file }) =>
  toCapture(context, await putPicture(context, captures, params.brand, file))

/** @throws AppError `NOT_FOUND` if the company has no such brand, or the brand no such image */
export const deleteBrandCapture: Handler<typeof contract.deleteBrandCapture> = async (context, { params }) => {
  await deletePicture(context, captures, params.brand)
  return undefined
}
