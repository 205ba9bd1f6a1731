import { expect, test } from 'vitest'
import type { Corpus } from './corpus.ts'
import { fitFolds, fitWeights, fixed } from './fit.ts'
import { reliabilityOf } from './reliability.ts'
import { type Row, scoresOfRows } from './rows.ts'

/*
 * A corpus of twelve brands: names that consist of the brand imitate it (`place.literal.label`), names that contain it in words do not
 * (`place.literal.inside`). Each brand has a term of its own on its positives, `stray.<brand>`.
 */
const ids = Array.from({ length: 12 }, (_, at) => `brand${at}`)
const numbers = [0, 1, 2, 3]
const term = (key: string, times = 1) => ({ key, times, name: 'Extra letters' as const })

const corpus: Corpus = {
  directory: '',
  brands: ids.map((id) => ({ id, name: id, aliases: [id], official: [] })),
  positives: ids.flatMap((brand) => numbers.map((n) => ({ domain: `${brand}-${n}.net`, brand, class: 'typo' }))),
  negatives: ids.flatMap((brand) => numbers.map((n) => ({ domain: `in${brand}-${n}.net`, brand, class: 'near' }))),
  background: [],
  suspects: [],
}
const rows: Row[] = [
  ...corpus.positives.map(({ domain, brand }) => ({
    domain,
    brand,
    terms: [term('place.literal.label'), term(`stray.${brand}`)],
  })),
  ...corpus.negatives.map(({ domain, brand }) => ({ domain, brand, terms: [term('place.literal.inside')] })),
]

test('a brand is judged by weights that none of its own names, and none of its fold, went into', () => {
  const weightsOf = fitFolds(corpus, rows)
  for (const [at, id] of ids.entries()) {
    const weights = weightsOf(id)
    expect(weights.get('place.literal.label')).toBeGreaterThan(50)
    expect(weights.get('place.literal.inside')).toBeLessThan(50)
    for (const [other, otherId] of ids.entries()) {
      // Each fold contains every fifth brand.
      expect(weights.has(`stray.${otherId}`), `${otherId} in the weights for ${id}`).toBe(at % 5 !== other % 5)
    }
  }
})

test('the names of a held-out brand do not affect its weights', () => {
  const turned = rows.map((row) =>
    row.brand === 'brand3' ? { ...row, terms: [term('place.literal.label', -5), term('far-suffix.xyz', 9)] } : row,
  )
  expect(fitFolds(corpus, turned)('brand3')).toEqual(fitFolds(corpus, rows)('brand3'))
  expect(fitFolds(corpus, turned)('brand4')).not.toEqual(fitFolds(corpus, rows)('brand4'))
})

test('the same rows give the same weights; vetoes are set, and no name of one brand makes a word', () => {
  const withWords = rows.map((row) => {
    const terms = [...row.terms]
    if (row.domain.startsWith('brand1-')) terms.push(term('word.lone'))
    if (/^brand\d+-0/.test(row.domain)) terms.push(term('word.shared'))
    return { ...row, terms }
  })
  const withVeto = [
    ...withWords,
    ...numbers.map((n) => ({ domain: `inbrand1-${n}.net`, brand: 'brand1', terms: [term('veto.parent', 3)] })),
  ]
  const weights = fitWeights(corpus, withVeto)
  expect(fitWeights(corpus, withVeto)).toEqual(weights)
  expect(weights.get('veto.parent')).toBe(fixed['veto.parent'])
  expect(weights.has('word.lone')).toBe(false)
  expect(weights.has('word.shared')).toBe(true)
})

const place = (domain: string, brand: string, key: string): Row => ({ domain, brand, terms: [term(key)] })

test('the best place of a name counts for each brand, weighed for that brand', () => {
  const scores = scoresOfRows(
    [
      place('a.net', 'one', 'place.literal.edge'),
      place('a.net', 'one', 'place.literal.label'),
      place('a.net', 'two', 'place.literal.label'),
      place('b.net', 'two', 'place.literal.inside'),
    ],
    (brand) => new Map(Object.entries(brand === 'one' ? oneWeights : twoWeights)),
  )
  expect(scores).toEqual(
    new Map([
      [
        'a.net',
        new Map([
          ['one', 0.7],
          ['two', 0.2],
        ]),
      ],
    ]),
  )
})

const oneWeights = { 'place.literal.edge': 30, 'place.literal.label': 70 }
const twoWeights = { 'place.literal.label': 20, 'place.literal.inside': -5 }

test('reliability: of names in a tenth of the score, what was expected and what was so, background names double', () => {
  const judged: Corpus = {
    ...corpus,
    positives: ['a.net', 'b.net', 'c.net'].map((domain) => ({ domain, brand: 'brand0', class: 'typo' })),
    negatives: [
      { domain: 'd.net', brand: 'brand0', class: 'near' },
      { domain: 'owned.net', brand: 'brand0', class: 'owned-unlisted', counted: false },
    ],
    background: [{ name: 'nrd', domains: ['e.net', 'e.net', 'silent.net'] }],
  }
  const scores = new Map(
    ['a.net', 'b.net', 'd.net', 'e.net', 'owned.net'].map((domain) => [domain, new Map([['brand0', 0.5]])]),
  )
  // Only reported for another brand, which counts as not reported.
  scores.set('c.net', new Map([['brand1', 0.99]]))
  const bins = reliabilityOf(judged, scores)
  expect(bins).toHaveLength(10)
  expect(bins.filter(({ names }) => names > 0)).toEqual([
    { from: 0.5, to: 0.6, names: 4, expected: 0.5, observed: 2 / (2 + 1 + 2) },
  ])
})
