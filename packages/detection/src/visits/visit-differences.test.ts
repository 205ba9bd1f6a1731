import { expect, test } from 'vitest'
import { differencesOf, type Seen } from './visit-differences.ts'

const seen: Seen = { host: 'a.example', status: 200, text: 'Sign in with your card and PIN today', passwordFields: 1 }

test.each<[string, Partial<Seen>, string[]]>([
  ['the same page', {}, []],
  ['a page with another number', { text: `${seen.text} 17` }, []],
  ['another host', { host: 'b.example' }, ['address']],
  ['an error', { status: 404, text: 'Not found', passwordFields: 0 }, ['status', 'text', 'forms']],
  ['no answer', { status: null, text: seen.text }, ['status']],
  ['a harmless page', { text: 'Flowers for every occasion', passwordFields: 0 }, ['text', 'forms']],
])('%s for the second visitor', (_, other, expected) => {
  expect(differencesOf([seen, { ...seen, ...other }])).toEqual(expected)
})

test('one visitor alone sees no difference', () => {
  expect(differencesOf([seen])).toEqual([])
  expect(differencesOf([])).toEqual([])
})
