import { expect, test } from 'vitest'
import { coverageSummary } from './coverage-summary.ts'

test('sources are counted by state, in the words and the order of the list, and the sentence says that none needs attention', () => {
  expect(coverageSummary([{ state: 'off', count: 45 }])).toBe('No source needs attention. 45 with connectors off.')
  expect(
    coverageSummary([
      { state: 'off', count: 45 },
      { state: 'importOnly', count: 6 },
      { state: 'collecting', count: 8 },
    ]),
  ).toBe('No source needs attention. 8 collecting, 6 import only, 45 with connectors off.')
})

test('sources that are paused or wait for their first data need no attention', () => {
  expect(
    coverageSummary([
      { state: 'importOnly', count: 3 },
      { state: 'waiting', count: 2 },
      { state: 'paused', count: 1 },
    ]),
  ).toBe('No source needs attention. 1 paused, 2 waiting for first data, 3 import only.')
})

test('sources that need attention come first, those that need people most before the others', () => {
  expect(
    coverageSummary([
      { state: 'throttled', count: 5 },
      { state: 'silent', count: 4 },
      { state: 'failing', count: 2 },
      { state: 'needsAccount', count: 1 },
      { state: 'collecting', count: 6 },
    ]),
  ).toBe(
    '12 sources need attention: 1 needs a new account, 2 failing, 4 with no recent data, 5 throttled. 6 collecting.',
  )
  expect(coverageSummary([{ state: 'failing', count: 1 }])).toBe('1 source needs attention: 1 failing.')
})
