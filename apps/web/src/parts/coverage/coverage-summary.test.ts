import { expect, test } from 'vitest'
import { coverageSummary } from './coverage-summary.ts'

test('sources that are off are not said to have recent data, and are counted apart from those that are on', () => {
  expect(coverageSummary([{ state: 'off', count: 45 }])).toBe('None on. 45 off.')
  expect(
    coverageSummary([
      { state: 'off', count: 45 },
      { state: 'collecting', count: 14 },
    ]),
  ).toBe('14 on: none silent, none failing. 45 off.')
})

test('sources that nothing collects are neither on nor off, and one that waits for its first run has no data yet', () => {
  expect(
    coverageSummary([
      { state: 'importOnly', count: 3 },
      { state: 'waiting', count: 2 },
      { state: 'paused', count: 1 },
    ]),
  ).toBe('3 on: none silent, none failing, 1 paused, 2 waiting for their first run. 3 import only. None off.')
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
  ).toBe('18 on: 4 silent, 5 throttled, 3 failing. None off.')
})
