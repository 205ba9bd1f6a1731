import { expect, test } from 'vitest'
import { compileAssets } from '../match/compile-assets.ts'
import { loweringOf } from './lowering.ts'
import { matchName } from '../match/match-name.ts'

const reason = (name: string, contribution: number) => ({ name, contribution })

const index = compileAssets([
  { id: 'coinbase', owner: 'coin', name: 'Coinbase', aliases: ['coinbase'], official: ['coinbase.com'] },
])

test('says what would lower a score, by how much, most first', () => {
  const [verdict] = matchName(index, 'coinbase-login.weebly.com')
  const lowering = loweringOf(verdict!)
  expect(lowering[0]).toMatchObject({ by: Math.round(verdict!.score * 100) })
  expect(lowering.map(({ indicator }) => indicator)).toContain('Free hosting')
  expect(lowering.map(({ indicator }) => indicator)).toContain('Trusted parent domain')
  for (const [at, { by }] of lowering.entries()) {
    expect(by).toBeGreaterThan(0)
    expect(by).toBeLessThanOrEqual(lowering[at - 1]?.by ?? 100)
  }
})

test('offers no doubt in a spelling: an official or allowed name settles a look-alike, a look at the domain lessens it', () => {
  const [verdict] = matchName(index, 'coinbsae.com')
  expect(loweringOf(verdict!).map(({ indicator }) => indicator)).toEqual([
    'Misspelt brand name',
    'Does not resolve',
    'Redirects to an official host',
    'Registered years ago',
    'Parked page',
  ])
})

const reasonsOf = (name: string) => {
  const indicators = [reason('Exact brand name', 70), reason(name, -8)]
  return loweringOf({ brandId: 'coinbase', class: 'exact', score: 0.62, indicators }).map(({ indicator }) => indicator)
}

test('lists nothing already observed or impossible', () => {
  expect(reasonsOf('Parked page')).toEqual([
    'Exact brand name',
    'Does not resolve',
    'Redirects to an official host',
    'Registered years ago',
  ])
  expect(reasonsOf('Does not resolve')).toEqual(['Exact brand name', 'Registered years ago'])
})

test('counts one fact once, and what a later look may see', () => {
  const hosted = [reason('Exact brand name', 40), reason('Free hosting', 12), reason('Hosting provider subdomain', 8)]
  const seen = [reason('Password field', 10), reason('Registered recently', 8)]
  const lowering = loweringOf({
    brandId: 'coinbase',
    class: 'subdomain',
    score: 0.78,
    indicators: [...hosted, ...seen],
  })
  expect(lowering.map(({ indicator, by }) => [indicator, by])).toEqual([
    ['Exact brand name', 78],
    ['Free hosting', 20],
    ['Does not resolve', 12],
    ['Redirects to an official host', 12],
    ['Password field', 10],
    ['Parked page', 8],
  ])
})

test('has nothing to say where there is no score', () => {
  expect(loweringOf({ brandId: 'x', class: 'typo', score: 0, indicators: [] })).toEqual([])
})
