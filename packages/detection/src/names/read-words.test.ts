import { expect, test } from 'vitest'
import { readWords, wordinessOf } from './read-words.ts'

test('cuts a run of letters into the fewest known words', () => {
  expect(readWords('overthebay').words.map(({ text }) => text)).toEqual(['over', 'the', 'bay'])
  expect(readWords('pineapple').words.map(({ text }) => text)).toEqual(['pineapple'])
  expect(readWords('zzgardenzz')).toMatchObject({ unknown: 4 })
  expect(readWords('')).toEqual({ words: [], unknown: 0 })
})

test('distinguishes brands that are words from others', () => {
  expect(wordinessOf('apple')).toBe('word')
  expect(wordinessOf('icloud')).toBe('word')
  expect(wordinessOf('onedrive')).toBe('words')
  expect(wordinessOf('coinbase')).toBe('words')
  expect(wordinessOf('poloniex')).toBe('none')
})
