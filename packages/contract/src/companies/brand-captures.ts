import * as z from 'zod/mini'
import { OnlyFile } from '../threats/files.ts'
import { ofBrand } from './brand-logos.ts'
import { logoRule } from './onboarding.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/* A capture of each brand's own page, shown next to pages that imitate it. The calls correspond to those of brand logos. */

/** A page is larger than a logo. */
export const brandCaptureRule = { ...logoRule, maxBytes: 5_000_000 }

/** The screenshot of a brand's own page, shown next to pages that imitate it. */
export const BrandCapture = z.object({
  /** Key of the brand. */
  brand: z.string(),
  /** Address of the image; valid for the reader for a few minutes. */
  capture: z.string(),
  capturedAt: wire.time,
})
export type BrandCapture = z.output<typeof BrandCapture>

/** Brands without a screenshot are left out. */
export const listBrandCaptures = route({
  method: 'GET',
  path: '/settings/brandCaptures',
  summary: "List the brands' captures of their own pages, in the order of the brands",
  access: 'settings:read',
  query: wire.ofCompany,
  response: z.array(BrandCapture),
})

/**
 * The image is rendered again from its pixels, and only that copy is stored. 404 for a brand the company does not have;
 * 413 and 415 as for every upload.
 */
export const putBrandCapture = route({
  method: 'POST',
  path: '/settings/brandCaptures/{brand}',
  summary: "Set or replace the capture of a brand's own page: PNG, JPEG or WebP, up to 5 MB",
  access: 'assets:write',
  status: 201,
  upload: brandCaptureRule,
  params: ofBrand,
  query: wire.ofCompany,
  body: OnlyFile,
  response: BrandCapture,
})

/** 404 for a brand the company does not have, and for one without a screenshot. */
export const deleteBrandCapture = route({
  method: 'DELETE',
  path: '/settings/brandCaptures/{brand}',
  summary: "Delete the capture of a brand's own page",
  access: 'assets:write',
  status: 204,
  params: ofBrand,
  query: wire.ofCompany,
  response: wire.nothing,
})
