import { compileAssets, normaliseName } from '@signet/detection'
import { eachSuspicion } from '@signet/detection/match/match-name'
import { sheetOf, type Weights } from '@signet/detection/score/score'
import type { Term } from '@signet/detection/match/term-keys'
import { termsOf, termsOfSpelledOut } from '@signet/detection/match/terms'
import { type Corpus, namesOf } from './corpus.ts'
import type { Scores } from './figures.ts'

/** A name, a brand it may imitate, and the terms of the score. */
export interface Row {
  domain: string
  brand: string
  terms: Term[]
}

/** Every position in the names of a corpus that may imitate a brand, including those with a low score. */
export function rowsOf(corpus: Corpus): Row[] {
  // All brands have one owner, as with `signet match --brands`: the official hosts of one brand are ignored for all brands.
  const index = compileAssets(corpus.brands.map((brand) => ({ ...brand, owner: 'corpus' })))
  const rows: Row[] = []
  for (const domain of namesOf(corpus)) {
    const host = normaliseName(domain)?.host
    if (host === undefined || /^[\d.]+$/.test(host)) continue
    eachSuspicion(index, host, ({ read, brandId, sighting, official }) => {
      const terms = sighting
        ? termsOf(index, read, sighting, official !== '')
        : termsOfSpelledOut(index, read, official)
      rows.push({ domain, brand: brandId, terms: terms ?? [] })
    })
  }
  return rows
}

/** The scores of rows; for each brand, the highest score in a name counts. */
export function scoresOfRows(rows: readonly Row[], weightsOf: (brand: string) => Weights): Scores {
  const scores = new Map<string, Map<string, number>>()
  for (const { domain, brand, terms } of rows) {
    const { score } = sheetOf(terms, weightsOf(brand))
    if (score <= 0) continue
    let byBrand = scores.get(domain)
    if (!byBrand) scores.set(domain, (byBrand = new Map()))
    if (score > (byBrand.get(brand) ?? 0)) byBrand.set(brand, score)
  }
  return scores
}
