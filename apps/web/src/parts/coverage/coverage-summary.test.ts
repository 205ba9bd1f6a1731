import { expect, test } from 'vitest'
import { coverageSummary } from './coverage-summary.ts'

test('sources that are all off are counted as off, although none of them fails', () => {
  expect(coverageSummary([{ state: 'off', count: 45 }])).toBe(
    '45 sources: 45 off, none without recent data, none failing',
  )
})

test('a source that needs a new account counts as failing, and one that is throttled on its own', () => {
  expect(
    coverageSummary([
      { state: 'needsAccount', count: 1 },
      { state: 'failing', count: 2 },
      { state: 'silent', count: 4 },
      { state: 'throttled', count: 5 },
      { state: 'collecting', count: 6 },
    ]),
  ).toBe('18 sources: none off, 4 without recent data, 5 throttled, 3 failing')
})
