import fs from 'node:fs'
import path from 'node:path'
import { type Example, fitLogistic } from '../eval/logistic.ts'
import type { Compared } from './compare-corpus.ts'
import type { PageTerm } from '@signet/detection/lookalike/prove-lookalike'

/** Few pages, so weights stay close to 0 unless the pages clearly agree. */
const penalty = 0.25

/** Being like the official page never speaks for a page: other companies with the same layout would make these weights negative. */
const resemblance = new Set(['resources', 'icon', 'structure', 'picture'])

type Weights = Record<string, number>

function fitted(rows: readonly { terms: readonly PageTerm[]; isPositive: boolean }[], start: string): Weights {
  const keys = [start, ...new Set(rows.flatMap(({ terms }) => terms.map(({ key }) => key)))]
  const examples = rows.map(({ terms, isPositive }): Example => ({
    terms: Int32Array.from([0, ...terms.map(({ key }) => keys.indexOf(key))]),
    times: Float64Array.from([1, ...terms.map(({ strength }) => strength)]),
    isPositive,
    weight: 1,
  }))
  const weights = fitLogistic(examples, new Float64Array(keys.length).fill(penalty))
  return Object.fromEntries(keys.map((key, at) => [key, Math.round(weights[at]! * 100) / 100]))
}

/** The weights that explain the pages of the tuning brands best; a term that no page has keeps its weight. */
export function fitWeights(rows: readonly Compared[], shipped: Weights): Weights {
  const pages = rows.filter(({ page, brand }) => page.brand === brand)
  const { none: _, ...ofSecrets } = fitted(
    pages.map((row) => ({ terms: row.observed.forms, isPositive: row.page.showsBrand })),
    'none',
  )
  const ofBrand = fitted(
    rows.map((row) => ({ terms: row.observed.brand, isPositive: row.isShown })),
    'start',
  )
  const all = { ...ofBrand, ...ofSecrets }
  return Object.fromEntries(
    Object.entries(shipped).map(([key, before]) => {
      const weight = all[key] ?? before
      return [key, resemblance.has(key) ? Math.max(0, weight) : weight]
    }),
  )
}

/** Writes the weights of the detector. */
export function writeLookalikeWeights(root: string, weights: Weights): void {
  const lines = Object.entries(weights).map(([key, weight]) => `  ${key}: ${weight},\n`)
  const head =
    '// Written by `npm run eval:lookalike -- --fit`.\n\n/** Log-odds: that a page shows the brand, and that a page with such a field is an impostor. */\n'
  const file = path.join(root, 'packages/detection/src/lookalike/lookalike-weights.ts')
  fs.writeFileSync(file, `${head}export const lookalikeWeights = {\n${lines.join('')}}\n`)
}
