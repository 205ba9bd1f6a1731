import { expect, test } from 'vitest'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { judgeSet } from './judge-set.ts'
import { type BrandGroup, brandGroups, labelledBrands, labelledObservations, toutFamily } from './labelled-set.ts'

/** The groups of some families only. */
const familiesOf: Readonly<Partial<Record<BrandGroup, ReadonlySet<string>>>> = {
  check: new Set(['addresses', 'advertisements']),
  recheck: new Set(['addresses', 'advertisements']),
  fourth: new Set(['advertisements']),
  fifth: new Set(['advertisements']),
  sixth: new Set(['advertisements']),
}

test('each family has at least thirty threats and thirty look-alikes in each group of brands', () => {
  const brands = labelledBrands()
  for (const [family, all] of labelledObservations())
    for (const group of brandGroups)
      for (const isThreat of [true, false]) {
        if (familiesOf[group]?.has(family) === false) continue
        const found = all.filter((each) => each.isThreat === isThreat && brands.get(each.brand)?.group === group)
        expect(found.length, `${family}, ${group}, ${isThreat}`).toBeGreaterThanOrEqual(30)
      }
})

test('every observation has an id of its own, a known brand, and a type of its source', () => {
  const ids = new Set<string>()
  const brands = labelledBrands()
  for (const [family, all] of labelledObservations())
    for (const { brand, type, observation } of all) {
      expect(ids).not.toContain(observation.id)
      ids.add(observation.id)
      expect(brands.has(brand)).toBe(true)
      const { types } = sourceInfoOf(family === toutFamily ? 'tout' : 'threat', observation.source)
      if (type !== undefined) expect(types).toContain(type)
    }
})

test('of the brands that words and points were chosen with, hardly any answer is wrong', () => {
  const judged = judgeSet().filter(({ group }) => group === 'tuning')
  const wrong = judged.filter(({ isRight }) => !isRight)
  expect(wrong.length / judged.length).toBeLessThan(0.05)
})
