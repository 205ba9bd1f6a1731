import { describe, expect, test } from 'vitest'
import type { Corpus } from './corpus.ts'
import { type Figures, figuresOf, type Scores } from './figures.ts'
import { goalsOf } from './goals.ts'

const brand = (id: string) => ({ id, name: id, aliases: [id], official: [`${id}.com`] })
const nothing: Corpus = {
  directory: '',
  brands: [brand('acme'), brand('bolt')],
  positives: [],
  negatives: [],
  background: [],
  suspects: [],
}

/** Scores as `{ domain: { brand: score } }`. */
function scoresOf(all: Record<string, Record<string, number>>): Scores {
  return new Map(Object.entries(all).map(([domain, byBrand]) => [domain, new Map(Object.entries(byBrand))]))
}

describe('a positive', () => {
  const positives = [{ domain: 'acme-login.net', brand: 'acme', class: 'combosquat' }]
  const judged = (byBrand: Record<string, number>, also?: string[]) =>
    figuresOf(
      { ...nothing, positives: positives.map((positive) => ({ ...positive, ...(also ? { also } : {}) })) },
      scoresOf({ 'acme-login.net': byBrand }),
      0.5,
    )

  test('is found at the threshold, and missed below it', () => {
    expect(judged({ acme: 0.5 })).toMatchObject({ truePositives: 1, recall: 1, misses: [] })
    expect(judged({ acme: 0.49 })).toMatchObject({ truePositives: 0, recall: 0, misses: [{ score: 0.49 }] })
  })

  test('is missed when only another brand is named, whatever that one scores', () => {
    const figures = judged({ bolt: 1, acme: 0.4 })
    expect(figures).toMatchObject({ truePositives: 0, recall: 0, precision: 0, f1: 0, wrongBrand: 1 })
    expect(figures.misses).toMatchObject([{ domain: 'acme-login.net', score: 0.4 }])
    expect(figures.classes.get('combosquat')).toEqual({ all: 1, flagged: 0 })
    expect(figures.brands.get('acme')).toEqual({ all: 1, flagged: 0 })
    expect(figures.brands.has('bolt')).toBe(false)
  })

  test('is found when one of its further brands is named', () => {
    expect(judged({ bolt: 0.7 }, ['bolt'])).toMatchObject({ truePositives: 1, wrongBrand: 0 })
  })

  test('without a report is missed even where everything counts', () => {
    const missed = figuresOf({ ...nothing, positives }, scoresOf({}), 0)
    expect(missed).toMatchObject({ recall: 0, wrongBrand: 0, prAuc: 0 })
  })
})

test('flags of counted negatives cost precision, whichever brand they name; those that are only shown cost nothing', () => {
  const corpus: Corpus = {
    ...nothing,
    positives: ['a.net', 'b.net', 'c.net', 'd.net'].map((domain) => ({ domain, brand: 'acme', class: 'typo' })),
    negatives: [
      { domain: 'pacmen.org', brand: 'acme', class: 'inside-word' },
      { domain: 'quiet.org', brand: 'acme', class: 'inside-word' },
      { domain: 'acme.shop', brand: 'acme', class: 'owned-unlisted', counted: false },
    ],
  }
  const scores = scoresOf({
    'a.net': { acme: 0.9 },
    'b.net': { acme: 0.8 },
    'c.net': { acme: 0.6 },
    'pacmen.org': { bolt: 0.7 },
    'acme.shop': { acme: 1 },
  })
  const figures = figuresOf(corpus, scores, 0.5)
  expect(figures).toMatchObject({ precision: 0.75, recall: 0.75, f1: 0.75, truePositives: 3, falsePositives: 1 })
  expect(figures.alarms).toEqual([{ domain: 'pacmen.org', kind: 'inside-word', brand: 'bolt', score: 0.7 }])
  expect(figures.negativeClasses.get('inside-word')).toEqual({ all: 2, flagged: 1, isCounted: true })
  expect(figures.negativeClasses.get('owned-unlisted')).toEqual({ all: 1, flagged: 1, isCounted: false })
  // By rank: right, right, wrong, right. Each positive counts a quarter, at the precision of its rank; one is never found.
  expect(figures.prAuc).toBeCloseTo((1 + 1 + 3 / 4) / 4, 12)
})

test('ties are taken together, so that their order cannot flatter', () => {
  const corpus: Corpus = {
    ...nothing,
    positives: [{ domain: 'a.net', brand: 'acme', class: 'typo' }],
    negatives: [{ domain: 'b.net', brand: 'acme', class: 'near' }],
  }
  const scores = scoresOf({ 'a.net': { acme: 0.6 }, 'b.net': { acme: 0.6 } })
  expect(figuresOf(corpus, scores, 0.5).prAuc).toBe(0.5)
})

test('false alarms of the background are counted per million of all its lines, a name of two lists once', () => {
  const quiet = Array.from({ length: 6 }, (_, at) => `quiet-${at}.org`)
  const corpus: Corpus = {
    ...nothing,
    background: [
      { name: 'nrd', domains: [...quiet, 'acme-news.org'] },
      { name: 'top', domains: ['acme-news.org'] },
    ],
    suspects: [{ domain: 'acme-verify.net', brand: 'acme' }],
  }
  const scores = scoresOf({ 'acme-news.org': { acme: 0.5 }, 'acme-verify.net': { acme: 0.9 } })
  const figures = figuresOf(corpus, scores, 0.5)
  expect(figures).toMatchObject({ backgroundAll: 8, backgroundFlagged: 1, falsePerMillion: 125_000 })
  expect(figures.strata.get('nrd')).toEqual({ all: 7, flagged: 0 })
  expect(figures.strata.get('top')).toEqual({ all: 1, flagged: 1 })
  // Unlabelled suspects are reported but not counted.
  expect(figures.suspects).toEqual({ all: 1, flagged: 1 })
  expect(figures.falsePositives).toBe(0)
})

const share = (flagged: number) => ({ all: 1000, flagged })
const missed = (figures: Figures) => goalsOf(figures).flatMap(({ name, isReached }) => (isReached ? [] : [name]))

describe('goals', () => {
  const floors = {
    combosquat: 970,
    subdomain: 970,
    'tld-swap': 970,
    hyphenation: 970,
    leet: 970,
    'homoglyph-idn': 970,
    'homoglyph-ascii': 930,
    typo: 930,
    'subdomain-typo': 900,
  }
  const good: Figures = {
    ...figuresOf(nothing, scoresOf({}), 0.5),
    precision: 0.97,
    recall: 0.97,
    f1: 0.97,
    prAuc: 0.985,
    falsePerMillion: 200,
    classes: new Map(Object.entries(floors).map(([name, flagged]) => [name, share(flagged)])),
    negativeClasses: new Map([['official', { all: 10, flagged: 0, isCounted: true }]]),
  }
  test('are all reached at the very floor', () => {
    expect(missed(good)).toEqual([])
    expect(goalsOf(good)).toHaveLength(6 + Object.keys(floors).length)
  })

  test.each([
    ['precision', { precision: 0.9699 }],
    ['recall', { recall: 0.9699 }],
    ['F1', { f1: 0.9699 }],
    ['PR-AUC', { prAuc: 0.9849 }],
    ['false positives per million background names', { falsePerMillion: 200.1 }],
    ['official names flagged', { negativeClasses: new Map([['official', { all: 10, flagged: 1, isCounted: true }]]) }],
  ] as const)('miss %s below its floor, and nothing else', (name, worse) => {
    expect(missed({ ...good, ...worse })).toEqual([name])
  })

  test.each(Object.entries(floors))('miss the recall of %s one name below its floor', (name, flagged) => {
    expect(missed({ ...good, classes: new Map([...good.classes, [name, share(flagged - 1)]]) })).toEqual([
      `recall of ${name}`,
    ])
  })

  test('leave out classes that the corpus has no names of', () => {
    expect(missed({ ...good, classes: new Map() })).toEqual([])
  })
})
