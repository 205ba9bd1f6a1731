import { expect, test } from 'vitest'
import { corpusBrands } from './brands.ts'
import { corpusPages } from './corpus-pages.ts'

test('makes the same pages every time: at least 150, half of them of held-out brands, impostors and honest ones', () => {
  const pages = corpusPages()
  expect(pages).toEqual(corpusPages())
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
  expect(pages.length).toBeGreaterThanOrEqual(150)
  for (const isHeldOut of [false, true]) {
    expect(corpusBrands.filter((brand) => brand.isHeldOut === isHeldOut)).toHaveLength(5)
    const split = pages.filter(({ brand }) => brand.isHeldOut === isHeldOut)
    expect(split).toHaveLength(pages.length / 2)
    for (const truth of ['showsBrand', 'asksForSecrets'] as const) {
      expect(split.filter((page) => page[truth]).length).toBeGreaterThan(split.length / 4)
      expect(split.filter((page) => !page[truth]).length).toBeGreaterThan(split.length / 4)
    }
  }
})

test('uses only hosts that nobody can register', () => {
  for (const { address } of corpusPages()) expect(new URL(address).hostname).toMatch(/\.(?:example|test|invalid)$/)
})
