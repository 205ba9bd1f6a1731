import { compileAssets, matchName } from '@signet/detection'
import { type Corpus, namesOf } from './corpus.ts'
import { figuresOf, type Figures, type Scores } from './figures.ts'
import { fitFolds, fitWeights } from './fit.ts'
import { reliabilityOf, type ReliabilityBin } from './reliability.ts'
import { rowsOf, scoresOfRows } from './rows.ts'

/** Lower scores are treated as none. */
const scoreMin = 0.01

/** The results of the detector on a corpus. */
export interface Measured {
  /** Each brand is evaluated with weights that were fitted without it. */
  heldOut: Figures
  /** The detector with its shipped weights, fitted on all brands. */
  shipped: Figures
  /** Computed from the held-out scores. */
  reliability: ReliabilityBin[]
}

/** Scores of every name of the corpus with the shipped weights. */
function shippedScores(corpus: Corpus): Scores {
  // All brands have one owner, as with `signet match --brands`: the official hosts of one brand are ignored for all brands.
  const index = compileAssets(corpus.brands.map((brand) => ({ ...brand, owner: 'corpus' })))
  const scores = new Map<string, Map<string, number>>()
  for (const domain of namesOf(corpus)) {
    const verdicts = matchName(index, domain, { scoreMin })
    if (verdicts.length > 0) scores.set(domain, new Map(verdicts.map(({ brandId, score }) => [brandId, score])))
  }
  return scores
}

/** Measures held-out and shipped weights. */
export function measure(corpus: Corpus, threshold: number): Measured {
  const rows = rowsOf(corpus)
  const scores = scoresOfRows(rows, fitFolds(corpus, rows))
  return {
    heldOut: figuresOf(corpus, scores, threshold),
    shipped: figuresOf(corpus, shippedScores(corpus), threshold),
    reliability: reliabilityOf(corpus, scores),
  }
}

/** Fits the weights on the whole corpus. */
export function fitAll(corpus: Corpus): Map<string, number> {
  return fitWeights(corpus, rowsOf(corpus))
}
