import * as z from 'zod/mini'
import * as wire from '../wire.ts'

/*
 * Look-alike proofs: what the comparison of a captured page with the brand it may imitate found, and where in the picture.
 */

/** A rectangle in CSS pixels, from the top left corner of what the visitor sees first. */
export const ViewBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type ViewBox = z.output<typeof ViewBox>

/** The size of what the visitor sees first, in CSS pixels. */
export const ViewSize = z.object({ width: z.number().check(z.positive()), height: z.number().check(z.positive()) })
export type ViewSize = z.output<typeof ViewSize>

/** What is marked in a picture: a logo of the brand, a text that names it, a QR code, or fields that ask for a secret. */
export const placeKinds = ['logo', 'name', 'qrCode', 'password', 'card', 'pin', 'oneTimeCode', 'seedPhrase'] as const

/** A marked place of a picture. */
export const FoundPlace = z.object({
  kind: z.enum(placeKinds),
  /** How well a logo agrees, 0 to 100; null for everything else. */
  percent: z.nullable(z.int()),
  box: ViewBox,
})
export type FoundPlace = z.output<typeof FoundPlace>

/** `impostor`: a page with the brand's logo that asks for a secret; `parked`: a placeholder. */
export const pageVerdicts = ['impostor', 'parked'] as const
/** One of `pageVerdicts`. */
export type PageVerdict = (typeof pageVerdicts)[number]

/** The comparison of one visit of a capture with the brand. */
export const LookalikeProof = z.object({
  /** SHA-256 of the picture among the evidence: what the visitor saw first. */
  picture: z.string(),
  view: ViewSize,
  /** The chance, 0 to 1, that a visitor takes the page for one of the brand. */
  showsBrand: z.number(),
  verdict: z.nullable(z.enum(pageVerdicts)),
  places: z.array(FoundPlace),
  comparedAt: wire.time,
})
export type LookalikeProof = z.output<typeof LookalikeProof>
