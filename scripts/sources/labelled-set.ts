import fs from 'node:fs'
import path from 'node:path'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Assets } from '@signet/contract/companies/assets'
import type { AnySource } from '@signet/contract/threats/sources'

/**
 * The groups of brands: words and points were chosen with the first; the second has brands and wording of its own, written at the same
 * time; the third was written after them. The next two, of two families, were written after the third had been used: both before the rules
 * were changed again, the one measured before that change and the other after it. The last three, of advertisements, were each written
 * after or while the rules for them were changed once more, and measured once.
 */
export const brandGroups = ['tuning', 'heldOut', 'last', 'check', 'recheck', 'fourth', 'fifth', 'sixth'] as const
/** One of `brandGroups`. */
export type BrandGroup = (typeof brandGroups)[number]

/** A company of the set with one brand; no brand, person or text in it is real. */
export interface LabelledBrand {
  group: BrandGroup
  assets: Assets
}

/** One line of the set: an observation and what is true of it. */
export interface LabelledObservation {
  /** The key of the brand whose company judges it. */
  brand: string
  isThreat: boolean
  /** The type of the threat where only one is right. */
  type?: string
  /** It impersonates a person of the company, so no brand is named. */
  isPerson?: boolean
  observation: SourceObservation<AnySource>
}

/** The family whose observations are judged as touts. */
export const toutFamily = 'touts'

const folder = path.join(import.meta.dirname, 'observations')

/** The brands of the set by key. */
export function labelledBrands(): ReadonlyMap<string, LabelledBrand> {
  const brands: LabelledBrand[] = JSON.parse(fs.readFileSync(path.join(folder, 'brands.json'), 'utf8'))
  return new Map(brands.map((brand) => [brand.assets.brands[0]?.key ?? '', brand]))
}

/** The observations of the set by family of sources, in the order of the files. */
export function labelledObservations(): ReadonlyMap<string, readonly LabelledObservation[]> {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  return new Map(
    files.toSorted().map((file) => [
      path.basename(file, '.jsonl').replaceAll('-', ' '),
      fs
        .readFileSync(path.join(folder, file), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line): LabelledObservation => JSON.parse(line)),
    ]),
  )
}
