import { expect, test } from 'vitest'
import { foldedForms, foldedSymbols, lettersOfDigits } from './fold.ts'

test('brings names that read alike into one form', () => {
  for (const [a, b] of [
    ['modern', 'rnodern'],
    ['wallet', 'vvallet'],
    ['discord', 'discorcl'],
    ['coinbase', 'c0-1nb4se'],
    ['paypal', 'paypai'],
  ] as const) {
    expect(foldedSymbols(a)).toEqual(foldedSymbols(b))
  }
  expect(foldedSymbols('client')).not.toEqual(foldedSymbols('clients'))
})

test('looks for nn in place of m as well', () => {
  expect(foldedForms('docomo')).toContainEqual(foldedSymbols('doconno'))
  expect(foldedForms('kraken')).toHaveLength(1)
})

test('reads digits as letters', () => {
  expect(lettersOfDigits('c01nbase', 'i')).toBe('coinbase')
})
