import { expect, test } from 'vitest'
import { compileAssets } from './compile-assets.ts'
import { loweringOf } from './lowering.ts'
import { matchName } from './match-name.ts'

const index = compileAssets([
  { id: 'coinbase', owner: 'coin', name: 'Coinbase', aliases: ['coinbase'], official: ['coinbase.com'] },
])

test('says what would lower a score, by how much, most first', () => {
  const [verdict] = matchName(index, 'coinbase-login.weebly.com')
  const lowering = loweringOf(verdict!)
  expect(lowering[0]).toMatchObject({ by: Math.round(verdict!.score * 100) })
  expect(lowering.map(({ indicator }) => indicator)).toContain('Free hosting')
  expect(lowering.map(({ indicator }) => indicator)).toContain('Trusted parent')
  for (const [at, { by }] of lowering.entries()) {
    expect(by).toBeGreaterThan(0)
    expect(by).toBeLessThanOrEqual(lowering[at - 1]?.by ?? 100)
  }
})

test('offers no doubt in a spelling: only an official or allowed name settles a look-alike', () => {
  const [verdict] = matchName(index, 'coinbsae.com')
  expect(loweringOf(verdict!)).toHaveLength(1)
})

test('has nothing to say where there is no score', () => {
  expect(loweringOf({ brandId: 'x', class: 'typo', score: 0, indicators: [] })).toEqual([])
})
