import { expect, test } from 'vitest'
import { cutAtWord } from './cut-at-word.ts'

test.each([
  ['Harbour Bank', 20, 'Harbour Bank'],
  ['Harbour Bank', 12, 'Harbour Bank'],
  ['Harbour Bank', 11, 'Harbour'],
  ['Harbour Bank', 8, 'Harbour'],
  ['Harbour Bank', 7, 'Harbour'],
  ['Harbour Bank', 4, 'Harb'],
  [' Harbour\n  Bank ', 12, 'Harbour Bank'],
])('shortens %j to %i characters', (text, max, expected) => {
  expect(cutAtWord(text, max)).toBe(expected)
})
