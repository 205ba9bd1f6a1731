import { expect, test } from 'vitest'
import { filterWords } from './filter-words.ts'

test('a filter is broken only between its values', () => {
  expect(filterWords('threat', { source: ['Domain', 'URL'], type: ['Exposed key', 'Fake app'] })).toEqual([
    'Source:\u00A0Domain, URL',
    'Type:\u00A0Exposed\u00A0key, Fake\u00A0app',
  ])
})
