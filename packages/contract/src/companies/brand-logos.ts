import * as z from 'zod/mini'
import { OnlyFile } from '../threats/files.ts'
import { logoRule } from './onboarding.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * The logos of the brands a company protects. They have calls of their own, so that the response of `settings/assets` can be sent back
 * unchanged.
 */

/** The upload rule of a brand logo is that of a company logo. */
export const brandLogoRule = logoRule

/** The logo of one brand. */
export const BrandLogo = z.object({
  /** Key of the brand. */
  brand: z.string(),
  /** Address of the image; valid for the reader for a few minutes. */
  logo: z.string(),
})
export type BrandLogo = z.output<typeof BrandLogo>

/** The brand that a call is about, by its key, e.g. `coinbase`. */
export const ofBrand = z.object({ brand: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)) })

/** Brands without a logo are left out. */
export const listBrandLogos = route({
  method: 'GET',
  path: '/settings/brandLogos',
  summary: "List the brands' logos, in the order of the brands",
  access: 'settings:read',
  query: wire.ofCompany,
  response: z.array(BrandLogo),
})

/**
 * The image is rendered again from its pixels, and only that copy is stored. 404 for a brand the company does not have;
 * 413 and 415 as for every upload.
 */
export const putBrandLogo = route({
  method: 'POST',
  path: '/settings/brandLogos/{brand}',
  summary: 'Set or replace the logo of a brand: PNG, JPEG or WebP, up to 1 MB',
  access: 'assets:write',
  status: 201,
  upload: brandLogoRule,
  params: ofBrand,
  query: wire.ofCompany,
  body: OnlyFile,
  response: BrandLogo,
})

/** 404 for a brand the company does not have, and for one without a logo. */
export const deleteBrandLogo = route({
  method: 'DELETE',
  path: '/settings/brandLogos/{brand}',
  summary: 'Delete the logo of a brand',
  access: 'assets:write',
  status: 204,
  params: ofBrand,
  query: wire.ofCompany,
  response: wire.nothing,
})
